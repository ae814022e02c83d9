/** The provider's text in state: what it is, for ever, and what it does in a process of its own. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROVIDER_TEXT } from "../../provider/pulumi/lifecycle/stub.js";

/**
 * Runs `script` in a process of its own. `provider` is made of the stub's text, without a file name, as by the SDK's
 * host.
 */
function inHost(folder: string, script: string): unknown {
  const code = `
    const Module = require("node:module");
    const module_ = new Module("", undefined);
    module_.filename = "";
    module_.paths = [];
    module_._compile(${JSON.stringify(PROVIDER_TEXT)}, "");
    const provider = module_.exports.handler();
    (async () => { ${script} })().then(
      (result) => console.log(JSON.stringify(result ?? null)),
      (error) => console.log(JSON.stringify({ error: error.message })),
    );`;
  return JSON.parse(execFileSync(process.execPath, ["-e", code], { cwd: folder, encoding: "utf8" }));
}

describe("the provider's text", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "stub-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function installHandler(code: string): void {
    const home = join(folder, "node_modules", "pulumi-workflows");
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), JSON.stringify({ exports: { "./handler": "./handler.js" } }));
    writeFileSync(join(home, "handler.js"), code);
  }

  it("it is byte for byte what states of released versions have", () => {
    // A new digest would change the state of every stack at its next update.
    const digest = createHash("sha256").update(PROVIDER_TEXT).digest("hex");
    expect(digest).toBe("2021dfaa97bd498d705fa09b37be9391d89d3e39753f03e19b1d8f97840246c6");
  });

  it("it has no delete, so that a stack can be destroyed without this package", () => {
    const methods = ["configure", "check", "diff", "create", "read", "update"];
    expect(inHost(folder, "return Object.keys(provider)")).toEqual(methods);
  });

  it("configure keeps the settings before it returns, and loads and checks nothing", () => {
    const script = `
      provider.configure({ config: { bad: true } });
      return globalThis[Symbol.for("pulumi-workflows.config")];`;
    expect(inHost(folder, script)).toEqual({ bad: true });
  });

  it("its methods load the handler from the project's folder and pass all arguments on", () => {
    installHandler("exports.diff = function (...args) { return { args, own: this === exports }; };");
    const called = { args: ["id", { a: 1 }, { b: 2 }], own: true };
    expect(inHost(folder, 'return provider.diff("id", { a: 1 }, { b: 2 })')).toEqual(called);
  });

  it("where the package is not installed, the error has the command to run, and no name that anybody can register", () => {
    const message =
      /^pulumi-workflows cannot be loaded from .+\. Install the project's packages there \(such as `npm ci`\)\.$/;
    const error = expect.stringMatching(message) as string;
    expect(inHost(folder, "return provider.check({}, {})")).toEqual({ error });
  });

  it("an error in the handler itself is not taken for a missing package", () => {
    installHandler('throw new Error("broken inside");');
    expect(inHost(folder, "return provider.check({}, {})")).toEqual({ error: "broken inside" });
  });
});
