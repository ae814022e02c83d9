/** What one pass over a JSON text finds: its depth, values and keys, the places that a parser may change, and its elements. */
import { findDuplicateKey, scanJson, splitArray } from "../../../provider/workflows/json/scan-json.js";

const LIMITS = { depth: 100, values: 100 };

test.each<[string, { depth: number; values: number; keys: number }, string[]]>([
  ["null", { depth: 0, values: 1, keys: 0 }, []],
  ["[]", { depth: 1, values: 2, keys: 0 }, []],
  ["[{},{},[],[]]", { depth: 2, values: 9, keys: 0 }, []],
  ["[[],{}]", { depth: 2, values: 5, keys: 0 }, []],
  ['[[1],[2,"x"]]', { depth: 2, values: 6, keys: 0 }, []],
  ['{"a":1,"b":{"c":[true]}}', { depth: 3, values: 5, keys: 3 }, []],
  ['{"a:b,{[":"]},:\\"{"}', { depth: 1, values: 2, keys: 1 }, []],
  ['["\\\\",1.0]', { depth: 1, values: 3, keys: 0 }, ["1.0"]],
  ['["\\\\\\"",1.0,"\\\\"]', { depth: 1, values: 4, keys: 0 }, ["1.0"]],
  ["[0,-0,10,-10,1.50,1e5,1E+5,0.5]", { depth: 1, values: 9, keys: 0 }, ["-0", "1.50", "1e5", "1E+5"]],
  ["[123456789012345,1234567890123456,12345678901234567,01]", { depth: 1, values: 5, keys: 0 }, ["12345678901234567"]],
  ["12345678901234567890", { depth: 0, values: 1, keys: 0 }, ["12345678901234567890"]],
  ['{"\\u0061":"\\u0061","b" : "\\n", "\\n" \t\n\r: 1}', { depth: 1, values: 4, keys: 3 }, ['"\\u0061"', '"\\n"']],
  ["{1.0:1,2.0 :1}", { depth: 1, values: 3, keys: 2 }, []],
  ["[--1,1-,+1.0]", { depth: 1, values: 4, keys: 0 }, ["1.0"]],
  ['["not closed, 1.0', { depth: 1, values: 2, keys: 0 }, []],
])("in %s are found: %j, and the places %j", (text, counts, places) => {
  const { places: found, ...rest } = scanJson(text, LIMITS);
  expect(rest).toEqual(counts);
  const texts = found.flatMap((start, index) => (index % 2 === 0 ? [text.slice(start, found[index + 1])] : []));
  expect(texts).toEqual(places);
});

test("the pass ends where a limit is exceeded, not before", () => {
  expect(scanJson("[[[[[", { depth: 2, values: 100 })).toMatchObject({ depth: 3, values: 4 });
  expect(scanJson("[[]]", { depth: 2, values: 100 })).toMatchObject({ depth: 2, values: 3 });
  expect(scanJson("[1,2,3,4,5]", { depth: 2, values: 3 })).toMatchObject({ values: 4 });
  expect(scanJson("[1,2]", { depth: 2, values: 3 })).toMatchObject({ values: 3 });
});

test.each([
  ['{"a":1,"b":2}', undefined],
  ['{"a":1,"a":2}', "a"],
  ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', undefined],
  ['{"a":[{"b":1}],"a":2}', "a"],
  ['{"b":{"c":1,"d":"c"},"c":"c","x":["c","c"]}', undefined],
  ['{"a" : 1, "\\u0061"\n: 2}', "a"],
  ['["a","a"]', undefined],
])("the key that is twice in an object of %s is %j", (text, key) => {
  expect(findDuplicateKey(text)).toBe(key);
});

test.each<[string, string[]]>([
  ["[]", []],
  [" [ \n ] ", []],
  ["[1]", ["1"]],
  ["[1,2]", ["1", "2"]],
  ['["a,]","\\"],[",3]', ['"a,]"', '"\\"],["', "3"]],
  ['[{"a":[1,2]},[3,4],[]]', ['{"a":[1,2]}', "[3,4]", "[]"]],
  ['\n[ {"a":1} , 2 ]\n', [' {"a":1} ', " 2 "]],
])("the elements of %j are %j", (text, elements) => {
  expect(splitArray(text)).toEqual(elements);
});
