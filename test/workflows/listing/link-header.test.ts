/** Which next page a Link header names. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { linkTo } from "../../../provider/workflows/listing/fields.js";
import { thrownBy } from "../../support/thrown.js";
import { processorMilliseconds } from "../../support/timers.js";

const address = new URL("https://service.example/v2/workflows?limit=10");

it.each([
  ['<https://a/2>; rel="next"', "https://a/2"],
  ["<?page=2>; rel=next", "?page=2"],
  ['<?page=1>; rel="prev", <?page=3>; rel="next", <?page=9>; rel="last"', "?page=3"],
  ['<?page=2>; rel="next", <?page=3>; rel="next"', "?page=2"],
  ['<?page=2>; rel="next"; anchor="/other"', undefined],
  ['<?page=1>; rel="prev"; foo, <?page=2>; foo ;bar; rel="next"; baz', "?page=2"],
  [Buffer.from('</wörk?team=ä>; rel="next"').toString("latin1"), "/wörk?team=ä"],
  ["<?page=2>; rel='next'", "?page=2"],
  ['</a>; REL="Next  last"; title="x \\"y\\""; title=z; flag, </b>;rel=next; rel=first,</c>; rel=last', "/a"],
  ['<?page=2>; rel="http://www.w3.org/ns/hydra/core#next"', "?page=2"],
  ["<?page=2>; rel=next-archive", undefined],
  ["", undefined],
])("reads %j", (header, target) => {
  expect(linkTo("next", header, address)).toBe(target);
});

it.each(["<>;", "<a>;a", "<a>;a=", '<a>;a="', "<a>;a*=''", "<a>;\t", ";", ", <a>;rel=next"])(
  "is not slowed down by a header full of %j",
  (piece) => {
    expect(processorMilliseconds(() => readOrRefuse(piece.repeat(16_384 / piece.length)))).toBeLessThan(1000);
  },
);

function readOrRefuse(header: string): void {
  try {
    linkTo("next", header, address);
  } catch (error) {
    if (!(error instanceof WorkflowsError)) {
      throw error;
    }
  }
}

it.each([
  "</a>; rel=next; x=<",
  "</a>; rel=prev </b>; rel=next",
  '<?page=2; rel="next"',
  '<?page=1>; foo/bar; rel="next"',
])("%j cannot be read, which is an error that says what to do", (header) => {
  expect(thrownBy(WorkflowsError, () => linkTo("next", header, address))).toMatchObject({
    code: "listing",
    message:
      "The Link header of the response cannot be read (RFC 8288). To read on by another way, set `pagination` with the service's own parameter, and name Link in `unrelatedFields`. Only if these are all, name it there alone. [listing]",
  });
});
