/** Runs the program with the SDK's own runner, a process of its own, as the engine's language host does. */
import { startChild } from "./child.js";
import { onceStopped, type Phase } from "./phase.js";
import type { Services } from "./services.js";
import type { ConfigValue } from "./types.js";

/** The runner's exit code after an error that it has printed. */
const ALREADY_TOLD = 32;

/**
 * Resolves when the program has registered everything, or has failed, which it reports. What it returns releases the
 * program, which waits for the engine to be done, and waits for its end.
 */
export async function runProgram(
  phase: Phase,
  services: Services,
  config: Readonly<Record<string, ConfigValue>>,
): Promise<() => Promise<void>> {
  const { project, stackName, transcript } = phase;
  const child = startChild(
    [
      project.sdk.runner,
      ...["--monitor", services.address, "--engine", services.address],
      ...["--organization", "organization", "--project", project.name, "--root-directory", project.root],
      ...["--stack", stackName, "--pwd", project.directory],
      ...(phase.dryRun ? ["--dry-run"] : []),
      ...["--parallel", "16"],
      project.entry,
    ],
    {
      cwd: project.directory,
      env: {
        ...phase.env,
        // The runner takes keys as older SDKs had them, "namespace:config:name", as the engine writes them.
        PULUMI_CONFIG: JSON.stringify(
          Object.fromEntries(Object.entries(config).map(([key, { value }]) => [key.replace(":", ":config:"), value])),
        ),
        PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(Object.keys(config).filter((key) => config[key]?.secret === true)),
        ...(project.typescript ? { PULUMI_NODEJS_TYPESCRIPT: "true" } : {}),
      },
      onLine: (line, stream) => {
        // What a program prints about an engine that is gone is of no use.
        if (!phase.stopped.aborted) {
          transcript.diagnostic({
            severity: stream === "stderr" ? "info#err" : "info",
            message: line,
            urn: phase.stackUrn,
          });
        }
      },
    },
  );
  const ended = child.exited.then(({ code, signal }) => {
    if (code !== 0 && !phase.stopped.aborted) {
      const how = code === null ? `was ended by ${String(signal)}` : `exited with non-zero exit code: ${code}`;
      phase.fail(code === ALREADY_TOLD ? undefined : `Program ${how}`, phase.stackUrn);
    }
  });
  await Promise.race([services.programDone, ended, onceStopped(phase)]);
  return async () => {
    if (phase.stopped.aborted) {
      await child.stop();
    }
    services.release();
    await ended;
    await services.close();
  };
}
