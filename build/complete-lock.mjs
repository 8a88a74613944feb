// Adds the missing entries of optional platform packages to package-lock.json. A registry without every platform leaves
// such gaps, and `npm ci` refuses a lock with gaps. An added entry has no integrity until a full registry fills it in.
// Run after every change of the dependencies.
import { readFileSync, writeFileSync } from "node:fs";

const systems = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "openharmony",
  "win32",
  "netbsd",
  "openbsd",
  "sunos",
  "aix",
];
const processors = [
  "arm64",
  "x64",
  "ia32",
  "ppc64",
  "riscv64",
  "s390x",
  "arm",
  "loong64",
  "mips64el",
  "wasm32",
];

/**
 * The platform in the name of a package. Returns null if the name has none.
 * @param {string} name
 */
export function platformOf(name) {
  const tail = name.split("/").at(-1) ?? "";
  const os = systems.find((system) => tail.includes(system));
  const cpu = processors.find((processor) => new RegExp(`(^|[-_.])${processor}($|[-_.])`).test(tail));
  if (!os && !cpu) return null;
  const libc = tail.includes("musl") ? "musl" : tail.includes("gnu") && os === "linux" ? "glibc" : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(os && { os: [os] }), ...(libc && { libc: [libc] }) };
}

/**
 * Returns the lock without gaps, and the names that were added.
 * @typedef {{ version?: string, optional?: boolean, optionalDependencies?: Record<string, string>, dependencies?: Record<string, string>, dev?: boolean }} Entry
 * @param {{ packages: Record<string, Entry> }} lock
 */
export function completeLock(lock) {
  /** @type {Record<string, Entry>} */
  const packages = { ...lock.packages };
  const root = structuredClone(packages[""] ?? {});
  for (const name of Object.keys(root.optionalDependencies ?? {})) delete root.dependencies?.[name];
  const added = [];
  for (const [parent, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const known = packages[`${parent}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
      const platform = platformOf(name);
      if (known || !platform || !/^\d[\w.+-]*$/.test(version)) continue;
      packages[`node_modules/${name}`] = {
        version,
        ...(entry.dev && { dev: true }),
        optional: true,
        ...platform,
      };
      added.push(name);
    }
  }
  const names = Object.keys(packages)
    .filter((name) => name !== "")
    .sort();
  const sorted = Object.fromEntries(names.map((name) => [name, packages[name]]));
  return { lock: { ...lock, packages: { "": root, ...sorted } }, added };
}

const [, script, file] = process.argv;
if (
  file &&
  script &&
  import.meta.filename.endsWith("complete-lock.mjs") &&
  script.endsWith("complete-lock.mjs")
) {
  const { lock, added } = completeLock(JSON.parse(readFileSync(file, "utf8")));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${added.length} entries added\n`);
}
