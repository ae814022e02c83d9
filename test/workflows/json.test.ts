import fc from "fast-check";
import { LosslessNumber, maxDepth, parseJson, stringifyJson } from "../../provider/workflows/json.js";

const exactTexts = [
  "9007199254740993",
  "12345678901234567890",
  "-12345678901234567890",
  "1.0",
  "0.10",
  "1e5",
  "1E5",
  "1e+5",
  "1e400",
  "-1e400",
  "5e-400",
  "-0",
  "-0.0",
  "0.1000000000000000055511151231257827",
  "100000000000000000000000",
];
const plainTexts = [
  "0",
  "1",
  "-1",
  "0.1",
  "-2.5",
  "123456789012345",
  "9007199254740991",
  "1e+21",
  "5e-324",
  "1.7976931348623157e+308",
];

test.each([...exactTexts, ...plainTexts])("keeps the number %s character for character", (text) => {
  expect(stringifyJson(parseJson(`{"a":[${text}],"b":${text}}`))).toBe(`{"a":[${text}],"b":${text}}`);
});
