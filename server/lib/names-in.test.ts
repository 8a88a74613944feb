import { mkdir, symlink, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { filesBelow, namesIn } from "./names-in.ts";

async function openBed() {
  const folder = await makeTestFolder();
  await mkdir(folder.at("home/2026/11"), { recursive: true });
  for (const name of ["a", "2026/b", "2026/11/c"]) await writeFile(folder.at(`home/${name}`), "");
  await symlink(folder.at("home/2026"), folder.at("home/link"));
  await symlink(folder.at("home"), folder.at("link"));
  return folder;
}

it("names what is in a folder, with what it is, and nothing behind a link", async () => {
  await using folder = await openBed();
  const names = await namesIn(folder.at("home"));
  const kinds = names.map(({ name, isFile, isFolder }) => [name, { isFile, isFolder }] as const);
  expect(Object.fromEntries(kinds)).toEqual({
    "2026": { isFile: false, isFolder: true },
    a: { isFile: true, isFolder: false },
    link: { isFile: false, isFolder: false },
  });
  const below = (await filesBelow(folder.at("home"))).map(({ name }) => name);
  expect(below.toSorted()).toEqual(["a", "b", "c"]);
  expect([await namesIn(folder.at("link")), await filesBelow(folder.at("none"))]).toEqual([[], []]);
});

it("stops at a number, however many there are", async () => {
  await using folder = await openBed();
  expect(await namesIn(folder.at("home"), 2)).toHaveLength(2);
  expect((await filesBelow(folder.at("home"), 4)).length).toBeLessThanOrEqual(2);
});
