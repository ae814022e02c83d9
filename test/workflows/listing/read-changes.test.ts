/** A listing that changes while it is read is read once more; one item on two pages is an error. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import { rejectionOf } from "../../support/thrown.js";
import { cursor, numberIn, service, withLink } from "./paged-replies.js";
import { read, type Reply } from "./reader.js";

describe("rule 3: a listing that changed is read once more", () => {
  it.each<[what: string, changed: (at: number) => unknown]>([
    [
      "an item that moved",
      (at) => ({
        items: at === 0 ? [{ id: 1 }, { id: 2 }] : [{ id: 2 }, { id: 3 }],
        next: at === 0 ? "?cursor=2" : null,
      }),
    ],
    [
      "a total that moved",
      (at) => ({ items: [{ id: at }, { id: at + 1 }], total: 4 + at, next: at === 0 ? "?cursor=2" : null }),
    ],
    [
      "a count of all that moved",
      (at) => ({ items: [{ id: at }, { id: at + 1 }], count: 4 + at, next: at === 0 ? "?cursor=2" : null }),
    ],
  ])("%s: the second reading counts", async (_, changed) => {
    const requested: string[] = [];
    const calm = service(5, cursor, withLink);
    const reply = (url: URL): Reply => (requested.length <= 2 ? { body: changed(cursor(url, 3) ?? 0) } : calm(url));
    expect((await read(reply, {}, requested)).items).toHaveLength(5);
    expect(requested).toEqual(["", "cursor=2", "", "cursor=3"]);
  });

  it.each<[what: string, before: number[], after: number[]]>([
    ["an item in front of all", [1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]],
    ["an item that is deleted, so that there are fewer pages", [1, 2, 3, 4, 5, 6, 7], [2, 3, 4, 5, 6, 7]],
  ])("%s, before the second page: the second reading counts", async (_, before, after) => {
    const requested: string[] = [];
    const reply = (url: URL): Reply => {
      const ids = requested.length === 1 ? before : after;
      const number = numberIn(url, "page") ?? 1;
      const items = ids.slice(3 * number - 3, 3 * number).map((id) => ({ id }));
      return { body: { items, page: number, total_pages: Math.ceil(ids.length / 3) } };
    };
    expect((await read(reply, {}, requested)).items).toHaveLength(6);
    expect(requested).toEqual(["", "page=2", "", "page=2"]);
  });

  const pagesOf =
    (...pages: object[][]) =>
    (url: URL): Reply => {
      const at = numberIn(url, "cursor") ?? 0;
      return { body: { items: pages[at], next: at + 1 < pages.length ? `?cursor=${at + 1}` : null } };
    };
  const [ab, cd] = ['[{"id":1,"n":1},{"id":2,"n":2}]', '[{"id":3,"n":3},{"id":1,"n":4}]'];
  it.each<[what: string, keyPath: ListingRequest["keyPath"], isRead: boolean, first: string, second: string]>([
    ["equal items without identity on one page", undefined, true, '[{"n":1},{"n":1}]', '[{"n":2}]'],
    ["equal items without identity on two pages", undefined, false, '[{"n":1},{"n":2}]', '[{"n":3},{"n":1}]'],
    ["one id with other fields on two pages", undefined, false, ab, cd],
    ["a field that only some items have", undefined, true, ab, '[{"n":3},{"id":1,"n":4}]'],
    ["two paths that make one identity", ["/team", "/id"], true, '[{"id":1,"team":"a"}]', '[{"id":1,"team":"b"}]'],
  ])("%s, with the keyPath %j: read: %s", async (_, keyPath, isRead, ...pages) => {
    const [first = [], second = []] = pages.map((text) => JSON.parse(text) as object[]);
    const reading = read(pagesOf(first, second), { keyPath });
    if (isRead) {
      expect((await reading).items).toEqual([...first, ...second]);
    } else {
      expect(await rejectionOf(WorkflowsError, reading)).toMatchObject({
        code: "listing",
        message: expect.stringMatching(/changed twice/) as string,
      });
    }
  });
});
