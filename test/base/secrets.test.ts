/** That every exact form of a secret is masked, and that ordinary words stay readable. */
import fc from "fast-check";
import { createSecrets, PLACEHOLDER, type Secrets } from "../../provider/base/secrets.js";
import { EXACT_FORMS } from "../support/secret-spellings.js";
import { processorMilliseconds } from "../support/timers.js";

function secretsOf(...texts: readonly string[]): Secrets {
  const secrets = createSecrets();
  texts.forEach((text) => secrets.add(text));
  return secrets;
}

const clean = (secret: string, text: string): string => secretsOf(secret).clean(text);

const SECRETS = [
  "p@ss:w/%rd+ü",
  "TOP one/two",
  "quo\"te\\back's",
  "Pa!ss(wo)rd*20'24~xY",
  "secret",
  "$& costs $1",
  "-----BEGIN PRIVATE KEY-----\nMIIEvQIB+/A==\n-----END PRIVATE KEY-----\n",
];

describe.each(SECRETS)("the secret %j is masked", (secret) => {
  it.each(Object.entries(EXACT_FORMS))("%s", (_name, spell) => {
    expect(clean(secret, `before ${spell(secret)} after`)).toMatch(/^before \[secret\]\s* after$/);
    expect(clean(secret, spell(secret).trim())).toBe("[secret]");
  });
});

it("no secret of any characters comes through", () => {
  const secrets = fc.string({ unit: "grapheme", minLength: 4 }).filter((secret) => secret.trim().length >= 4);
  fc.assert(
    fc.property(secrets, fc.string(), fc.constantFrom(...Object.values(EXACT_FORMS)), (secret, around, spell) => {
      const { clean: cleaned } = secretsOf(secret);
      const shown = cleaned(`${around} ${spell(secret)} ${around}`);
      fc.pre(!PLACEHOLDER.test(secret));
      expect(shown.replaceAll("[secret]", "")).not.toContain(spell(secret).trim());
      expect(cleaned(shown)).toBe(shown);
    }),
    { numRuns: 500 },
  );
});

it.each([
  // why                             secret                       text
  ["an ordinary word", "production", "Not found in PRODUCTION."],
  ["another spelling", "wrong-secret", "wrong secret"],
  ["three characters", "abc", "abc"],
  ["spaces alone", "    ", "a     b"],
  ["a placeholder in brackets", "$(WORKFLOWS_CLIENT_SECRET)", "$(WORKFLOWS_CLIENT_SECRET)"],
  ["an expression", "${{ secrets.KEY }}", "${{ secrets.KEY }}"],
])("%s is shown", (_why, secret, text) => {
  expect(clean(secret, text)).toBe(text);
});

it.each(["$ecret", "x$(A)", "%20%", "${a} b", "p%A%", "$(a b)"])("%s is a secret and no placeholder", (secret) => {
  expect(PLACEHOLDER.test(secret)).toBe(false);
  expect(clean(secret, `It is ${secret}.`)).toBe("It is [secret].");
});

describe("of a client secret and of a token, ten characters in a row are masked", () => {
  it.each([
    ["the middle", "...2-and-a-lon...", "...[secret]..."],
    ["the end of the text", "it ends with -and-a-long-w", "it ends with [secret]"],
    ["twice", "hunter2-an hunter2-and", "[secret] [secret]"],
    ["whole", "hunter2-and-a-long-word!", "[secret]!"],
  ])("%s", (_where, text, shown) => {
    const client = createSecrets();
    client.addClientSecret("hunter2-and-a-long-word");
    expect(client.clean(text)).toBe(shown);
    const tokens = createSecrets();
    tokens.addToken({}, "hunter2-and-a-long-word");
    expect(tokens.clean(text)).toBe(shown);
  });
});

it("the last twenty tokens of each client are known, however many follow", () => {
  const secrets = createSecrets();
  const clients = [{ name: "a" }, { name: "b" }, { name: "c" }];
  const shown = clients.flatMap((client) => {
    const tokens = Array.from({ length: 100 }, (_, number) => `${client.name}-t-${number}`);
    tokens.forEach((token) => secrets.addToken(client, token));
    return tokens;
  });
  const known = shown.filter((token) => secrets.clean(token) === "[secret]");
  expect(known).toEqual(shown.filter((_, index) => index % 100 >= 80));
});

it("a secret that is percent-encoded is masked decoded too", () => {
  expect(clean("p%2Bq%25s3", "You sent p%2Bq%25s3, or p+q%s3.")).toBe("You sent [secret], or [secret].");
  expect(clean("p+q%2Fs3", "You sent p q/s3, or p+q/s3.")).toBe("You sent [secret], or [secret].");
});

it("a longer secret is masked before one that is a part of it", () => {
  expect(secretsOf("abcd", "abcdefgh", "xabcdx").clean("abcdefgh abcd xabcdx")).toBe("[secret] [secret] [secret]");
});

it("many secrets and large texts take time in proportion", () => {
  const secrets = secretsOf("a".repeat(3000));
  secrets.addToken({}, "workflow-".repeat(300));
  for (let number = 0; number < 2000; number += 1) {
    secrets.add(`workflow-with-a-common-start-${number}`);
  }
  const work = (): void => {
    secrets.clean("workflow-with-a-common… ".repeat(200));
    secrets.clean("workflow-".repeat(500));
    secrets.clean("[secret]".repeat(200));
  };
  expect(processorMilliseconds(work)).toBeLessThan(5000);
});
