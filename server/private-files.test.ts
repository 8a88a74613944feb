import { chmod, mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { beforeEach, expect, it } from "vitest";
import { makeTestFolder } from "../test/support/test-folder.ts";
import { makePrivate } from "./private-files.ts";

beforeEach(({ skip }) => {
  if (process.platform === "win32") skip("Windows has no such modes");
});

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

it("takes the rights of others from the folder and what is in it, and says from what", async () => {
  await using folder = await makeTestFolder();
  await mkdir(folder.at("data", "clones"), { recursive: true });
  await writeFile(folder.at("data", "lock.db"), "");
  await writeFile(folder.at("data", "run.sh"), "");
  await writeFile(folder.at("data", "secrets.json"), "", { mode: 0o600 });
  await chmod(folder.at("data", "lock.db"), 0o644);
  await chmod(folder.at("data", "run.sh"), 0o755);
  await chmod(folder.at("data", "clones"), 0o755);
  await chmod(folder.at("data"), 0o755);
  expect((await makePrivate(folder.at("data"))).toSorted()).toEqual(
    ["", "clones", "lock.db", "run.sh"].map((name) => folder.at("data", ...(name === "" ? [] : [name]))),
  );
  const modes = ["clones", "lock.db", "run.sh", "secrets.json"].map((name) =>
    modeOf(folder.at("data", name)),
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o700, 0o600]);
  expect(await modeOf(folder.at("data"))).toBe(0o700);
  expect(await makePrivate(folder.at("data"))).toEqual([]);
});

it("says nothing of a file in a folder that others could not enter", async () => {
  await using folder = await makeTestFolder();
  await mkdir(folder.at("data"), { mode: 0o700 });
  await writeFile(folder.at("data", "signalbox.db"), "");
  await chmod(folder.at("data", "signalbox.db"), 0o644);
  expect(await makePrivate(folder.at("data"))).toEqual([]);
  expect(await modeOf(folder.at("data", "signalbox.db"))).toBe(0o600);
});

it("does not follow a link", async () => {
  await using folder = await makeTestFolder();
  await mkdir(folder.at("data"));
  await writeFile(folder.at("shared.txt"), "");
  await chmod(folder.at("shared.txt"), 0o644);
  await symlink(folder.at("shared.txt"), folder.at("data", "link"));
  await makePrivate(folder.at("data"));
  expect(await modeOf(folder.at("shared.txt"))).toBe(0o644);
});
