// Changes the properties of each listing as `changes.json` says: `null` takes one away. The engine does this after check.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { PolicyPack } = require("@pulumi/policy");

const changes = Object.entries(JSON.parse(readFileSync(join(__dirname, "changes.json"), "utf8")));

new PolicyPack("changes", {
  enforcementLevel: "remediate",
  policies: [
    {
      name: "change-listings",
      description: "Changes what a listing is read with.",
      remediateResource: ({ type, props }) => {
        if (changes.length === 0 || !type.endsWith("Workflows")) {
          return undefined;
        }
        for (const [name, value] of changes) {
          if (value === null) {
            delete props[name];
          } else {
            props[name] = value;
          }
        }
        return props;
      },
    },
  ],
});
