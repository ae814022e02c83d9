/** The process of the SDK's own host for dynamic providers. */
import { startChild, type Child } from "./child.js";
import type { Sdk } from "./sdk.js";

export interface HostProcessOptions {
  readonly sdk: Sdk;
  /** Where the engine's log is served. */
  readonly engineAddress: string;
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string, stream: "stdout" | "stderr") => void;
}

/** Resolves with the port, which is the first line that it prints; what comes after it is output. */
export async function startHostProcess(options: HostProcessOptions): Promise<{ child: Child; port: string }> {
  return new Promise((resolve, reject) => {
    let port: string | undefined;
    const child = startChild([options.sdk.providerHost, options.engineAddress], {
      cwd: options.directory,
      env: options.env,
      onLine: (line, stream) => {
        if (port === undefined && stream === "stdout") {
          port = line.trim();
          resolve({ child, port });
        } else {
          options.onLine(line, stream);
        }
      },
    });
    child.exited.then(
      ({ code }) => reject(new Error(`The SDK's provider host ended with code ${String(code)} before it served.`)),
      reject,
    );
  });
}
