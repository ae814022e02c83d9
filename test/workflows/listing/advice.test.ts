/** Arguments in the languages of messages. */
import {
  type ArgumentLanguage,
  renderPagination,
  renderUnrelated,
} from "../../../provider/workflows/listing/advice.js";

const JSON_FORM = '{"type":"cursor","cursorPath":"/next"}';

test.each<[language: ArgumentLanguage, pagination: string, total: string, nested: string]>([
  ["typescript", `pagination: ${JSON_FORM}`, 'unrelatedFields: ["total"]', 'unrelatedFields: ["/meta/total"]'],
  ["yaml", `pagination: ${JSON_FORM}`, 'unrelatedFields: ["total"]', 'unrelatedFields: ["/meta/total"]'],
  [
    "python",
    'pagination={"type":"cursor","cursor_path":"/next"}',
    'unrelated_fields=["total"]',
    'unrelated_fields=["/meta/total"]',
  ],
  ["command line", `--pagination '${JSON_FORM}'`, "--unrelated-fields total", "--unrelated-fields /meta/total"],
])("%s", (language, pagination, total, nested) => {
  expect(renderPagination({ type: "cursor", cursorPath: "/next" }, language)).toBe(pagination);
  expect(renderUnrelated({ pointer: "/total", name: "total" }, language)).toBe(total);
  expect(renderUnrelated({ pointer: "/meta/total", name: "total" }, language)).toBe(nested);
  expect(renderUnrelated({ pointer: "header:x-page/total", name: "total" }, language)).toBe(total);
});
