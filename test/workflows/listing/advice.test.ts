/** Arguments in programs and on the command line. */
import { type ArgumentStyle, renderArgument, renderUnrelated } from "../../../provider/workflows/listing/advice.js";

const JSON_FORM = '{"type":"cursor","cursorPath":"/next"}';

test.each<[style: ArgumentStyle, pagination: string, total: string, nested: string]>([
  ["program", `pagination: ${JSON_FORM}`, 'unrelatedFields: ["total"]', 'unrelatedFields: ["/meta/total"]'],
  ["option", `--pagination '${JSON_FORM}'`, "--unrelated-fields total", "--unrelated-fields /meta/total"],
])("%s", (style, pagination, total, nested) => {
  expect(renderArgument("pagination", { type: "cursor", cursorPath: "/next" }, style)).toBe(pagination);
  expect(renderUnrelated({ location: "/total", name: "total" }, style)).toBe(total);
  expect(renderUnrelated({ location: "/meta/total", name: "total" }, style)).toBe(nested);
  expect(renderUnrelated({ location: "header:x-page/total", name: "total" }, style)).toBe(total);
});
