/** What an address shows of how a service pages. */
import { isCounted } from "../../../provider/workflows/pages/page-addresses.js";

// The third page, with items 40 to 49.
const progress = { pagesRead: 3, itemsRead: 50, pageItems: 10 };

test.each<[query: string, own: string | undefined, isNumbered: boolean]>([
  ["page=2", undefined, true],
  ["page=3", undefined, true],
  ["page=1", undefined, false],
  ["page=4", undefined, false],
  ["offset=40", undefined, true],
  ["start=41", undefined, true],
  ["offset=39", undefined, false],
  ["offset=42", undefined, false],
  ["limit=10&page=3", undefined, true],
  ["limit=3", undefined, false],
  ["cursor=3", undefined, false],
  ["cursor=3", "cursor", true],
  ["cursor=abc", "cursor", false],
  ["page=abc", undefined, false],
  ["colour=40", undefined, false],
  ["", undefined, false],
])('the address of the third page, with "?%s" and the parameter %s, is numbered: %s', (query, own, isNumbered) => {
  expect(isCounted(new URL(`https://service.example/v2/workflows?${query}`), progress, own)).toBe(isNumbered);
});
