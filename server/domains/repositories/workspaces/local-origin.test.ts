import { execFile } from "node:child_process";
import { mkdir, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { isReadOnly, localOrigin, mayPushInto } from "./local-origin.ts";

const run = promisify(execFile);

async function openBed() {
  const folder = await makeTestFolder();
  await mkdir(folder.at("person"));
  await mkdir(folder.at("data", "clones"), { recursive: true });
  const of = { dataFolder: folder.at("data"), environment: { HOME: folder.at("person") } };
  return {
    folder,
    make: async (path: string, ...options: string[]) => {
      await run("git", ["init", "--quiet", ...options, path]);
      return path;
    },
    originOf: (path: string) => localOrigin(path, of),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

it("is what a push writes in the git folder, and nothing else", async () => {
  await using bed = await openBed();
  const bare = await bed.make(bed.folder.at("person", "bare.git"), "--bare");
  const checkedOut = await bed.make(bed.folder.at("person", "work"));
  expect(await bed.originOf(bare)).toEqual({
    readable: [bare],
    pushable: [join(bare, "objects"), join(bare, "refs")],
  });
  expect(await bed.originOf(`file://${checkedOut}`)).toEqual({
    readable: [join(checkedOut, ".git")],
    pushable: [join(checkedOut, ".git/objects"), join(checkedOut, ".git/refs")],
  });
  expect(await bed.originOf("https://github.com/a/b.git")).toEqual({ readable: [], pushable: [] });
});

describe("nothing can be pushed", () => {
  it("into another session's clone", async () => {
    await using bed = await openBed();
    const clone = await bed.make(bed.folder.at("data", "clones", "other"));
    expect((await bed.originOf(clone)).pushable).toEqual([]);
  });

  it("into a home that is a bare repository itself", async () => {
    await using bed = await openBed();
    const home = await bed.make(bed.folder.at("person"), "--bare");
    expect((await bed.originOf(home)).pushable).toEqual([]);
  });

  it("through a link in the repository", async () => {
    await using bed = await openBed();
    const bare = await bed.make(bed.folder.at("bare.git"), "--bare");
    await rename(join(bare, "refs"), bed.folder.at("elsewhere"));
    await symlink(bed.folder.at("elsewhere"), join(bare, "refs"));
    expect((await bed.originOf(bare)).pushable).toEqual([]);
  });

  it("into a folder that is no repository", async () => {
    await using bed = await openBed();
    await mkdir(bed.folder.at("plain", "objects"), { recursive: true });
    expect((await bed.originOf(bed.folder.at("plain"))).pushable).toEqual([]);
  });
});

it.each([
  ["/", false],
  ["/people", false],
  ["/people/ada", false],
  ["/people/ada/dotfiles.git", true],
  ["/data", false],
  ["/data/clones/other/.git", false],
  ["/srv/repositories/a.git", true],
])("decides about %s", (folder, expected) => {
  expect(mayPushInto(folder, { home: "/people/ada", data: "/data" })).toBe(expected);
});

it.each([
  ["elsewhere", { readable: [], pushable: [] }, [], false],
  ["here, not trusted", { readable: ["/a.git"], pushable: ["/a.git/refs"] }, ["/clone"], true],
  ["here, trusted", { readable: ["/a.git"], pushable: ["/a.git/refs"] }, ["/clone", "/a.git/refs"], false],
  ["here, with nothing that may be written", { readable: ["/a"], pushable: [] }, ["/clone"], true],
])("is read-only for an agent if it is %s: %j in %j", (_where, origin, writable, expected) => {
  expect(isReadOnly(origin, writable)).toBe(expected);
});
