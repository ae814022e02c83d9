/** The plugin's SDK for Java: made from the schema, and compiled with the examples in it. Nothing is downloaded. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { javaClassPath, testIn } from "../support/languages.js";
import { findCli, isolated } from "../support/pulumi-cli.js";
import { ROOT } from "./executable.js";

const run = promisify(execFile);
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

testIn("java", "the plugin's SDK for Java")(
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
      await run("javac", ["-cp", javaClassPath(), "-d", join(folder, "classes"), ...files], { cwd: source, env });
      expect(existsSync(join(folder, "classes/com/pulumiworkflows/workflows/Workflows.class"))).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  300_000,
);
