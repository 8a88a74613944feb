import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isUnchanged, stampOf, writeStamp } from "./stamp.mjs";

let folder = "";
const stamp = () => join(folder, "stamp.json");
const files = ["a.ts", "b.ts"];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-stamp-"));
  for (const file of files) writeFileSync(join(folder, file), `export const of = "${file}";\n`);
  writeStamp(stamp(), stampOf(folder, files));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("knows files that nobody touched", () => {
  expect(isUnchanged(stamp(), folder, files)).toBe(true);
});

it("knows the same contents with another time, such as after a checkout", () => {
  utimesSync(join(folder, "a.ts"), 1, 1);
  expect(isUnchanged(stamp(), folder, files)).toBe(true);
});

it("sees another content of the same size, another name and a file more", () => {
  expect(isUnchanged(stamp(), folder, ["a.ts"])).toBe(false);
  writeFileSync(join(folder, "c.ts"), "");
  expect(isUnchanged(stamp(), folder, [...files, "c.ts"])).toBe(false);
  writeFileSync(join(folder, "a.ts"), 'export const of = "x.ts";\n');
  expect(isUnchanged(stamp(), folder, files)).toBe(false);
});

it("sees that there is no stamp", () => {
  rmSync(stamp());
  expect(isUnchanged(stamp(), folder, files)).toBe(false);
});
