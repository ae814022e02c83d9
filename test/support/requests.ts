/** Requests as the provider makes them, for tests of what sends them. */
import { createDeadline, systemClock } from "../../provider/base/deadline.js";
import type { ServiceRequest } from "../../provider/http/types.js";

/** The request for the listing at `url`, without a token. */
export function listingRequest(url: string, parts: Partial<ServiceRequest> = {}): ServiceRequest {
  return {
    doing: "list the workflows",
    method: "GET",
    url: new URL(url),
    headers: {},
    redirects: "same-origin",
    deadline: createDeadline(20, systemClock),
    ...parts,
  };
}
