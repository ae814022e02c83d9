// The OData adapter of SAP's Cloud Application Programming Model, over a table of SQLite in memory. Its pages have 100 items.
const cds = require("@sap/cds");
const express = require("express");

async function main(count) {
  // Standard output is for the port.
  cds.log.Logger = () => ({ ...console, trace() {}, debug() {}, log() {}, info() {} });
  const model = cds.compile(`
    entity Rows { key id : Integer; name : String; }
    @path: '/v2' @cds.query.limit.max: 100
    service Conventions { entity workflows as projection on Rows; }
  `);
  cds.model = cds.compile.for.nodejs(model);
  // The driver in WebAssembly needs no compiler.
  cds.env.requires.db = { impl: "@cap-js/sqlite", driver: "sql.js", credentials: { url: ":memory:" } };
  cds.db = await cds.connect.to("db");
  await cds.deploy(model, { silent: true }).to(cds.db);
  const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Workflow ${index + 1}` }));
  await cds.ql.INSERT.into("Rows").entries(rows);
  const app = express();
  await cds.serve("all").from(model).in(app);
  const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
}

void main(Number(process.argv[2]));
