import { describe, expect, it } from "vitest";
import { packageProblems, prebuilds, wrongFuses } from "./rules.mjs";

const target = { platform: "linux", architectures: ["x64"] } as const;
const archived = ["package.json", "dist/main/index.js", "dist/main/preload.cjs", "build/icons/icon.png"];
const unpacked = [
  "dist/server/index.js",
  "dist/renderer/index.html",
  "dist/renderer/docs/index.html",
  "dist/migrations/0000_first.sql",
  "dist/server/runtimes/pi/extensions/mcp-extension.mjs",
  "dist/server/runtimes/pi/extensions/mcp-extension.ts",
  "node_modules/better-sqlite3/lib/index.js",
  ...prebuilds(target),
];
const whole = [
  ...archived.map((path) => ({ path, unpacked: false })),
  ...unpacked.map((path) => ({ path, unpacked: true })),
];
const without = (name: string) => whole.filter(({ path }) => !path.includes(name));
const and = (path: string) => [...whole, { path, unpacked: true }];

describe("packageProblems", () => {
  it("finds no problem in a complete package", () => {
    expect(packageProblems(whole, target)).toEqual([]);
  });

  it.each([
    [
      "a missing entry point",
      without("dist/main/index.js"),
      "The archive does not contain dist/main/index.js.",
    ],
    ["a service inside the archive", whole.map((file) => ({ ...file, unpacked: false })), "is not unpacked"],
    ["missing migrations", without(".sql"), "The package has no migrations."],
    [
      "a missing keychain",
      without("keyring"),
      "keyring-linux-x64-gnu/keyring.linux-x64-gnu.node is not unpacked",
    ],
    ["the sources", and("server/index.ts"), "server/index.ts does not belong"],
    ["the documents", and("docs/configuration.md"), "does not belong"],
    ["a test", and("dist/server/lib/clock.test.js"), "is a source file, a test or a source map"],
    ["a map", and("dist/renderer/assets/app.js.map"), "is a source file, a test or a source map"],
    ["a bundler", and("node_modules/@esbuild/linux-x64/bin/esbuild"), "is a bundler"],
    [
      "another architecture",
      and("node_modules/better-sqlite3/prebuilds/linux-arm64.node"),
      "another platform",
    ],
    ["another libc", and("node_modules/better-sqlite3/prebuilds/linuxmusl-x64.node"), "another platform"],
    ["another platform", and("node_modules/a/native/win32/prebuilds/win32-x64/a.node"), "another platform"],
  ])("finds %s", (_title, files, problem) => {
    expect(packageProblems(files, target).join("\n")).toContain(problem);
  });

  it("requires both architectures for macOS", () => {
    const mac = { platform: "darwin", architectures: ["arm64", "x64"] } as const;
    const files = [...without("linux"), ...prebuilds(mac).map((path) => ({ path, unpacked: true }))];

    expect(prebuilds(mac)).toHaveLength(4);
    expect(packageProblems(files, mac)).toEqual([]);
    expect(packageProblems(files.slice(0, -1), mac)).toHaveLength(1);
  });
});

describe("wrongFuses", () => {
  const binary = (wire: string) =>
    Buffer.concat([
      Buffer.from("code dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX"),
      Buffer.from([1, wire.length]),
      Buffer.from(wire),
    ]);
  const wanted = {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  };

  it("reads them in Electron's order, and skips those that were removed", () => {
    expect(wrongFuses(binary("010011001"), wanted)).toEqual([]);
    expect(wrongFuses(binary("110011r01"), wanted)).toEqual(["runAsNode"]);
    expect(wrongFuses(Buffer.from("no wire"), wanted)).toBeNull();
  });
});
