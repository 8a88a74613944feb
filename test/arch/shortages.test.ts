import { expect, it } from "vitest";
import { filesBelow, textOf } from "./tree.ts";

/**
 * What a turn is started from. "It is not there" and "there was no file handle left to look with" are different answers here:
 * the second passes, and must not become a failure, another folder, or a clone without its submodules.
 */
const places = ["server/lib/sandbox", "server/lib/exists.ts", "server/domains/workspace", "server/runtimes"];
const lookups = ["open", "opendir", "readdir", "readFile", "readlink", "realpath", "lstat", "stat", "access"];

/** Lookups that take any failure for "not there", each with what stands for it. */
const blindLookups = (text: string): string[] =>
  [
    ...text.matchAll(
      new RegExp(
        `\\b(?:${lookups.join("|")})\\((?:[^()]|\\([^()]*\\))*\\)\\s*\\.catch\\(\\(\\) => [^\\n]*`,
        "g",
      ),
    ),
  ].map(([found]) => found);

it("are never taken for a file that is not there, where a turn begins", () => {
  const files = filesBelow("server").filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.endsWith(".test.ts") &&
      places.some((place) => file === place || file.startsWith(`${place}/`)),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => blindLookups(textOf(file)).map((lookup) => `${file}: ${lookup}`));
  expect(found).toEqual([]);
});

it("would be found", () => {
  expect(blindLookups("const found = await lstat(join(folder, name)).catch(() => null);")).toHaveLength(1);
  expect(blindLookups("const handle = await open(way, flags)\n  .catch(() => null);")).toHaveLength(1);
  expect(blindLookups("const found = await lstat(path).catch(unlessPassing(null));")).toEqual([]);
  expect(blindLookups("await rm(folder, { force: true }).catch(() => {});")).toEqual([]);
});
