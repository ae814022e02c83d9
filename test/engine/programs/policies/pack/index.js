// A policy pack without `@pulumi/policy`. It sets `select` of every listing, after the engine has checked its inputs.
const grpc = require("@grpc/grpc-js");
const { AnalyzerService } = require("@pulumi/pulumi/proto/analyzer_grpc_pb");
const analyzer = require("@pulumi/pulumi/proto/analyzer_pb");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb");
const { ListValue, Value } = require("google-protobuf/google/protobuf/struct_pb");

const name = "listings";

function remediate(request) {
  const response = new analyzer.RemediateResponse();
  if (!request.getType().endsWith(":Workflows")) {
    return response;
  }
  const properties = request.getProperties();
  const select = new ListValue().setValuesList([new Value().setStringValue("id")]);
  properties.getFieldsMap().set("select", new Value().setListValue(select));
  return response.setRemediationsList([
    new analyzer.Remediation().setPolicyname(name).setPolicypackname(name).setProperties(properties),
  ]);
}

const responses = {
  handshake: () => new analyzer.AnalyzerHandshakeResponse(),
  configure: () => new Empty(),
  configureStack: () => new analyzer.AnalyzerStackConfigureResponse(),
  getPluginInfo: () => new PluginInfo().setVersion("1.0.0"),
  getAnalyzerInfo: () => new analyzer.AnalyzerInfo().setName(name).setVersion("1.0.0"),
  analyze: () => new analyzer.AnalyzeResponse(),
  analyzeStack: () => new analyzer.AnalyzeResponse(),
  remediate,
  cancel: () => new Empty(),
};
const handlers = Object.entries(responses).map(([call, respond]) => [
  call,
  ({ request }, done) => done(null, respond(request)),
]);

const server = new grpc.Server();
server.addService(AnalyzerService, Object.fromEntries(handlers));
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (_error, port) => {
  // The engine reads this line.
  process.stdout.write(`${port}\n`);
});
