import { appendFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { attentionAfter, type ChangedClone, changedClone } from "../support/changes.ts";
import { gitIn, makeGitRepository } from "../support/repository.ts";

let service: BoardService;
let git_root: string;
let library: string;

const local = ["-c", "protocol.file.allow=always"];

/** A repository with a submodule `lib`, which has one of its own, `lib/deep`. */
beforeAll(async () => {
  service = await startBoardService();
  const deep = await service.repository({ "deep.txt": "deep\n" });
  library = await service.repository({ "lib.txt": "lib\n" });
  await gitIn(library, ...local, "submodule", "--quiet", "add", deep, "deep");
  await gitIn(library, "commit", "--quiet", "--all", "--message", "Add deep");
  git_root = await service.repository({ "README.md": "One\n" });
  await gitIn(git_root, ...local, "submodule", "--quiet", "add", library, "lib");
  await gitIn(git_root, "commit", "--quiet", "--all", "--message", "Add lib");
});
afterAll(() => service[Symbol.asyncDispose]());

async function withSubmodules(): Promise<ChangedClone> {
  const clone = await changedClone(service, { git_root });
  await clone.git(...local, "submodule", "--quiet", "update", "--init", "--recursive");
  return clone;
}

const commitIn = async (clone: ChangedClone, folder: string): Promise<void> => {
  await clone.git("-C", folder, "add", "--all");
  await clone.git(
    "-C",
    folder,
    "-c",
    "user.name=A",
    "-c",
    "user.email=a@a.invalid",
    "commit",
    "-q",
    "-m",
    "In",
  );
};

describe("what a session did in a submodule", () => {
  it("is nothing as long as it did nothing", async () => {
    const clone = await withSubmodules();
    expect(await clone.changes()).toMatchObject({ files: [], truncated: false });
  });

  it.each([
    ["a file that it changed", "lib/lib.txt", "lib.txt"],
    ["a new file", "lib/new/file.txt", "new/file.txt"],
    ["a file in a submodule of that", "lib/deep/deep.txt", "deep/deep.txt"],
  ])("is listed and shown, committed or not: %s", async (_what, path) => {
    const clone = await withSubmodules();
    await mkdir(join(clone.path, path, ".."), { recursive: true });
    await appendFile(join(clone.path, path), "own\n");
    expect(await clone.paths()).toEqual([path]);
    const { diff } = (await clone.diff(path)).body;
    expect(diff).toContain(`+++ b/${path}`);
    expect(diff).toContain("+own");
    await commitIn(clone, path.startsWith("lib/deep") ? "lib/deep" : "lib");
    const pointer = path.startsWith("lib/deep") ? "lib/deep" : "lib";
    expect((await clone.paths()).toSorted()).toEqual([pointer, path].toSorted());
    expect((await clone.diff(pointer)).body.diff).toMatch(/^\+Subproject commit [0-9a-f]{40}$/m);
  });

  it("is only a new commit to point to, if others made what that has", async () => {
    const clone = await withSubmodules();
    await writeFile(join(library, "theirs.txt"), "theirs\n");
    await gitIn(library, "add", "theirs.txt");
    await gitIn(library, "commit", "--quiet", "--message", "Theirs");
    await clone.git(...local, "submodule", "--quiet", "update", "--remote", "lib");
    expect(await clone.paths()).toEqual(["lib"]);
    await clone.git("add", "lib");
    await clone.git("-c", "user.name=A", "-c", "user.email=a@a.invalid", "commit", "-q", "-m", "Update lib");
    const { files, commits } = await clone.changes();
    expect(files).toMatchObject([
      { path: "lib", old_path: null, status: "modified", additions: 1, deletions: 1 },
    ]);
    expect(commits.map(({ subject }) => subject)).toEqual(["Update lib"]);
  });

  it("is not hidden by what .gitmodules says", async () => {
    const clone = await withSubmodules();
    await clone.git("config", "--file", ".gitmodules", "submodule.lib.ignore", "all");
    await appendFile(join(clone.path, "lib/lib.txt"), "own\n");
    await commitIn(clone, "lib");
    expect(await clone.paths()).toEqual([".gitmodules", "lib", "lib/lib.txt"]);
  });

  it("is listed if the submodule was not fetched and files lie in its place", async () => {
    const clone = await changedClone(service, { git_root });
    await rm(join(clone.path, "lib"), { recursive: true, force: true });
    await mkdir(join(clone.path, "lib"));
    await writeFile(join(clone.path, "lib/own.txt"), "own\n");
    expect(await clone.paths()).toEqual(["lib", "lib/own.txt"]);
  });

  it("leaves the session for review", async () => {
    const command = "git init -q inner && echo one > inner/a.txt";
    expect(await attentionAfter(service, { git_root, command })).toMatchObject({ kind: "review" });
    const pointing =
      "git update-index --cacheinfo 160000,$(git rev-parse HEAD),lib && git -c user.name=A -c user.email=a@a.invalid commit -qm Point";
    expect(await attentionAfter(service, { git_root, command: pointing })).toMatchObject({
      kind: "review",
      reason: "1 changed file to look at (+1 −1)",
    });
  });
});

describe("a repository that the agent made in its clone", () => {
  it("is listed with its files, as they are all new", async () => {
    const clone = await changedClone(service, { git_root });
    await makeGitRepository(join(clone.path, "app"), { "package.json": "{}\n", "src/a.ts": "a\n" });
    expect(await clone.paths()).toEqual(["app", "app/package.json", "app/src/a.ts"]);
    expect((await clone.diff("app/src/a.ts")).body.diff).toContain("+a");
  });

  it("is listed before its first commit", async () => {
    const clone = await changedClone(service, { git_root });
    await clone.shell("git init -q app && echo x > app/x");
    expect(await clone.paths()).toEqual(["app/x"]);
  });

  it("counts with its own changes only if it was cloned", async () => {
    const clone = await changedClone(service, { git_root });
    await clone.git("clone", "-q", library, "reference");
    expect(await clone.paths()).toEqual(["reference"]);
    await appendFile(join(clone.path, "reference/lib.txt"), "own\n");
    expect(await clone.paths()).toEqual(["reference", "reference/lib.txt"]);
  });

  it("may be a working tree of the clone itself", async () => {
    const clone = await changedClone(service, { git_root });
    await clone.git("worktree", "add", "-q", "-b", "side", "trees/side");
    expect(await clone.paths()).toEqual([]);
    await writeFile(join(clone.path, "trees/side/own.txt"), "own\n");
    await commitIn(clone, "trees/side");
    expect(await clone.paths()).toEqual(["trees/side/own.txt"]);
  });

  it("is looked into nowhere else, whatever its .git says", async () => {
    const clone = await changedClone(service, { git_root });
    const secret = await service.repository({ "secret.txt": "secret\n" });
    await mkdir(join(clone.path, "inner"));
    await writeFile(join(clone.path, "inner/.git"), `gitdir: ${join(secret, ".git")}\n`);
    await writeFile(join(clone.path, "inner/own.txt"), "own\n");
    await symlink(secret, join(clone.path, "link"));
    // Git reads the clone where no other repository can be seen: what lies there is a plain folder to it.
    expect(await clone.paths()).toEqual(["inner/own.txt", "link"]);
    expect((await clone.diff("link")).body.diff).toContain("new file mode 120000");
    expect((await clone.diff("inner/secret.txt")).status).toBe(404);
  });
});
