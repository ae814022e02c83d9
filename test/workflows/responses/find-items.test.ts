/** Where the list of workflows is found in a response, and the error if it is not found. */
import { ListingError } from "../../../provider/http/errors.js";
import { describesPagesOnly, findItems, usualListIn } from "../../../provider/workflows/responses/find-items.js";
import { parseJson } from "../../../provider/workflows/json/json.js";

const find = (text: string, itemsPath?: string): unknown => findItems(parseJson(text), itemsPath).items;

function faultOf(text: string, itemsPath?: string): string {
  try {
    find(text, itemsPath);
  } catch (error) {
    if (error instanceof ListingError && error.code === "listing") {
      return error.message;
    }
  }
  throw new Error("no fault was found");
}

const one = '[{"id":1}]';

test.each([
  ["the response itself", one],
  ["an empty response", "[]"],
  ["workflows", `{"tags":[0],"workflows":${one}}`],
  ["items", `{"tags":[0],"items":${one}}`],
  ["data", `{"tags":[0],"data":${one}}`],
  ["results", `{"tags":[0],"results":${one}}`],
  ["value", `{"tags":[0],"value":${one}}`],
  ["records", `{"tags":[0],"records":${one}}`],
  ["content", `{"tags":[0],"content":${one}}`],
  ["Workflows", `{"tags":[0],"Workflows":${one}}`],
  ["_embedded.workflows", `{"tags":[0],"_embedded":{"workflows":${one}}}`],
  ["data.workflows", `{"tags":[0],"data":{"items":[0],"workflows":${one}}}`],
  ["data.items", `{"tags":[0],"data":{"other":[0],"items":${one}}}`],
  ["the first of several usual places", `{"items":[0],"workflows":${one}}`],
  ["a usual place without a list, passed over", `{"workflows":{"count":1},"items":${one}}`],
  ["the only list, with any name", `{"total":1,"flows":${one}}`],
  ["the only list, under a prototype's name", `{"__proto__":${one}}`],
  ["an empty list", '{"workflows":[],"total":0}'],
])("finds the items: %s", (_, text) => {
  expect(find(text)).toEqual(text.includes(one) ? [{ id: 1 }] : []);
});

test.each([
  `{"hits":{"items":null},"flows":${one}}`,
  `{"linkedFlows":${one}}`,
  `{"id":"x","flows":${one}}`,
  `{"title":"x","flows":${one}}`,
  `{"valid":true,"name":"x","flows":${one}}`,
  `{"idle":1,"name":"x","flows":${one}}`,
  `{"id":"x","username":"x","flows":${one}}`,
  `{"id":"x","names":3,"flows":${one}}`,
])("finds the only list in %s", (text) => {
  expect(find(text)).toEqual([{ id: 1 }]);
});

test.each([
  ['{"items":[1]}', { items: [1], pointer: "/items" }],
  ['{"data":{"workflows":[]}}', { items: [], pointer: "/data/workflows" }],
  ['{"items":{"a":1},"data":[2]}', { items: [2], pointer: "/data" }],
  ['{"flows":[1]}', undefined],
  ["[1]", undefined],
])("the list at a usual place of %s is %j", (text, found) => {
  expect(usualListIn(parseJson(text))).toEqual(found);
});

test.each<[text: string, isOnlyAboutPages: boolean]>([
  ['{"total":0,"next_cursor":"x","links":[{"rel":"self"}]}', true],
  ["{}", true],
  ["[]", false],
  ['{"total":0,"region":"north"}', false],
  ['{"meta":{"rows":[1]}}', false],
  ['{"total":0,"items":null}', false],
  ['{"total":null}', false],
])("that a body describes nothing but its pages: %s is %s", (text, isOnlyAboutPages) => {
  expect(describesPagesOnly(parseJson(text))).toBe(isOnlyAboutPages);
});

