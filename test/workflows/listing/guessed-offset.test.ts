/** A parameter `offset` that is the number of a page, over a socket: nothing between the pages is left out. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { rejectionOf } from "../../support/thrown.js";
import { itemsFrom, withService } from "../listing-service.js";

const SIZE = 5;

/** All items on pages of five, of which `offset` is the number, from 0. Other parameters are ignored. */
const pagesByOffset =
  (total: number, fieldsOf: (page: number, left: number) => object) =>
  (url: URL): { body: object } => {
    const page = Number(url.searchParams.get("offset") ?? 0);
    const left = Math.max(0, total - SIZE * (page + 1));
    const count = Math.max(0, Math.min(SIZE, total - SIZE * page));
    return { body: { workflows: itemsFrom(SIZE * page, count), ...fieldsOf(page, left) } };
  };

it.each<[what: string, total: number, fieldsOf: (page: number, left: number) => object]>([
  ["a flag, and page 5 exists", 100, (_, left) => ({ has_more: left > 0 })],
  ["a flag, and page 5 is empty", 23, (_, left) => ({ has_more: left > 0 })],
  ["what is left, and page 5 exists", 100, (_, left) => ({ remaining: left })],
  ["what is left, and page 5 is empty", 23, (_, left) => ({ remaining: left })],
  ["a full page", 23, (page) => ({ page: page + 1, per_page: SIZE })],
  ["an estimate", 23, () => ({ estimated_total: 12 })],
])("with %s, the offset is not taken for the number of items", async (_, total, fieldsOf) => {
  await withService(pagesByOffset(total, fieldsOf), async (service) => {
    const error = await rejectionOf(WorkflowsError, service.read());
    expect(error.message).toMatch(/\?offset=5 \((?:not the page with this number|no items)\)/);
    expect(error.pagination).not.toEqual({ type: "offset", parameter: "offset" });
  });
});

it("an offset that counts items is read, also if it must be a multiple of the page size", async () => {
  const reply = (url: URL): { status?: number; body: object } => {
    const at = Number(url.searchParams.get("offset") ?? 0);
    return at % SIZE === 0
      ? { body: { workflows: itemsFrom(at, Math.min(SIZE, 23 - at)), has_more: at + SIZE < 23 } }
      : { status: 400, body: { error: "offset must be a multiple of 5" } };
  };
  await withService(reply, async (service) => {
    expect(await service.read()).toEqual(itemsFrom(0, 23));
  });
});

it("a declared cursor that is missing does not end a page that names a next one by another field", async () => {
  await withService(
    () => ({ body: { workflows: itemsFrom(0, 3), next_page: 2 } }),
    async (service) => {
      const pagination = { type: "cursor", cursorPath: "/next_cursor?", parameter: "cursor" } as const;
      const error = await rejectionOf(WorkflowsError, service.read({ pagination }));
      expect(error.message).toMatch(/says that more follow at "\/next_page"; 3 workflows/);
    },
  );
});
