// The program of the demo: an alarm for each workflow. `npm run demo` deploys it against the emulator of the service.
import { ComponentResource } from "@pulumi/pulumi";
import { Workflows } from "pulumi-workflows";

/** Stands for an alarm of your monitoring provider. */
class Alarm extends ComponentResource {
  constructor(name: string, args: { title: string }) {
    super("demo:index:Alarm", name, args);
  }
}

export = async () => {
  const all = new Workflows<{ id: string; name: string }>("all");
  for (const { id, name } of await all.read()) {
    new Alarm(`${id}-failed`, { title: name });
  }
};
