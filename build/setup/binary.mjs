import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The script of a package's command, to be run by Node without the shims in .bin, which differ between systems.
 * @param {string} root
 * @param {string} packageName
 * @param {string} [command] if the package has several
 * @returns {string[]}
 */
export function binary(root, packageName, command = packageName) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const script = typeof bin === "string" ? bin : bin[command];
  if (!script) throw new Error(`${packageName} has no command ${command}`);
  return [join(folder, script)];
}
