/** `npm run licences`: one line that counts them, and then each package with its own. */
import { installedWithThePackage } from "./licences.js";

const packages = installedWithThePackage();
const counts = new Map<string, number>();
for (const { licence } of packages) {
  counts.set(licence, (counts.get(licence) ?? 0) + 1);
}
const listed = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${licence} (${count})`);

console.log(`${packages.length} packages: ${listed.join(", ")}`);
for (const { name, version, licence } of packages) {
  console.log(`  ${name} ${version}: ${licence}`);
}
