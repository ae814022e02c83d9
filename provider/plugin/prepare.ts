/** Loads what a read needs while the engine is still on its way to ask for one. */

/** Long enough for the answer to Configure to be on its way first. */
const AFTER_MILLISECONDS = 2;

/** To be called once the provider is configured: the engine then goes to the program and back before it asks. */
export function prepareToRead(): void {
  setTimeout(() => {
    void Promise.all([
      import("got"),
      import("p-retry"),
      import("../http/transport.js"),
      import("../auth/token-source.js"),
      import("../workflows/read-listing.js"),
      import("../workflows/view.js"),
    ]);
  }, AFTER_MILLISECONDS).unref();
}
