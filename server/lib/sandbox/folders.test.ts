import { mkdir, symlink, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../test/support/test-folder.ts";
import { resolveFolders } from "./folders.ts";

it("takes folders of the machine, without links, and names what is wrong with the others", async () => {
  await using folder = await makeTestFolder();
  const home = folder.at("users/ada");
  const data = `${home}/.local/share/signalbox`;
  await mkdir(`${data}/clones`, { recursive: true });
  await mkdir(folder.at("shared/assets"), { recursive: true });
  await writeFile(folder.at("shared/file"), "");
  await symlink(folder.at("shared/assets"), folder.at("link"));
  await symlink(home, folder.at("link-home"));
  await symlink("/", folder.at("link-root"));
  const machine = { dataFolder: data, environment: { HOME: home } };
  const assets = folder.at("shared/assets");
  expect(await resolveFolders([folder.at("link"), assets], machine)).toEqual({
    folders: [assets],
    problems: [],
  });
  const wrong: [string, string][] = [
    ["assets", "it is not an absolute path"],
    [folder.at("nowhere"), "it does not exist"],
    [folder.at("shared/file"), "it is not a folder"],
    ["/", "it is the whole file system"],
    [folder.at("link-root"), "it is the whole file system"],
    [home, "it is your home"],
    [folder.at("link-home"), "it is your home"],
    [`${home}/../ada/`, "it is your home"],
    [folder.at("users"), "Signalbox's data folder lies in it"],
    [data, "it is Signalbox's data folder"],
    [`${data}/clones`, "it lies in Signalbox's data folder"],
    ["/proc", "it holds what the system runs, not files"],
  ];
  const { folders, problems } = await resolveFolders(
    wrong.map(([path]) => path),
    machine,
  );
  expect(folders).toEqual([]);
  expect(problems).toEqual(wrong.map(([path, why]) => `Agents cannot have the folder ${path}: ${why}`));
});
