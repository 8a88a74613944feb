import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * @typedef {object} Package an unpacked app of electron-builder
 * @property {string} resources
 * @property {string} executable what a person starts
 * @property {string} electron the binary with the fuses
 * @property {string | null} node the Node that runs pi; none is packaged for macOS
 * @property {import("./rules.mjs").Target} target
 */

/**
 * Finds the app for this machine in electron-builder's output folder, or in the app's own folder. Its paths are absolute,
 * since it is started from another folder.
 * @param {string} folder
 * @returns {Package}
 */
export function findPackage(folder) {
  const inside = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  for (const candidate of [folder, ...inside]) {
    const found = packageAt(resolve(candidate));
    if (found) return found;
  }
  throw new Error(
    `There is no unpacked app for ${process.platform} in ${folder}. Run \`npm run package -- --dir\` to create one.`,
  );
}

/**
 * @param {string} folder
 * @returns {Package | null}
 */
function packageAt(folder) {
  const app = join(folder, "Signalbox.app/Contents");
  if (process.platform === "darwin" && existsSync(join(app, "Resources/app.asar")))
    return {
      resources: join(app, "Resources"),
      executable: join(app, "MacOS/Signalbox"),
      electron: join(app, "Frameworks/Electron Framework.framework/Electron Framework"),
      node: null,
      target: { platform: "darwin", architectures: ["arm64", "x64"] },
    };
  const isWindows = process.platform === "win32";
  const executable = join(folder, isWindows ? "Signalbox.exe" : "signalbox");
  const resources = join(folder, "resources");
  if (!existsSync(executable) || !existsSync(join(resources, "app.asar"))) return null;
  return {
    resources,
    executable,
    electron: executable,
    node: join(resources, "node", isWindows ? "node.exe" : "node"),
    target: { platform: isWindows ? "win32" : "linux", architectures: [process.arch] },
  };
}
