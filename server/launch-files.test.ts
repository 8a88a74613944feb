import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTestFolder } from "../test/support/test-folder.ts";
import { launchFiles, launchFolder } from "./launch-files.ts";

it("makes files for their owner alone, which lead to a link of their own, and removes them with the service", async () => {
  await using folder = await makeTestFolder();
  let made = 0;
  const files = launchFiles({ dataFolder: folder.path, launchLink: () => `http://board/#code=${++made}` });
  const [one, two] = [await files.create(), await files.create()];
  expect(readFileSync(one, "utf8")).toContain('location.replace("http://board/#code=1")');
  expect(readFileSync(two, "utf8")).toContain('location.replace("http://board/#code=2")');
  if (process.platform !== "win32") expect(statSync(one).mode & 0o777).toBe(0o600);
  await files.close();
  expect([existsSync(one), existsSync(two)]).toEqual([false, false]);
});

it("removes what a killed service left, and nothing else", async () => {
  await using folder = await makeTestFolder();
  const of = { dataFolder: folder.path, launchLink: () => "http://board/" };
  const left = await launchFiles(of).create();
  writeFileSync(folder.at("run", "signalbox-open-notes.html"), "");
  const files = launchFiles(of);
  await files.sweep();
  expect(existsSync(left)).toBe(false);
  expect(await readdir(folder.at("run"))).toEqual(["signalbox-open-notes.html"]);
  await files.close();
});

it.each([
  ["a hidden data folder", "/person/.local/share/signalbox", { hasSnaps: true }, "/person"],
  ["a data folder outside the home", "/tmp/demo/data", { hasSnaps: true }, "/person"],
  ["a visible data folder", "/person/signalbox", { hasSnaps: true }, "/person/signalbox/run"],
  ["a system without snaps", "/person/.signalbox", { hasSnaps: false }, "/person/.signalbox/run"],
] as const)("is where the browser can read it: %s", (_title, dataFolder, { hasSnaps }, expected) => {
  const system = { platform: "linux", home: "/person", hasSnaps } as const;
  expect(launchFolder(dataFolder, system)).toBe(join(expected));
});
