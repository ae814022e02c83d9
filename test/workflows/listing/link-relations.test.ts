/** Which relation of a link leads to the next page, in a header and in the body, over a socket. */
import { itemsFrom, withService } from "../listing-service.js";

type Links = (next: string | undefined) => object;

/** Beside the list, with other links before the one to the next page. */
const inBody =
  (linkTo: (next: string) => object): Links =>
  (next) => ({
    links: [{ rel: "self", href: "?page=1" }, { rel: "firstPage", href: "?page=1" }, ...(next ? [linkTo(next)] : [])],
  });

it.each<[what: string, links: Links]>([
  ["nextPage (VMware)", inBody((href) => ({ rel: "nextPage", href }))],
  ["next_page (PayPal)", inBody((href) => ({ rel: "next_page", href }))],
  ["a relation of a vocabulary", inBody((href) => ({ rel: "hydra:next", href }))],
  ["a relation that is an address", inBody((uri) => ({ rel: "https://example.org/rels/next", uri }))],
  ["a name", inBody((href) => ({ name: "next", href }))],
  ["a key", inBody((next) => ({ next }))],
])("a link in the body by %s is followed", async (_, links) => {
  const reply = (url: URL): { body: object } => {
    const page = Number(url.searchParams.get("page") ?? 1);
    return { body: { workflows: itemsFrom(2 * page - 2, 2), ...links(page < 3 ? `?page=${page + 1}` : undefined) } };
  };
  await withService(reply, async (service) => {
    expect(await service.read()).toEqual(itemsFrom(0, 6));
    expect(service.targets).toHaveLength(3);
  });
});
