import { appendFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTestFolder, type TestFolder } from "../../../../test/support/test-folder.ts";
import { readSource, type SourcePosition } from "./source.ts";

const slice = 256 * 1024;
const startOf = (folder: TestFolder): SourcePosition => ({
  path: folder.at("f.jsonl"),
  offset: 0,
  fingerprint: null,
});

/** The file lies at the top of the home. */
const readFrom = (position: Parameters<typeof readSource>[1]) => readSource(dirname(position.path), position);

/** Reads to the end as a caller does; the lines of each slice apart. */
async function readAll(from: SourcePosition): Promise<{ slices: string[][]; position: SourcePosition }> {
  const slices: string[][] = [];
  let position = from;
  for (;;) {
    const result = await readFrom(position);
    if (result.state !== "grown") throw new Error(`The file is ${result.state}`);
    if (result.lines.length > 0) slices.push(result.lines);
    position = result.position;
    if (!result.more) return { slices, position };
  }
}

describe("a line that is too long", () => {
  it("is passed over in bounded memory, and the next one arrives", async () => {
    await using folder = await makeTestFolder();
    const { path } = startOf(folder);
    const piece = Buffer.alloc(4 * 1024 * 1024, "x");
    await writeFile(path, "first\n");
    for (let count = 0; count < 50; count++) await appendFile(path, piece);

    const open = await readAll(startOf(folder));
    expect(open.slices).toEqual([["first"]]);

    await appendFile(path, "\nnext\n");
    const before = process.memoryUsage().rss;
    const [[marker = ""] = [], ...rest] = (await readAll(open.position)).slices;
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    expect(JSON.parse(marker)).toMatchObject({
      type: "signalbox_oversized",
      bytes: 50 * piece.length,
      text: "x".repeat(64 * 1024),
    });
    expect(rest).toEqual([["next"]]);
  });
});

describe("a growing file", () => {
  it("returns each line once", async () => {
    await using folder = await makeTestFolder();
    const { path } = startOf(folder);
    await writeFile(path, "one\ntwo\n");
    const first = await readAll(startOf(folder));
    expect(first.slices).toEqual([["one", "two"]]);
    expect((await readAll(first.position)).slices).toEqual([]);
    await appendFile(path, "three\n");
    expect((await readAll(first.position)).slices).toEqual([["three"]]);
  });

  it("leaves out a line that is still being written, even half a character", async () => {
    await using folder = await makeTestFolder();
    const { path } = startOf(folder);
    const euro = Buffer.from("€");
    await writeFile(path, Buffer.concat([Buffer.from("one\ntw"), euro.subarray(0, 2)]));
    const first = await readAll(startOf(folder));
    expect(first.slices).toEqual([["one"]]);
    await appendFile(path, Buffer.concat([euro.subarray(2), Buffer.from("o\n")]));
    expect((await readAll(first.position)).slices).toEqual([["tw€o"]]);
  });

  it.each([
    ["is empty", ""],
    ["has only the beginning of a line", "on"],
  ])("returns nothing and keeps its position while it %s", async (_title, content) => {
    await using folder = await makeTestFolder();
    await writeFile(startOf(folder).path, content);
    expect(await readFrom(startOf(folder))).toEqual({
      state: "grown",
      lines: [],
      position: startOf(folder),
      more: false,
    });
  });

  it("keeps blank lines and carriage returns", async () => {
    await using folder = await makeTestFolder();
    await writeFile(startOf(folder).path, "\na\r\n\n");
    expect((await readAll(startOf(folder))).slices).toEqual([["", "a\r", ""]]);
  });
});

describe("a large file", () => {
  it("is read in slices of whole lines and characters", async () => {
    await using folder = await makeTestFolder();
    const line = `${"€".repeat(999)}x`;
    await writeFile(startOf(folder).path, `${line}\n`.repeat(300));
    const { slices } = await readAll(startOf(folder));
    expect(slices.length).toBeGreaterThan(2);
    expect(slices.flat()).toEqual(Array(300).fill(line));
  });

  it.each([
    ["shorter by one", slice - 2],
    ["of exactly a slice", slice - 1],
    ["longer by one", slice],
    ["of three slices", slice * 3],
    ["of twenty slices", slice * 20],
  ])("may have a line %s", async (_title, length) => {
    await using folder = await makeTestFolder();
    const long = "x".repeat(length);
    await writeFile(startOf(folder).path, `a\n${long}\nb\n`);
    const lines = (await readAll(startOf(folder))).slices.flat();
    expect(lines.map((line) => line.length)).toEqual([1, length, 1]);
  });

  it("reports no more while its long last line is being written", async () => {
    await using folder = await makeTestFolder();
    await writeFile(startOf(folder).path, `a\n${"x".repeat(slice * 2)}`);
    const { slices, position } = await readAll(startOf(folder));
    expect([slices, position.offset]).toEqual([[["a"]], 2]);
  });
});

describe("a file that was rewritten", () => {
  it.each([
    ["shorter", "one\n"],
    ["of the same length with other words", "one\ntwa\n"],
    ["longer with other words before", "ONE\ntwo\nthree\n"],
    ["empty", ""],
  ])("is detected if it is %s", async (_title, content) => {
    await using folder = await makeTestFolder();
    await writeFile(startOf(folder).path, "one\ntwo\n");
    const { position } = await readAll(startOf(folder));
    await writeFile(position.path, content);
    expect(await readFrom(position)).toEqual({ state: "rewritten" });
  });

  it("is detected by the last bytes that were read of a long file", async () => {
    await using folder = await makeTestFolder();
    await writeFile(startOf(folder).path, `${"x".repeat(9_000)}\ntwo\n`);
    const { position } = await readAll(startOf(folder));
    await writeFile(position.path, `${"x".repeat(9_000)}\ntwa\nthree\n`);
    expect(await readFrom(position)).toEqual({ state: "rewritten" });
  });

  it("is detected without a fingerprint only if it is shorter", async () => {
    await using folder = await makeTestFolder();
    const { path } = startOf(folder);
    await writeFile(path, "ONE\ntwo\nthree\n");
    expect(await readFrom({ path, offset: 8 })).toMatchObject({
      state: "grown",
      lines: ["three"],
      position: { fingerprint: expect.any(String) },
    });
    await writeFile(path, "one\n");
    expect(await readFrom({ path, offset: 8 })).toEqual({ state: "rewritten" });
  });

  it("is missing before it is created and after it is deleted", async () => {
    await using folder = await makeTestFolder();
    expect(await readFrom(startOf(folder))).toEqual({ state: "missing" });
    await writeFile(startOf(folder).path, "one\n");
    const { position } = await readAll(startOf(folder));
    await rm(position.path);
    expect(await readFrom(position)).toEqual({ state: "missing" });
  });
});

describe("a link", () => {
  it("that leads out of the home is no file, and nothing is read through it", async () => {
    await using home = await makeTestFolder();
    await using outside = await makeTestFolder();
    await writeFile(outside.at("f.jsonl"), "told\nto nobody\n");
    await symlink(outside.at("f.jsonl"), home.at("f.jsonl"));
    await symlink(outside.path, home.at("folder"));
    expect(await readFrom(startOf(home))).toEqual({ state: "missing" });
    const through = { ...startOf(home), path: home.at("folder/f.jsonl") };
    expect(await readSource(home.path, through)).toEqual({ state: "missing" });
  });
});
