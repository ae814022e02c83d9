/** A process that deploys many times, as with the Automation API, keeps nothing of the deployments that have ended. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { startFakeService } from "../support/fake-service.js";

const PROGRAM = join(__dirname, "programs", "memory", "main.js");
/** One kept listing of this many takes more than 1 MB. */
const WORKFLOWS = 5000;

it("the heap stays the same over 24 deployments that read 5,000 workflows each", async () => {
  const workflows = Array.from({ length: WORKFLOWS }, (_, index) => ({ id: `w${index}`, name: "n".repeat(100) }));
  const service = await startFakeService({ workflows });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", PROGRAM, "24"], {
      env: { ...process.env, ...service.environment() },
    });
    // One token and one listing for each deployment.
    expect(service.requests).toHaveLength(48);
    const heap = (JSON.parse(stdout) as number[]).slice(4);
    expect(Math.max(...heap) - Math.min(...heap)).toBeLessThan(8);
  } finally {
    await service.close();
  }
}, 120_000);
