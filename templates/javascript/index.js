"use strict";
const { Workflows } = require("pulumi-workflows");

// The listing is kept in the stack's state. The next preview shows what changed in the service.
const all = new Workflows("workflows");

exports.count = all.count;
// One line for each workflow, its first two fields: "wf_1: Nightly import".
exports.workflows = all.items.apply((items) => items.map((workflow) => Object.values(workflow).slice(0, 2).join(": ")));
