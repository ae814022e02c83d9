/**
 * `npm run check`: checks types, lint and format. All three run even if one fails, so that one run prints everything
 * that is wrong. The last line names what failed.
 */
import { spawnSync } from "node:child_process";

const CHECKS = {
  // The examples use the types of the built package, so it is built first.
  types: "npm run --silent build && tsc -p . --noEmit",
  lint: "eslint . --cache --cache-location node_modules/.cache/eslint/ --cache-strategy content",
  format: "prettier --check . --cache",
};

const failed = Object.keys(CHECKS).filter((name) => {
  console.log(`Checking ${name} …`);
  return spawnSync(CHECKS[name], { shell: true, stdio: "inherit" }).status !== 0;
});
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}. \`npm run format\` fixes the format, and a part of lint.`);
  process.exitCode = 1;
}
