/**
 * The platform of a package, as Node names it. macOS gets one app for both architectures.
 * @typedef {{ platform: "linux" | "win32" | "darwin", architectures: readonly string[] }} Target
 */

/** Files without which the app cannot start, in the archive and beside it. */
const needed = {
  archived: ["package.json", "dist/main/index.js", "dist/main/preload.cjs", "build/icons/icon.png"],
  unpacked: [
    "dist/server/index.js",
    "dist/renderer/index.html",
    "dist/renderer/docs/index.html",
    "node_modules/better-sqlite3/lib/index.js",
  ],
};

/** The only sources in a package: pi loads its extensions itself. */
const piExtension = /^dist\/server\/runtimes\/pi\/extensions\/[\w-]+\.(?:ts|mjs)$/;
const ours =
  /^(?:dist\/(?:main|server|migrations|renderer)\/|build\/icons\/[\w@]+\.png$|package\.json$|node_modules\/)/;

/**
 * The problems of a package's files, as sentences.
 * @param {readonly { path: string, unpacked: boolean }[]} files
 * @param {Target} target
 * @returns {string[]}
 */
export function packageProblems(files, target) {
  const archived = new Set(files.filter(({ unpacked }) => !unpacked).map(({ path }) => path));
  const unpacked = new Set(files.filter((file) => file.unpacked).map(({ path }) => path));
  const own = files.map(({ path }) => path).filter((path) => !path.startsWith("node_modules/"));
  const natives = files.map(({ path }) => path).filter((path) => path.endsWith(".node"));
  return [
    ...needed.archived
      .filter((path) => !archived.has(path))
      .map((path) => `The archive does not contain ${path}.`),
    ...[...needed.unpacked, ...prebuilds(target)]
      .filter((path) => !unpacked.has(path))
      .map((path) => `${path} is not unpacked.`),
    ...([...unpacked].some((path) => /^dist\/migrations\/.*\.sql$/.test(path))
      ? []
      : ["The package has no migrations."]),
    ...files
      .filter(({ path }) => !ours.test(path))
      .map(({ path }) => `${path} does not belong in a package.`),
    ...files
      .filter(({ path }) => /^node_modules\/@?esbuild\//.test(path))
      .map(({ path }) => `${path} is a bundler, which the app does not need.`),
    ...own.filter(isSource).map((path) => `${path} is a source file, a test or a source map.`),
    ...natives.filter((path) => isForeign(path, target)).map((path) => `${path} is for another platform.`),
  ];
}

/**
 * The native files that a package needs. Those of the keychain are separate packages, which npm installs per platform.
 * @param {Target} target
 */
export function prebuilds({ platform, architectures }) {
  const suffix = { linux: "-gnu", win32: "-msvc", darwin: "" }[platform];
  return architectures.flatMap((arch) => [
    `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
    `node_modules/@napi-rs/keyring-${platform}-${arch}${suffix}/keyring.${platform}-${arch}${suffix}.node`,
  ]);
}

/** @param {string} path */
function isSource(path) {
  if (piExtension.test(path) || path.startsWith("dist/renderer/")) return path.endsWith(".map");
  return /\.(?:test|db\.test)\.|\.(?:ts|tsx|mts|cts|map)$/.test(path);
}

/**
 * @param {string} path of a native file
 * @param {Target} target
 */
function isForeign(path, { platform, architectures }) {
  const named =
    path.match(/(?:linuxmusl|linux|win32|darwin|freebsd)[-/](?:x64|arm64|ia32|arm|riscv64)(?![a-z])/g) ?? [];
  const known = architectures.map((arch) => `${platform}-${arch}`);
  return path.includes("-musl") || named.some((name) => !known.includes(name.replace("/", "-")));
}

/** In Electron's order (FuseV1Options): "1" is on, "0" is off, "r" is removed from this Electron. */
const fuseOrder = [
  "runAsNode",
  "enableCookieEncryption",
  "enableNodeOptionsEnvironmentVariable",
  "enableNodeCliInspectArguments",
  "enableEmbeddedAsarIntegrityValidation",
  "onlyLoadAppFromAsar",
  "loadBrowserProcessSpecificV8Snapshot",
  "grantFileProtocolExtraPrivileges",
];
const sentinel = Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX");

/**
 * The fuses of an Electron binary that do not match the configuration. Returns null if it has no fuses.
 * @param {Buffer} binary
 * @param {Readonly<Record<string, boolean>>} wanted
 * @returns {string[] | null}
 */
export function wrongFuses(binary, wanted) {
  const at = binary.indexOf(sentinel);
  if (at === -1) return null;
  const start = at + sentinel.length;
  const length = binary[start + 1] ?? 0;
  const wire = binary.subarray(start + 2, start + 2 + length).toString("latin1");
  return fuseOrder.filter((name, index) => wire[index] !== "r" && (wire[index] === "1") !== wanted[name]);
}
