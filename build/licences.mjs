/**
 * The packages that are shipped, with the texts of their licences, as one file beside the board: what the lock file
 * says the service needs, and what the build took into the board's own bundles.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ name: string, version: string, licence: string, text: number | null }} Shipped */

const inPackage = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Vite plugins: the page's writes `licences.json`, with what the workers' own found in the bundles that are made first.
 * @param {string} root of the project
 * @returns {{ page: import("vite").Plugin, worker: import("vite").Plugin }}
 */
export function licences(root) {
  /** @type {Set<string>} */
  const bundled = new Set();
  /** @param {Iterable<string>} ids of modules */
  const note = (ids) => {
    for (const id of ids) {
      const folder = inPackage.exec(id.replaceAll("\\", "/"))?.[1];
      if (folder !== undefined) bundled.add(folder);
    }
  };
  return {
    worker: {
      name: "licences-of-workers",
      apply: "build",
      generateBundle() {
        note(this.getModuleIds());
      },
    },
    page: {
      name: "licences",
      apply: "build",
      generateBundle() {
        note(this.getModuleIds());
        const source = JSON.stringify(
          shippedPackages([...new Set([...productionFolders(root), ...bundled])]),
        );
        this.emitFile({ type: "asset", fileName: "licences.json", source });
      },
    },
  };
}

/**
 * The folders of the packages that the service needs at run time, as far as this machine has them.
 * @param {string} root
 */
export function productionFolders(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, entry]) => path.startsWith("node_modules/") && entry.dev !== true && entry.link !== true)
    .map(([path]) => join(root, path))
    .filter((folder) => existsSync(join(folder, "package.json")));
}

/**
 * @param {readonly string[]} folders of packages
 * @returns {{ packages: Shipped[], texts: string[] }} each text once
 */
export function shippedPackages(folders) {
  /** @type {Map<string, number>} */
  const texts = new Map();
  /** @type {Map<string, Shipped>} */
  const packages = new Map();
  for (const folder of folders) {
    const { name, version, license, licenses } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    if (typeof name !== "string" || typeof version !== "string") continue;
    const text = licenceText(folder);
    if (text !== null && !texts.has(text)) texts.set(text, texts.size);
    packages.set(`${name}@${version}`, {
      name,
      version,
      licence: licenceName(license ?? licenses),
      text: text === null ? null : (texts.get(text) ?? null),
    });
  }
  const sorted = [...packages.values()].sort(
    (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version),
  );
  return { packages: sorted, texts: [...texts.keys()] };
}

/**
 * @param {unknown} field as package.json has it, old spellings included
 * @returns {string}
 */
function licenceName(field) {
  if (typeof field === "string") return field;
  if (Array.isArray(field)) return field.map(licenceName).join(" OR ");
  return typeof field === "object" && field !== null && "type" in field ? String(field.type) : "not named";
}

/**
 * The licence and the notice that goes with it; null where there is neither.
 * @param {string} folder
 */
function licenceText(folder) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const text = files.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
  return text === "" ? null : text;
}
