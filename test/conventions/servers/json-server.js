// json-server 0.17: pages by query parameters, with a Link header and X-Total-Count.
const jsonServer = require("json-server");

const workflows = Array.from({ length: Number(process.argv[2]) }, (_, index) => ({
  id: index + 1,
  name: `Workflow ${index + 1}`,
}));
const app = jsonServer.create();
app.use(jsonServer.defaults({ logger: false }));
app.use("/v2", jsonServer.router({ workflows }));
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
