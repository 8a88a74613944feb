import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesBelow, root, textOf } from "./tree.ts";

/** A feature folder with more strings than this keeps them in its `text.ts`. */
const LIMIT = 8;

/** Folders that still exceed the limit, and by how much at most. Counts only go down; remove a folder that is done. */
const ALLOWED: Readonly<Record<string, number>> = {
  /** Names of keys, in the spelling of Electron and of keyboards. */
  "renderer/features/settings/desktop": 12,
};

/** How many strings each feature folder of the project in `folder` has outside of its `text.ts`. */
function looseStrings(folder: string): Map<string, number> {
  const listing = join(root, "build/strings.mjs");
  const json = execFileSync(process.execPath, [listing, "--json", "--root", folder, "renderer/features/"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const found = JSON.parse(json) as { file: string }[];
  const loose = found.filter(({ file }) => !file.endsWith("/text.ts"));
  return new Map(
    [...Map.groupBy(loose, ({ file }) => dirname(file))].map(([name, strings]) => [name, strings.length]),
  );
}

const overLimit = (
  counts: ReadonlyMap<string, number>,
  allowed: Readonly<Record<string, number>>,
): string[] =>
  [...counts]
    .filter(([folder, count]) => count > (allowed[folder] ?? LIMIT))
    .map(([folder, count]) => `${folder}: ${count} strings outside of its text.ts`);

describe("the strings of a feature folder", () => {
  it(`are in its text.ts if there are more than ${LIMIT}`, () => {
    const counts = looseStrings(root);
    const done = Object.keys(ALLOWED).filter((folder) => (counts.get(folder) ?? 0) <= LIMIT);
    expect({ over: overLimit(counts, ALLOWED), done }).toEqual({ over: [], done: [] });
  });

  it("are plain words: a text.ts imports only types and the words of other folders", () => {
    const imports = filesBelow("renderer/features")
      .filter((file) => file.endsWith("/text.ts"))
      .flatMap((file) =>
        [...textOf(file).matchAll(/^import (?!type ).*? from "([^"]+)";$/gm)].map(([line]) => line),
      );
    expect(imports.filter((line) => !line.endsWith('/text.ts";'))).toEqual([]);
  });
});

describe("a planted folder", () => {
  let planted: string;
  const plant = (file: string, strings: number): void => {
    const path = join(planted, "renderer/features", file);
    mkdirSync(dirname(path), { recursive: true });
    const lines = Array.from({ length: strings }, (_, at) => `  <p key="${at}">Some words to read</p>,`);
    writeFileSync(path, `export const lines = [\n${lines.join("\n")}\n];\n`);
  };

  beforeAll(() => {
    planted = mkdtempSync(join(tmpdir(), "text-convention-"));
    plant("wordy/Wordy.tsx", LIMIT);
    plant("wordy/More.tsx", 1);
    plant("wordy/room/Room.tsx", LIMIT);
    plant("tidy/text.ts", 0);
    writeFileSync(
      join(planted, "renderer/features/tidy/text.ts"),
      'export const text = { label: "Some words" };\n',
    );
    plant("listed/Listed.tsx", LIMIT + 2);
  });
  afterAll(() => rmSync(planted, { recursive: true, force: true }));

  it("is reported if it has one string too many, over all of its files", () => {
    expect(overLimit(looseStrings(planted), { "renderer/features/listed": LIMIT + 2 })).toEqual([
      "renderer/features/wordy: 9 strings outside of its text.ts",
    ]);
  });

  it("is reported if it has more than the list allows", () => {
    expect(overLimit(looseStrings(planted), { "renderer/features/listed": LIMIT + 1 })).toContain(
      "renderer/features/listed: 10 strings outside of its text.ts",
    );
  });
});
