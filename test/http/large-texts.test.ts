/** That the redactor's time is in proportion to the text. A file of its own: it would take seconds for each mutant of a mutation run. */
import { createRedactor } from "../../provider/http/redactor.js";

it("many secrets and large texts take time in proportion", () => {
  const redactor = createRedactor();
  for (let number = 0; number < 5000; number += 1) {
    redactor.add(`workflow-with-a-common-start-${number}`);
  }
  redactor.add("a".repeat(3000));
  redactor.redact("workflow-with-a-common-start-17");
  const started = process.cpuUsage();
  redactor.redact("workflow-with-a-common… ".repeat(2000), true);
  redactor.redact("a".repeat(50_000));
  redactor.redact("%25".repeat(20_000) + "[secret]".repeat(2000));
  // Processor time: another program on the machine changes it little. Microseconds.
  expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
}, 60_000);
