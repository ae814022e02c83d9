// What happens before a deployment of a soak; `fails`: the deployment must end with an error that has its name.
module.exports.FAULTS = [
  { name: "none", arrange: () => undefined },
  { name: "token revoked", arrange: (service) => service.revokeTokens() },
  { name: "503", arrange: (service) => service.failNext("listing", { status: 503 }, 2) },
  { name: "reset", arrange: (service) => service.failNext("token", { reset: "before-response" }) },
  { name: "403", arrange: (service) => service.failAlways("listing", { status: 403 }), fails: true },
];

/** What is wrong with how a deployment ended, in a list. `outputs`: as JSON; `undefined` if it failed with `failure`. */
module.exports.wrongIn = (fault, { outputs, failure }, expected) => {
  if (outputs === undefined) {
    return fault.fails && failure.includes(fault.name) ? [] : [`failed: ${failure.slice(0, 2000)}`];
  }
  if (fault.fails) {
    return ["deployed, though the service refused"];
  }
  return outputs === expected ? [] : [`gave ${outputs}, not ${expected}`];
};
