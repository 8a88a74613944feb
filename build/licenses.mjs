/**
 * Lists the packages that are shipped, with the texts of their licenses, in one file beside the board: what the service
 * needs according to the lock file, and what the build put into the board's bundles.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { billOfMaterials } from "./sbom.mjs";

/** @typedef {{ name: string, version: string, licence: string, text: number | null }} ShippedPackage `licence` is spelled as the board reads it */

const inPackage = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Vite plugins: the one of the page writes `licences.json` and the bill of materials, the one of the workers collects from bundles that are built first.
 * @param {string} root of the project
 * @param {readonly string[]} copied folders of packages whose files are copied into the build
 * @returns {{ page: import("vite").Plugin, worker: import("vite").Plugin }}
 */
export function licensePlugins(root, copied = []) {
  /** @type {Set<string>} */
  const bundled = new Set(copied);
  /** @param {Iterable<string>} ids of modules */
  const note = (ids) => {
    for (const id of ids) {
      const folder = inPackage.exec(id.replaceAll("\\", "/"))?.[1];
      if (folder !== undefined) bundled.add(folder);
    }
  };
  return {
    worker: {
      name: "worker-licenses",
      apply: "build",
      generateBundle() {
        note(this.getModuleIds());
      },
    },
    page: {
      name: "licenses",
      apply: "build",
      generateBundle() {
        note(this.getModuleIds());
        const source = JSON.stringify(
          shippedPackages([...new Set([...productionFolders(root), ...bundled])]),
        );
        this.emitFile({ type: "asset", fileName: "licences.json", source });
        const bill = billOfMaterials(root, { shipped: productionFolders(root), bundled: [...bundled] });
        this.emitFile({ type: "asset", fileName: "sbom.cdx.json", source: JSON.stringify(bill, null, 1) });
      },
    },
  };
}

/**
 * The folders of the packages that the service needs at run time and that are installed here.
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
 * @returns {{ packages: ShippedPackage[], texts: string[] }} every text once
 */
export function shippedPackages(folders) {
  /** @type {Map<string, number>} */
  const texts = new Map();
  /** @type {Map<string, ShippedPackage>} */
  const packages = new Map();
  for (const folder of folders) {
    const { name, version, license, licenses } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    if (typeof name !== "string" || typeof version !== "string") continue;
    const text = licenseText(folder);
    if (text !== null && !texts.has(text)) texts.set(text, texts.size);
    packages.set(`${name}@${version}`, {
      name,
      version,
      licence: licenseName(license ?? licenses),
      text: text === null ? null : (texts.get(text) ?? null),
    });
  }
  const sorted = [...packages.values()].sort(
    (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version),
  );
  return { packages: sorted, texts: [...texts.keys()] };
}

/**
 * @param {unknown} field of package.json, in its present or an older form
 * @returns {string}
 */
function licenseName(field) {
  if (typeof field === "string") return field;
  if (Array.isArray(field)) return field.map(licenseName).join(" OR ");
  return typeof field === "object" && field !== null && "type" in field ? String(field.type) : "not named";
}

/**
 * The license with its notice. Returns null if there is neither.
 * @param {string} folder
 */
function licenseText(folder) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const text = files.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
  return text === "" ? null : text;
}
