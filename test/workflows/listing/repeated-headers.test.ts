/** Headers that a gateway sends twice, over a socket (RFC 9110 §5.3). */
import { itemsFrom, withService } from "../listing-service.js";

const SIZE = 5;
const PAGES = 4;

it.each<[header: string, valueOn: (page: number) => string]>([
  ["X-Total-Count", () => `${SIZE * PAGES}`],
  ["X-Total-Pages", () => `${PAGES}`],
  ["X-Has-More", (page) => `${page < PAGES}`],
  ["X-Next-Page", (page) => (page < PAGES ? `${page + 1}` : "")],
  ["Content-Range", (page) => `items ${SIZE * (page - 1)}-${SIZE * page - 1}/${SIZE * PAGES}`],
  ["X-Pagination", () => JSON.stringify({ TotalCount: SIZE * PAGES, PageSize: SIZE })],
])("%s counts once", async (header, valueOn) => {
  const reply = (url: URL): { headers: Record<string, string[]>; body: unknown } => {
    const page = Number(url.searchParams.get("page") ?? 1);
    const value = valueOn(page);
    return { headers: { [header]: [value, value] }, body: page > PAGES ? [] : itemsFrom(SIZE * (page - 1), SIZE) };
  };
  await withService(reply, async (service) => {
    expect(await service.read()).toEqual(itemsFrom(0, SIZE * PAGES));
  });
});
