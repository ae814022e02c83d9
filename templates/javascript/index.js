"use strict";
const { Workflows } = require("pulumi-workflows");

// The listing is kept in the stack's state. The next preview shows what changed in the service.
const workflows = new Workflows("workflows");

exports.count = workflows.count;
// The first workflow shows which fields your service has. To keep some of them only: `{ select: ["id"] }`.
exports.first = workflows.items.apply((items) => items[0]);