test.each<[text: string, isOnlyAboutPages: boolean]>([
  ['{"total":0,"items":null}', true],
  ['{"total":0,"items":0}', false],
  ['{"total":null}', false],
  ['{"total":0,"region":null}', false],
])("that a body with null for its list describes nothing but its pages: %s is %s", (text, isOnlyAboutPages) => {
  expect(describesPagesOnly(parseJson(text), true)).toBe(isOnlyAboutPages);
});

test("keeps items that are not objects where itemsPath is given", () => {
  expect(find('[1,"a",null,[2],{"id":3}]', "")).toEqual([1, "a", null, [2], { id: 3 }]);
});

test.each([
  ["", "[1]"],
  ["/result/flows", '{"items":[0],"result":{"flows":[1]}}'],
  ["/pages/0/flows", '{"pages":[{"flows":[1]}]}'],
  ["/a~1b/m~0n", '{"a/b":{"m~n":[1]}}'],
  ["/", '{"":[1]}'],
  ["/__proto__/constructor", '{"__proto__":{"constructor":[1]}}'],
])("finds the items at the pointer %j", (itemsPath, text) => {
  expect(find(text, itemsPath)).toEqual([1]);
});

test.each([
  ["/items?", '{"items":[1]}', [1]],
  ["/items?", '{"items":null}', []],
  ["/items?", "{}", []],
  ["result.flows?", '{"result":{}}', []],
  ["/items?", '{"sort":[{"by":"name"}],"links":[{"rel":"self"}]}', []],
  ["/items?", '{"items?":[2],"items":[1]}', [2]],
])("a list at %j may be missing: %s", (itemsPath, text, items) => {
  expect(find(text, itemsPath)).toEqual(items);
});

test.each([
  ["/itms?", '{"items":[{"id":1}]}', 'such as "/items" (1 objects).'],
  ["/items?", '{"items":{"a":1}}', 'At `itemsPath` "/items?" the response has an object, not a list'],
  ["/items?", "[]", 'At `itemsPath` "/items?" the response has nothing, not a list: it is a list.'],
  ["/items", '{"items":null}', 'end the path with a question mark: "/items?".'],
  [
    "/itms?",
    '{"items":[{"id":1}]}',
    'It is not clear where the list is: At `itemsPath` "/itms?" the response has nothing',
  ],
  ["/itms?", '{"wizard":{"things":[{"id":1}]}}', "It is not clear where the list is"],
  ["/itms?", '{"things":["a",{"id":1}]}', "It is not clear where the list is"],
])("the path %j does not excuse %s", (itemsPath, text, message) => {
  expect(faultOf(text, itemsPath)).toContain(message);
});

test.each([
  ["/result/flows?", '{"result":{"flows":null}}', "/result/flows"],
  ["/result/flows?", '{"result":{}}', "/result/flows"],
  ["result.flows?", '{"result":{"flows":null}}', "/result/flows"],
  ["result.flows?", "{}", "/result/flows"],
])("a list at %j that is missing has a place in %s", (itemsPath, text, pointer) => {
  expect(findItems(parseJson(text), itemsPath)).toEqual({ items: [], pointer, isLeftOut: true });
});

test.each([
  ["an empty list that is there", '{"flows":[],"region":"north"}', { items: [], pointer: "/flows" }],
  ["the list at a usual place", '{"flows":[],"items":[{"id":1}]}', { items: [{ id: 1 }], pointer: "/items" }],
  ["an only list", '{"things":[{"id":1}]}', { items: [{ id: 1 }], pointer: "/things" }],
])("on a later page, the place of the page before leads to %s", (_, text, found) => {
  expect(findItems(parseJson(text), undefined, "workflows", "/flows")).toEqual(found);
});

test.each([
  ['{"flows":[],"things":[{"id":1}]}', "2 lists, none at a usual place"],
  ['{"flows":{},"region":"north"}', "no list of workflows"],
  ['{"region":"north"}', "no list of workflows"],
])("on a later page, the place of the page before does not excuse %s", (text, message) => {
  expect(() => findItems(parseJson(text), undefined, "workflows", "/flows")).toThrow(message);
});

