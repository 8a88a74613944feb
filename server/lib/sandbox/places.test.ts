import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { makeTestFolder, type TestFolder } from "../../../test/support/test-folder.ts";
import { placeFinder } from "./places.ts";

describe("where a path leads", () => {
  let folder: TestFolder;
  let find: ReturnType<typeof placeFinder>;

  beforeEach(async (context) => {
    if (process.platform !== "linux") context.skip("Only Linux has sandboxes");
    folder = await makeTestFolder();
    context.onTestFinished(() => folder[Symbol.asyncDispose]());
    for (const name of ["home/secrets", "home/dotfiles", "shared/deep/er"])
      await mkdir(folder.at(name), { recursive: true });
    await writeFile(folder.at("home/dotfiles/gitconfig"), "");
    await symlink("dotfiles/gitconfig", folder.at("home/.gitconfig"));
    await symlink(folder.at("shared"), folder.at("home/work"));
    find = placeFinder([folder.at("shared")]);
  });

  const leads = async (name: string): Promise<string> => {
    const found = await find(folder.at(name));
    if (found.kind === "found") return found.place.path.slice(folder.path.length + 1);
    return found.kind === "agents_link" ? `link at ${found.at.slice(folder.path.length + 1)}` : found.kind;
  };

  it.each([
    ["home/secrets", "home/secrets"],
    ["home/.gitconfig", "home/dotfiles/gitconfig"],
    ["home/nowhere/at/all", "missing"],
    ["home/.gitconfig/below", "missing"],
    ["shared", "shared"],
    ["home/work", "shared"],
    ["home/work/deep/er", "shared/deep/er"],
    ["shared/deep/missing", "missing"],
  ])("is, of %s, %s", async (path, place) => {
    expect(await leads(path)).toBe(place);
  });

  it.each([
    ["the folder itself", "shared/deep/er", "shared/deep/er"],
    ["a folder above it", "shared/deep/er", "shared/deep"],
  ])("is nowhere if an agent made %s a link, however far up", async (_title, path, replaced) => {
    await rm(folder.at(replaced), { recursive: true });
    await symlink(folder.at("home/secrets"), folder.at(replaced));
    expect(await leads(path)).toBe(`link at ${replaced}`);
    expect(await leads(`home/work/${path.slice("shared/".length)}`)).toBe(`link at ${replaced}`);
  });

  it("is nowhere through a person's link to an agent's", async () => {
    await symlink(folder.at("home/secrets"), folder.at("shared/bait"));
    await symlink(folder.at("shared/bait"), folder.at("home/tools"));
    expect(await leads("home/tools")).toBe("link at shared/bait");
  });

  it("is known by what it is, also when it moves", async () => {
    const pinOf = async (name: string) => {
      const found = await placeFinder([])(folder.at(name));
      return found.kind === "found" ? found.place.pin : null;
    };
    const before = await pinOf("home/secrets");
    await rename(folder.at("home/secrets"), folder.at("home/moved"));
    await mkdir(folder.at("home/secrets"));
    expect(await pinOf("home/moved")).toBe(before);
    expect(await pinOf("home/secrets")).not.toBe(before);
  });
});
