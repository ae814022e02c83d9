// Keeps Node.js's compiled code between deployments. Node.js 22.8 and later have this; older versions go on without it.
require("node:module").enableCompileCache?.(`${__dirname}/node_modules/.cache/node`);
