/** The plugin's SDK for Java: made from the schema, and compiled with the examples in it. Nothing is downloaded. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import { findCli, isolated } from "../support/pulumi-cli.js";
import { ROOT } from "./executable.js";

const run = promisify(execFile);
const JARS = join(homedir(), ".m2/repository");

/** What the generated SDK is compiled against, where Maven keeps it. */
const LIBRARIES = ["com/pulumi/pulumi", "com/google/code/findbugs/jsr305", "com/google/code/gson/gson"];

/** Why the SDK cannot be compiled here, if it cannot. */
function missing(): string | undefined {
  const folders = (findCli() ?? "").split(delimiter);
  const host = folders.some((folder) => folder !== "" && existsSync(join(folder, "pulumi-language-java")));
  if (!host) {
    return "there is no Pulumi CLI with pulumi-language-java on PATH";
  }
  if (!hasJavac()) {
    return "there is no javac on PATH";
  }
  const library = LIBRARIES.find((name) => jarsIn(name).length === 0);
  return library === undefined ? undefined : `Maven has not downloaded ${library}`;
}

function hasJavac(): boolean {
  try {
    execFileSync("javac", ["-version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function jarsIn(library: string): readonly string[] {
  const folder = join(JARS, library);
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".jar"))
        .map((file) => join(folder, file))
    : [];
}

interface Schema {
  readonly provider: { readonly description: string };
  readonly resources: Readonly<Record<string, { readonly description: string }>>;
  readonly functions: Readonly<Record<string, { readonly description: string }>>;
}

/** The Java of each example in the schema. */
function examples(): readonly string[] {
  const schema = JSON.parse(readFileSync(join(ROOT, "schema.json"), "utf8")) as Schema;
  const described = [schema.provider, ...Object.values(schema.resources), ...Object.values(schema.functions)];
  return described.flatMap(({ description }) => /```java\n(.*?)\n```/s.exec(description)?.[1] ?? []);
}

const reason = missing();
if (reason !== undefined) {
  process.stderr.write(`SKIPPED: the plugin's SDK for Java is compiled, because ${reason}.\n`);
}

(reason === undefined ? test : test.skip)(
  "the plugin's SDK for Java is compiled, with the examples of the schema",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "workflows-java-"));
    try {
      await mkdir(join(folder, "state"));
      const env = { ...process.env, ...isolated(join(folder, "home"), join(folder, "state")), PATH: findCli() };
      const schema = join(ROOT, "schema.json");
      await run("pulumi", ["package", "gen-sdk", "--language", "java", "--out", folder, schema], { env });
      const methods = examples().map((code, index) => `static void example${index}(Context ctx) {\n${code}\n}`);
      expect(methods).toHaveLength(6);
      const program = [
        "import com.pulumi.Context;",
        "import com.pulumi.resources.CustomResourceOptions;",
        "import com.pulumiworkflows.workflows.*;",
        "import com.pulumiworkflows.workflows.inputs.*;",
        "import java.util.Map;",
        `class Examples {\n${methods.join("\n")}\n}`,
      ];
      const source = join(folder, "java/src/main/java");
      await writeFile(join(source, "Examples.java"), program.join("\n"));
      const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".java"));
      const classPath = LIBRARIES.flatMap(jarsIn).join(delimiter);
      await run("javac", ["-cp", classPath, "-d", join(folder, "classes"), ...files], { cwd: source, env });
      expect(existsSync(join(folder, "classes/com/pulumiworkflows/workflows/Workflows.class"))).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  300_000,
);
