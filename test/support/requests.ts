/** Requests as the provider makes them, for tests of what sends them. */
import { createTransport, type TransportOptions } from "./transport.js";
import { createDeadline, systemClock } from "../../provider/base/deadline.js";
import type { ServiceRequest, ServiceResponse } from "../../provider/http/types.js";
import { createHastyClock } from "./clocks.js";

/** Makes the request for the listing at `url`, without a token. */
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

/** Requests the listing of the service at `baseUrl`, over a transport whose waits take a millisecond. */
export function requestListing(
  { url: baseUrl }: { url: string },
  options: TransportOptions = {},
  parts: Partial<ServiceRequest> = {},
): Promise<ServiceResponse> {
  const transport = createTransport({ clock: createHastyClock(), ...options });
  return transport.send(listingRequest(`${baseUrl}/v2/workflows`, parts));
}
