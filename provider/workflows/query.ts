/** Query parameters in an address. */
import type { Query } from "./argument-types.js";

/** The address with these parameters and no others; a list repeats its key. */
export function withQuery(address: URL, query: Query): URL {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const element of typeof value === "object" ? value : [value]) {
      parameters.append(key, String(element));
    }
  }
  const url = new URL(address);
  // `+` is a space to forms only; `%20` is one to every service.
  url.search = parameters.toString().replaceAll("+", "%20");
  return url;
}
