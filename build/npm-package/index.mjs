/**
 * Makes the npm package: the built service, its workers and the board, with the packages that it needs inside the archive,
 * so that an installation asks the registry only for the few that are chosen for each machine.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { closure, isRead } from "./closure.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const stage = join(root, "dist/npm/package");
const { version, description, license, dependencies, optionalDependencies } = read("package.json");
const lock = read("package-lock.json").packages;

/** They bring files for one platform each, which npm chooses. */
const perMachine = ["@napi-rs/keyring", "@lydell/node-pty"];
/** Built into the service, for the desktop app alone, or a CLI of its own. */
const leftOut = ["drizzle-orm", "electron-updater", "@earendil-works/pi-coding-agent"];

rmSync(dirname(stage), { recursive: true, force: true });
mkdirSync(join(stage, "bin"), { recursive: true });
for (const path of ["dist/service", "dist/renderer", "LICENSE", "CHANGELOG.md"]) copy(path);
cpSync(join(root, "migrations"), join(stage, "migrations"), {
  recursive: true,
  filter: (path) => !path.endsWith("_snapshot.json"),
});
cpSync(join(root, "build/npm-package/launcher.mjs"), join(stage, "bin/signalbox.mjs"));
writeFileSync(join(stage, "bin/node-packages.json"), json({ packages: nodePackages() }));
await buildExtensions();
const bundled = packIn();
writeFileSync(join(stage, "README.md"), readFileSync(join(root, "README.md")));
writeFileSync(join(stage, "package.json"), json(manifest(bundled)));
const { stdout } = await promisify(execFile)(
  "npm",
  ["pack", "--json", "--ignore-scripts", "--pack-destination", join(root, "dist")],
  { cwd: stage, maxBuffer: 256 * 1024 ** 2, shell: process.platform === "win32" },
);
const [packed] = JSON.parse(stdout);
const megabytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1024 ** 2)} MB`;
process.stdout.write(
  `dist/${packed.filename}: ${megabytes(packed.size)}, ${megabytes(packed.unpackedSize)} unpacked, ${packed.entryCount} files\n`,
);

/** @param {string} path */
function read(path) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

/** @param {unknown} value */
function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** @param {string} path */
function copy(path) {
  if (!existsSync(join(root, path))) throw new Error(`${path} is missing. Run \`npm run build\` first.`);
  cpSync(join(root, path), join(stage, path), {
    recursive: true,
    filter: (file) => !file.endsWith(".map"),
  });
}

/** By platform, the package that has Node for it, for machines with an older one. */
function nodePackages() {
  const named = Object.keys(optionalDependencies).filter((name) => name.startsWith("node-"));
  return Object.fromEntries(
    named.map((name) => {
      const [, system, architecture] = name.split("-");
      const { version, integrity } = lock[`node_modules/${name}`];
      const platform = system === "win" ? "win32" : system;
      return [`${platform}-${architecture}`, { name, version, integrity }];
    }),
  );
}

/** pi loads them as they are, and Node does not strip types of what is inside of node_modules. */
async function buildExtensions() {
  for (const name of ["mcp-extension", "hooks-extension"])
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      build: {
        ssr: true,
        target: "node22",
        outDir: join(stage, "server/runtimes/pi/extensions"),
        emptyOutDir: false,
        copyPublicDir: false,
        minify: false,
        rolldownOptions: {
          input: join(root, `server/runtimes/pi/extensions/${name}.ts`),
          output: { format: "es", entryFileNames: `${name}.mjs`, chunkFileNames: "[name]-[hash].mjs" },
        },
      },
    });
}

/** Copies the packages that belong inside, and returns the names of those that package.json asks for. */
function packIn() {
  const names = Object.keys(dependencies).filter(
    (name) => !perMachine.includes(name) && !leftOut.includes(name),
  );
  for (const folder of closure(root, names, [...perMachine, ...leftOut])) {
    const from = join(root, folder);
    cpSync(from, join(stage, folder), {
      recursive: true,
      dereference: true,
      filter(path) {
        const inside = relative(from, path).replaceAll("\\", "/");
        if (inside === "node_modules" || inside.startsWith("node_modules/")) return false;
        return inside === "" || statSync(path).isDirectory() || isRead(inside);
      },
    });
  }
  return names;
}

/** @param {readonly string[]} bundled */
function manifest(bundled) {
  const wanted = [...bundled, ...perMachine].sort();
  return {
    name: "signalbox",
    version,
    description,
    license,
    type: "module",
    bin: { signalbox: "bin/signalbox.mjs" },
    engines: { node: ">=20" },
    files: ["bin", "dist", "migrations", "server"],
    dependencies: Object.fromEntries(wanted.map((name) => [name, dependencies[name]])),
    bundleDependencies: [...bundled].sort(),
  };
}
