/** Names and values in the spellings of services. */
import { normaliseName } from "../../../provider/workflows/listing/names.js";
import { cursorOf, flagOf, isAddress, numberOf } from "../../../provider/workflows/listing/values.js";

it.each<[read: (text: string) => unknown, values: string[], value: unknown]>([
  [isAddress, ["https://a/bc", "HTTP://a", "//a/b", "?page=2", "/a", "/v2/ab.c"], true],
  [isAddress, ["a https://b", "//a b", "a b?c=1", "abc?d", "/ab+c", "ab/cd", "/ab/"], false],
  [flagOf, ["true", "Yes", " 1 ", "y"], true],
  [flagOf, ["false", "NO", " 0 ", "n"], false],
  [flagOf, ["yesterday", "only", "none", "piano", ""], undefined],
  [cursorOf, ["0", "-1", " null ", "None", ""], undefined],
  [cursorOf, ["00"], "00"],
  [numberOf, ["9", " 9.00 "], 9],
  [numberOf, ["9a", "a9", "-9", "9.5", ""], undefined],
  [normaliseName, ["@odata.nextLink", "hydra:nextLink", "X-Next-Link", "next_link"], "nextlink"],
  [normaliseName, ["max-x-2"], "maxx2"],
  [normaliseName, ["2.a.b"], "2ab"],
  [normaliseName, ["a".repeat(61)], "a".repeat(60)],
])("%o: %j is %j", (read, values, value) => {
  expect(values.map(read)).toEqual(values.map(() => value));
});
