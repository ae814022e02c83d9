/** Each function's owner, among files and in a minified bundle. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { ownersInBundle, ownersOfFiles } from "./owners.js";
import { type Frame, NOT_COUNTED, type Recording } from "./read-profile.js";

const SCRIPT = "file:///plugins/executable";
const RECORDER = "file:///recorder.cjs";

function frame(url: string, lineNumber = 1, columnNumber = 1, scriptId = "7"): Frame {
  return { functionName: "", scriptId, url, lineNumber, columnNumber };
}

function recordingOf(frames: readonly Frame[]): Recording {
  const nodes = frames.map((callFrame, id) => ({ id, callFrame }));
  return { script: SCRIPT, recorder: RECORDER, startMilliseconds: 0, profile: { nodes, startTime: 0, endTime: 0 } };
}

const files = ownersOfFiles(recordingOf([]), "file:///checkout/dist/");

test.each([
  [RECORDER, NOT_COUNTED],
  ["file:///project/index.ts", "the program"],
  ["file:///checkout/dist/pulumi/host.js", "`pulumi-workflows`"],
  ["file:///checkout/node_modules/got/dist/source/index.js", "`got`"],
  ["file:///checkout/node_modules/@pulumi/pulumi/resource.js", "`@pulumi/pulumi`"],
  ["file:///checkout/node_modules/@pulumi/pulumi/node_modules/semver/index.js", "`semver`"],
  ["file:///checkout/node_modules/@pulumi/pulumi/proto/provider_pb.js", "`google-protobuf`, the SDK's messages"],
  ["file:///checkout/node_modules/@jridgewell/trace-mapping/dist/x.js", "`ts-node`, its source maps"],
  ["node:internal/http2/core", "Node: HTTP/2"],
  ["node:_http_client", "Node: HTTP/1, sockets, streams"],
  ["node:internal/streams/readable", "Node: HTTP/1, sockets, streams"],
  ["node:internal/modules/cjs/loader", "Node: finds, reads and compiles modules"],
  ["node:events", undefined],
])("a function of %s is of %s", (url, owner) => {
  expect(files.ownerOf(frame(url))).toBe(owner);
});

test.each([
  ["node:internal/modules/cjs/loader", 1, 1, true],
  ["node:internal/bootstrap/realm", 1, 1, true],
  ["node:net", 0, 0, false],
  ["file:///project/index.ts", 0, 0, true],
  ["file:///project/index.ts", 0, 1, false],
])("what a function of %s at %d:%d calls is the loading of modules: %s", (url, line, column, isLoading) => {
  expect(files.isLoading(frame(url, line, column))).toBe(isLoading);
});

test("in a minified bundle, each function is of the module in which it was written", async () => {
  const { text, map } = await bundle();
  // As V8 has it: one line before the bundle, the place where the parameters start.
  const at = (pattern: RegExp): Frame => {
    const before = text.slice(0, text.search(pattern)).split("\n");
    return frame(SCRIPT, before.length, before.at(-1)?.length ?? 0);
  };
  const owners = ownersInBundle(recordingOf([at(/^/)]), map);
  const [loader, firstModule, first, secondModule, second, ours] = [
    at(/\(\w+,\w+\)=>\(\)=>/),
    at(/\w+=>\{\w+\.first=/),
    at(/\(\)\{return"the first"/),
    at(/\w+=>\{\w+\.second=/),
    at(/\(\)\{return"the second"/),
    at(/\(\)=>"ours"/),
  ];
  expect([loader, firstModule, first, secondModule, second, ours].map((one) => owners.ownerOf(one))).toEqual([
    undefined,
    "`first`",
    "`first`",
    "`second`",
    "`second`",
    "`pulumi-workflows`",
  ]);
  expect([loader, firstModule, first].map((one) => owners.isLoading(one))).toEqual([true, false, false]);
});

async function bundle(): Promise<{ text: string; map: string }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "workflows-owners-")));
  const names = ["first", "second"];
  for (const name of names) {
    await mkdir(join(root, "node_modules", name), { recursive: true });
    const text = `exports.${name} = function () { return "the ${name}"; };`;
    await writeFile(join(root, "node_modules", name, "index.js"), text);
  }
  const requires = names.map((name) => `require("${name}").${name}()`);
  await writeFile(join(root, "main.js"), `module.exports = [${requires.join(", ")}, () => "ours"];`);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["main.js"],
    outfile: "out.js",
    write: false,
    bundle: true,
    platform: "node",
    minify: true,
    sourcemap: "external",
  });
  await rm(root, { recursive: true });
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  return { text: textOf(".js"), map: textOf(".map") };
}
