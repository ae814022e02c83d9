/** The handler that states load: the same listing from another client or address is a change, so that the state names its service. */
import { diff } from "../../provider/pulumi/lifecycle/handler.js";
import { digestItems } from "../../provider/workflows/json/digest.js";

const LISTING = { json: '[{"id":1}]', count: 1, digest: digestItems([{ id: 1 }]), __provider: "text" };

it.each([
  ["aaaaaaaaaaaaaaaa.bbbbbbbb", "aaaaaaaaaaaaaaaa.bbbbbbbb", false],
  ["aaaaaaaaaaaaaaaa.bbbbbbbb", "cccccccccccccccc.bbbbbbbb", true],
  ["aaaaaaaaaaaaaaaa.bbbbbbbb", "cccccccccccccccc.dddddddd", true],
])("a listing of %s that is read from %s is a change: %s", (before, now, changes) => {
  expect(diff("workflows", { ...LISTING, __service: before }, { ...LISTING, __service: now })).toEqual({ changes });
});
