/** Every case of the table as a test of its own; `npm run faults` prints the same table. */
import { runCase } from "./bench.js";
import { cases } from "./cases.js";

describe("the cases a token source and its transport must pass", () => {
  for (const one of cases) {
    it(`case ${one.number}: ${one.title}`, async () => {
      await expect(runCase(one)).resolves.toEqual(expect.any(String));
    }, 30_000);
  }

  it("has a line for every case, 1 to 54", () => {
    expect(cases.map(({ number }) => number)).toEqual(Array.from({ length: 54 }, (_none, index) => index + 1));
  });
});