test.each([
  '{"items":[],"locales":["de","en"]}',
  '{"items":[],"workflows":{}}',
  '{"data":{"workflows":{"items":[]}}}',
  '{"items":[],"data":{"a":{"id":1},"b":2}}',
  '{"items":[],"links":[{"rel":"self"}]}',
])("an empty list is the listing beside what describes the response: %s", (text) => {
  expect(find(text)).toEqual([]);
});

test.each([
  ['{"items":[],"locales":[{"id":1}]}', 'the list at "/items" is empty, but "/locales" is not'],
  ['{"items":[],"workflows":{"a":{"id":1}}}', 'the list at "/items" is empty, but "/workflows" is not'],
  ['{"flows":[{"id":1}],"items":{"a":1}}', 'beside "flows" there is "items"'],
  ['{"texts":["a"]}', '"texts" does not list objects'],
])("which list is meant is not clear in %s", (text, message) => {
  expect(faultOf(text)).toContain(message);
});

const hint =
  "Set `itemsPath` (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the path of the list.";

const mayBeMissing = (path?: string): string =>
  path === undefined
    ? ""
    : ` If the service leaves out an empty list, or has null for it, end the path with a question mark: "${path}?".`;

test.each<[text: string, message: string, missing?: string]>([
  ["null", "The response has no list of workflows: it is null."],
  ["12345678901234567890", "The response has no list of workflows: it is a number."],
  ['"secret value"', "The response has no list of workflows: it is a string."],
  ["true", "The response has no list of workflows: it is a boolean."],
  ["{}", "The response has no list of workflows: it is an object with no keys.", "/path/to/list"],
  [
    '{"error":"secret value","code":1.0,"workflows":null}',
    'The response has null at "/workflows", not a list of workflows: it is an object with the keys "error" (a string), "code" (a number), "workflows" (null).',
    "/workflows",
  ],
  [
    '{"mine":[1],"yours":[],"data":{}}',
    'The response has 2 lists, none at a usual place: it is an object with the keys "mine" (a list), "yours" (a list), "data" (an object).',
  ],
  [
    '{"a\\u202e\\u0007\\nb":1}',
    'The response has no list of workflows: it is an object with the keys "a b" (a number).',
    "/path/to/list",
  ],
])("reports what came back instead of a list: %s", (text, message, ...[missing]) => {
  expect(faultOf(text)).toBe(`${message} ${hint}${mayBeMissing(missing)}`);
});

test.each<[itemsPath: string, text: string, message: string, missing?: string]>([
  [
    "/items",
    '{"flows":[]}',
    'At `itemsPath` "/items" the response has nothing, not a list: it is an object with the keys "flows" (a list).',
    "/items",
  ],
  [
    "/flows",
    '{"flows":{}}',
    'At `itemsPath` "/flows" the response has an object, not a list: it is an object with the keys "flows" (an object).',
  ],
  ["/items", "[1]", 'At `itemsPath` "/items" the response has nothing, not a list: it is a list.'],
  [
    "/constructor",
    "{}",
    'At `itemsPath` "/constructor" the response has nothing, not a list: it is an object with no keys.',
    "/constructor",
  ],
  ["/0/length", "[[1]]", 'At `itemsPath` "/0/length" the response has nothing, not a list: it is a list.'],
  ["/01", "[1,[2]]", 'At `itemsPath` "/01" the response has nothing, not a list: it is a list.'],
])("reports what is at the pointer %j instead of a list", (itemsPath, text, message, ...[missing]) => {
  expect(faultOf(text, itemsPath)).toBe(`${message} ${hint}${mayBeMissing(missing)}`);
});

test("names some keys of an object with many", () => {
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 1])));
  const message = faultOf(text);
  expect(message).toContain('"key19" (a number) and 4980 more.');
  expect(message.length).toBeLessThan(1000);
});
