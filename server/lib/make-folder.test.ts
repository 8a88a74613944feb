import { statSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { makeFolderSync } from "./make-folder.ts";

it("makes a private folder with those above it, once", async () => {
  await using folder = await makeTestFolder();
  const path = folder.at("a", "b", "c");
  makeFolderSync(path);
  makeFolderSync(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it("throws where a file is in the way", async () => {
  await using folder = await makeTestFolder();
  writeFileSync(folder.at("file"), "");
  expect(() => makeFolderSync(folder.at("file"))).toThrow(/EEXIST/);
  expect(() => makeFolderSync(folder.at("file", "b"))).toThrow(/ENOTDIR/);
});

it("returns below /proc, where no folder can be made", (context) => {
  if (process.platform !== "linux") context.skip("only Linux has /proc");
  expect(() => makeFolderSync("/proc/signalbox/a/b")).toThrow(/ENOENT/);
});
