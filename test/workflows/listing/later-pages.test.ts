/** Later pages are judged as the first one is. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { rejectionOf } from "../../support/thrown.js";
import { read, type Reply } from "./reader.js";

const twoPages =
  (second: Reply) =>
  ({ searchParams }: URL): Reply =>
    searchParams.has("page") ? second : { body: { items: [{ id: 1 }, { id: 2 }], next: "?page=2" } };

it.each([[[null, { id: 3 }]], [["text"]]])("%j on the second page are no items", async (items) => {
  const error = await rejectionOf(WorkflowsError, read(twoPages({ body: { items, next: null } })));
  expect(error.message).toMatch(/no clear list of workflows/);
});

it("items of any type are read if itemsPath is set", async () => {
  const { items } = await read(twoPages({ body: { items: ["text"], next: null } }), { itemsPath: "/items" });
  expect(items).toHaveLength(3);
});

it("a second page that is refused does not make baseUrl doubtful", async () => {
  const error = await rejectionOf(WorkflowsError, read(twoPages({ status: 404 })));
  expect(error.hint).toMatch(/^Set `?pagination/);
});
