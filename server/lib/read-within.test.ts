import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { readWithin } from "./read-within.ts";

async function clone() {
  const folder = await makeTestFolder();
  await mkdir(folder.at("clone/in"), { recursive: true });
  await writeFile(folder.at("clone/in/a.png"), "here");
  await writeFile(folder.at("secret"), "not this");
  await symlink("../secret", folder.at("clone/out.png"));
  await symlink("..", folder.at("clone/up"));
  await symlink("in/a.png", folder.at("clone/within.png"));
  await promisify(execFile)("mkfifo", [folder.at("clone/pipe.png")]);
  const read = async (path: string, limit = 100) => {
    const bytes = await readWithin(folder.at("clone"), path, limit);
    return bytes && Buffer.from(bytes).toString();
  };
  return { ...folder, read };
}

it("reads a file in the folder, also through a link inside it", async () => {
  await using folder = await clone();
  expect([await folder.read("in/a.png"), await folder.read("within.png")]).toEqual(["here", "here"]);
});

it.each(["out.png", "up/secret", "../secret", "in", "none.png", "pipe.png", "up/clone/../secret"])(
  "reads nothing at %s",
  async (path) => {
    await using folder = await clone();
    expect(await folder.read(path)).toBeNull();
  },
);

it("does not read a file that is too large", async () => {
  await using folder = await clone();
  expect([await folder.read("in/a.png", 4), await folder.read("in/a.png", 3)]).toEqual(["here", null]);
});
