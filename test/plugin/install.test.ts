/** The plugin from a server of archives, on a machine with the CLI alone: no Node.js on PATH, an empty home. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { startFakeService } from "../support/fake-service.js";
import { packPlugin } from "../../scripts/plugin/archive.js";
import { testIn } from "../support/languages.js";
import { findCli, isolated } from "../support/pulumi-cli.js";
import { serveFolder } from "../support/loopback.js";
import { VERSION } from "./executable.js";

const run = promisify(execFile);

const PROGRAM = `name: listing
runtime: yaml
resources:
  all:
    type: workflows:Workflows
outputs:
  count: \${all.count}
`;

testIn("yaml", "package add from a server of archives")(
  "one command adds it to a project, and one installs it for a fresh clone",
  async () => {
    const root = await mkdtemp(join(tmpdir(), "workflows-install-"));
    await packPlugin({ version: VERSION, outdir: join(root, "archives") });
    const server = await serveFolder(join(root, "archives"));
    await using service = await startFakeService();

    const machine = async (name: string) => {
      const [home, path] = [join(root, `${name}-home`), join(root, `${name}-path`)];
      await Promise.all([mkdir(home), mkdir(path)]);
      // The YAML host runs beside the CLI.
      for (const program of ["pulumi", "pulumi-language-yaml", "pulumi-converter-yaml"]) {
        const folder = (findCli() ?? "").split(delimiter).find((one) => existsSync(join(one, program)));
        if (folder !== undefined) {
          await symlink(join(folder, program), join(path, program));
        }
      }
      const own = { ...isolated(home, home), PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false" };
      const env = { ...own, ...service.environment(), HOME: home, PATH: path };
      return async (cwd: string, ...args: readonly string[]): Promise<string> =>
        (await run("pulumi", ["--non-interactive", ...args], { cwd, env })).stdout;
    };
    const deploy = async (pulumi: Awaited<ReturnType<typeof machine>>, folder: string): Promise<unknown> => {
      await pulumi(folder, "stack", "init", "test");
      await pulumi(folder, "up", "--yes", "--skip-preview");
      return JSON.parse(await pulumi(folder, "stack", "output", "--json")) as unknown;
    };

    const project = join(root, "project");
    await mkdir(project);
    await writeFile(join(project, "Pulumi.yaml"), PROGRAM);
    const first = await machine("first");
    await first(project, "package", "add", `workflows@${VERSION}`, "--server", server.url);
    expect(await deploy(first, project)).toEqual({ count: 5 });

    const clone = join(root, "clone");
    await cp(project, clone, { recursive: true });
    const second = await machine("second");
    await second(clone, "install");
    expect(await deploy(second, clone)).toEqual({ count: 5 });
    expect(server.requests).toHaveLength(2);

    const commandLine = ["plugin", "run", "--kind", "resource", `workflows@${VERSION}`, "--"];
    expect(JSON.parse(await second(clone, ...commandLine, "check", "--json"))).toMatchObject({ ok: true });
    await expect(second(clone, ...commandLine, "check", "--stack", "none")).rejects.toMatchObject({ code: 2 });

    await server.close();
    await rm(root, { recursive: true });
  },
  240_000,
);
