import { readdir, stat, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeTestFolder } from "../test/support/test-folder.ts";
import { readInstallation } from "./installation.ts";

it("is created once and stays the same", async () => {
  await using folder = await makeTestFolder();
  const made = readInstallation(folder.at("data"));
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    secret: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(readInstallation(folder.at("data"))).toEqual(made);
});

it("differs between folders", async () => {
  await using folder = await makeTestFolder();
  const [one, two] = [readInstallation(folder.at("a")), readInstallation(folder.at("b"))];
  expect(one.id).not.toBe(two.id);
  expect(one.secret).not.toBe(two.secret);
});

it("can be read by its owner only, in a folder of the owner", async ({ skip }) => {
  if (process.platform === "win32") skip("Windows has no such modes");
  await using folder = await makeTestFolder();
  readInstallation(folder.at("data"));
  const modes = [folder.at("data"), folder.at("data", "installation.json")].map(
    async (path) => (await stat(path)).mode,
  );
  expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o700, 0o600]);
});

it("ignores a partial file that a killed start left", async () => {
  await using folder = await makeTestFolder();
  await writeFile(folder.at("installation.json.part"), "{ha");
  const made = readInstallation(folder.path);
  expect(await readdir(folder.path)).toEqual(["installation.json"]);
  expect(readInstallation(folder.path)).toEqual(made);
});

it.each([
  ["half a file", "{"],
  ["another file's content", "{}"],
  ["a secret of the wrong type", '{"id": "a", "secret": 7}'],
])("refuses %s, names its path, and leaves it", async (_title, content) => {
  await using folder = await makeTestFolder();
  await writeFile(folder.at("installation.json"), content);
  expect(() => readInstallation(folder.path)).toThrow(/installation\.json.*(damaged|JSON)/);
});
