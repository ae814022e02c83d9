/** The plugin over an empty YAML stack, and beside a plugin that does nothing. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { startEmulator } from "../../provider/testing/emulator.js";
import { installPlugins, makeStack, reads, resources, setValues } from "../plugin/bench/stacks.js";
import { measureInTurns, type Timings } from "./measure.js";
import { FAR_MILLISECONDS } from "./small.js";

export interface PluginCase {
  readonly name: string;
  /** What Terraform's restapi, restful and http providers took for the same work: milliseconds over an empty configuration. */
  readonly peers?: readonly [restapi: number, restful: number, http: number];
}

export const EMPTY = "empty YAML stack";
const OURS = "100 resources";
const NOTHING = "100 resources of a plugin that does nothing";
const READS_OF_NOTHING = "100 reads of a plugin that only responds";
const WITH_CERTIFICATES = "1 read, `NODE_EXTRA_CA_CERTS` set";

/** The peers' figures were measured once, on two cores: medians of eleven. */
export const PLUGIN_CASES: readonly PluginCase[] = [
  { name: "1 read", peers: [117, 129, 124] },
  { name: WITH_CERTIFICATES },
  { name: "10 reads", peers: [139, 168, 168] },
  { name: "100 reads", peers: [346, 478, 468] },
  { name: READS_OF_NOTHING },
  { name: `100 reads, the service ${FAR_MILLISECONDS} ms away`, peers: [1297, 909, 997] },
  { name: "1 resource" },
  { name: OURS },
  { name: NOTHING },
];

/** `pulumi up --skip-preview` that changes nothing, the plugin installed. */
export async function measurePlugin(path: string, runs: number, report: (line: string) => void): Promise<Timings> {
  await using service = await startEmulator();
  await using far = await startEmulator({ latencyMilliseconds: FAR_MILLISECONDS });
  report("installing the plugins");
  const bench = await installPlugins(path);
  try {
    const stack = (name: string, body: string, variables: NodeJS.ProcessEnv = service.environment()) =>
      makeStack(bench, name.replaceAll(/\W+/g, "-").toLowerCase(), body, variables).then((made) => ({
        name,
        stack: made,
      }));
    const certificates = join(bench.folder, "certificates.pem");
    await writeFile(certificates, rootCertificates.join("\n"));
    const ours = await stack(OURS, resources("workflows:Workflows", 100));
    await ours.stack.up();
    await setValues(bench, await ours.stack.outputsOf("workflows:index:Workflows"));
    const stacks = [
      await stack(EMPTY, ""),
      await stack("1 read", reads("workflows", 1)),
      await stack(WITH_CERTIFICATES, reads("workflows", 1), {
        ...service.environment(),
        NODE_EXTRA_CA_CERTS: certificates,
      }),
      await stack("10 reads", reads("workflows", 10)),
      await stack("100 reads", reads("workflows", 100)),
      await stack(READS_OF_NOTHING, reads("nothing", 100)),
      await stack(`100 reads, the service ${FAR_MILLISECONDS} ms away`, reads("workflows", 100), far.environment()),
      await stack("1 resource", resources("workflows:Workflows", 1)),
      ours,
      await stack(NOTHING, resources("nothing:Workflows", 100)),
    ];
    // The first update makes the state and the caches.
    for (const { stack: made } of stacks) {
      await made.up();
    }
    return await measureInTurns(
      stacks.map(({ name, stack: made }) => ({ name, run: () => made.up() })),
      runs,
      (round) => report(`the plugin, round ${round} of ${runs}`),
    );
  } finally {
    await rm(bench.folder, { recursive: true, force: true });
  }
}
