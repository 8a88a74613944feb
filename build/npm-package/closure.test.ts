import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { closure, isRead } from "./closure.mjs";

function install(root: string, path: string, manifest: object): void {
  const folder = join(root, path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
}

it("takes what a package needs from where Node would find it, and leaves out what is chosen for each machine", async () => {
  await using folder = await makeTestFolder();
  const root = folder.path;
  install(root, "node_modules/web", { dependencies: { parser: "1", native: "1" } });
  install(root, "node_modules/web/node_modules/parser", { dependencies: { text: "1" } });
  install(root, "node_modules/parser", {});
  install(root, "node_modules/text", { optionalDependencies: { gone: "1" } });
  install(root, "node_modules/native", { dependencies: { "native-linux": "1" } });
  expect(closure(root, ["web"], ["native"])).toEqual([
    "node_modules/text",
    "node_modules/web",
    "node_modules/web/node_modules/parser",
  ]);
  expect(() => closure(root, ["lost"], [])).toThrow("lost is not installed, but package.json needs it");
});

it.each([
  ["dist/index.d.ts", false],
  ["dist/index.js.map", false],
  ["README.md", false],
  ["deps/sqlite3/sqlite3.c", false],
  ["src/better_sqlite3.cpp", false],
  ["binding.gyp", false],
  ["src/index.js", true],
  ["LICENSE", true],
  ["prebuilds/linux-x64.node", true],
])("ships %s: %s", (path, ships) => {
  expect(isRead(path)).toBe(ships);
});
