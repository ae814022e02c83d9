/** Which numbers a double may change. */
import { isUnsafeNumberText } from "../../../provider/workflows/json/numbers.js";

it.each([
  ["9007199254740991", false],
  ["-9007199254740992", true],
  ["12345678901234567890", true],
  ["1e400", true],
  ["1.50", false],
  ["0.1000000000000000055511151231257827", true],
  ["12345678901234567890 ", false],
  ["wf_1", false],
])("the text %j is a number that must be written as text: %j", (text, isUnsafe) => {
  expect(isUnsafeNumberText(text)).toBe(isUnsafe);
});
