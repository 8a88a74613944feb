import { execFile } from "node:child_process";
import { appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gitSandboxOf } from "../../../../test/support/git-sandbox.ts";
import { gitIn, makeGitRepository } from "../../../../test/support/repository.ts";
import { archiveClone, isCloneArchived, restoreClone } from "./clone-archive.ts";

const run = promisify(execFile);
/** Each takes some hundred runs of git. */
vi.setConfig({ testTimeout: 120_000 });
const environment = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };
const local = ["-c", "protocol.file.allow=always"];
let folder: string;
let clone: string;
let kept: string;

const at = (...path: string[]): string => join(clone, ...path);
const git = (inner: string, ...args: string[]): Promise<string> => gitIn(at(inner), ...args);
const here = () => ({
  clone,
  cloned: "main",
  gitFolders: join(folder, "git"),
  environment,
  sandbox: gitSandboxOf(folder),
});

async function fresh(withSubmodules = false): Promise<void> {
  await rm(clone, { recursive: true, force: true });
  await run("git", ["clone", "-q", "--branch", "main", join(folder, "origin"), clone]);
  if (withSubmodules) await git(".", ...local, "submodule", "--quiet", "update", "--init", "--recursive");
}

/** A repository with a submodule `lib`, which has one of its own, `lib/deep`. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "signalbox-nested-test-"));
  clone = join(folder, "clone");
  kept = join(folder, "kept");
  const deep = await makeGitRepository(join(folder, "deep"), { "deep.txt": "deep\n" });
  const lib = await makeGitRepository(join(folder, "lib"), { "lib.txt": "lib\n", "b.txt": "b\n" });
  await gitIn(lib, ...local, "submodule", "--quiet", "add", deep, "deep");
  await gitIn(lib, "commit", "--quiet", "--all", "--message", "Add deep");
  const origin = await makeGitRepository(join(folder, "origin"), { "a.txt": "a\n" });
  await gitIn(origin, ...local, "submodule", "--quiet", "add", lib, "lib");
  await gitIn(origin, "commit", "--quiet", "--all", "--message", "Add lib");
  await fresh(true);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const stateOf = async (inner: string): Promise<string[]> => [
  await git(inner, "status", "--porcelain"),
  await git(inner, "log", "--format=%H %s"),
  await git(inner, "stash", "list"),
  await git(inner, "for-each-ref", "refs/heads", "refs/tags"),
  await git(inner, "ls-files", "--stage"),
  await git(inner, "symbolic-ref", "--quiet", "HEAD").catch(() => "detached"),
];

async function workEverywhere(): Promise<void> {
  await writeFile(at("lib/lib.txt"), "stashed\n");
  await git("lib", "stash", "--quiet");
  await git("lib", "checkout", "--quiet", "-b", "feature");
  await writeFile(at("lib/lib.txt"), "committed\n");
  await git("lib", "commit", "--quiet", "--all", "--message", "In lib");
  await writeFile(at("lib/b.txt"), "staged\n");
  await git("lib", "add", "b.txt");
  await writeFile(at("lib/b.txt"), "changed\n");
  await writeFile(at("lib/new.txt"), "new\n");
  await writeFile(at("lib/deep/deep.txt"), "deeper\n");
  await git("lib/deep", "commit", "--quiet", "--all", "--message", "In deep");
  await appendFile(at("lib/deep/deep.txt"), "uncommitted\n");
  await git(".", "add", "lib");
  await git(".", "commit", "--quiet", "--message", "Point to it");
}

describe("a clone with submodules", () => {
  it.each([
    ["fetched again", true],
    ["that are not fetched", false],
  ])("comes back with the commits and the work in them, into a clone whose are %s", async (_how, again) => {
    await workEverywhere();
    const places = [".", "lib", "lib/deep"];
    const before = await Promise.all(places.map(stateOf));
    await archiveClone(here(), kept);
    expect(await Promise.all(places.map(stateOf))).toEqual(before);
    await fresh(again);
    await restoreClone(here(), kept);
    expect(await Promise.all(places.map(stateOf))).toEqual(before);
    const files = ["lib/lib.txt", "lib/b.txt", "lib/new.txt", "lib/deep/deep.txt"];
    expect(await Promise.all(files.map((name) => readFile(at(name), "utf8")))).toEqual([
      "committed\n",
      "changed\n",
      "new\n",
      "deeper\nuncommitted\n",
    ]);
    expect(await readFile(at("lib/deep/.git"), "utf8")).toBe("gitdir: ../../.git/modules/lib/modules/deep\n");
    // It can be moved, as copies of clones are.
    await rename(clone, `${clone}-moved`);
    await rm(folder.concat("/lib"), { recursive: true });
    clone = `${clone}-moved`;
    expect(await stateOf("lib/deep")).toEqual(before[2]);
  });

  it("comes back with one that was moved, and one that was made in it", async () => {
    await git(".", "mv", "lib", "vendor");
    await makeGitRepository(at("tool"), { "tool.txt": "tool\n" });
    await makeGitRepository(at("tool/inner"), { "inner.txt": "inner\n" });
    await writeFile(at("tool/inner/inner.txt"), "changed\n");
    const places = [".", "vendor", "tool", "tool/inner"];
    const before = await Promise.all(places.map(stateOf));
    await archiveClone(here(), kept);
    await fresh(true);
    await restoreClone(here(), kept);
    expect(await Promise.all(places.map(stateOf))).toEqual(before);
    await expect(readFile(at("lib/lib.txt"))).rejects.toThrow("ENOENT");
    expect(await readFile(at("tool/inner/inner.txt"), "utf8")).toBe("changed\n");
  });

  it("comes back with one of which it has a part of the history", async () => {
    await rm(at("lib"), { recursive: true });
    await rm(at(".git/modules"), { recursive: true });
    await git(
      ".",
      ...local,
      "-c",
      `submodule.lib.url=file://${folder}/lib`,
      "submodule",
      "--quiet",
      "update",
    );
    await git("lib", ...local, "fetch", "--quiet", "--depth=1", `file://${folder}/lib`, "HEAD");
    const before = await stateOf("lib");
    expect(before[1]?.trim().split("\n")).toHaveLength(1);
    await archiveClone(here(), kept);
    await fresh();
    await restoreClone(here(), kept);
    expect(await stateOf("lib")).toEqual(before);
  });

  it("is as before if the work in one does not fit", async () => {
    await workEverywhere();
    await archiveClone(here(), kept);
    await rm(join(kept, "nested-0/nested-0/clone.json"));
    await fresh();
    const before = await Promise.all([stateOf("."), git(".", "submodule", "status")]);
    await expect(restoreClone(here(), kept)).rejects.toThrow();
    expect((await stateOf("."))[0]).toEqual(before[0][0]);
    expect(await git(".", "submodule", "status")).toBe(before[1]);
    expect(await isCloneArchived(kept)).toBe(true);
  });

  it("gets the address of one from .gitmodules, if git would fetch from there", async () => {
    for (const [name, url] of [
      ["good", "https://example.invalid/good.git"],
      ["bad", "ext::sh -c true"],
    ] as const) {
      await makeGitRepository(at(name), { "x.txt": "x\n" });
      await git(".", "config", "--file", ".gitmodules", `submodule.${name}.path`, name);
      await git(".", "config", "--file", ".gitmodules", `submodule.${name}.url`, url);
      await git(name, "config", "remote.origin.url", url);
      await git(".", "-c", "advice.addEmbeddedRepo=false", "add", name);
    }
    await git(".", "add", ".gitmodules");
    await git(".", "commit", "--quiet", "--message", "Two more");
    await archiveClone(here(), kept);
    await fresh();
    await restoreClone(here(), kept);
    expect((await git("good", "config", "remote.origin.url")).trim()).toBe(
      "https://example.invalid/good.git",
    );
    await expect(git("bad", "config", "remote.origin.url")).rejects.toThrow();
  });
});

describe("a repository in a clone", () => {
  it("is not kept if git has its files elsewhere", async () => {
    const secret = await makeGitRepository(join(folder, "secret"), { "secret.txt": "secret\n" });
    await mkdir(at("inner"));
    await writeFile(at("inner/.git"), `gitdir: ${join(secret, ".git")}\n`);
    await writeFile(at("inner/new.txt"), "new\n");
    await expect(archiveClone(here(), kept)).rejects.toThrow(
      "it contains another repository that cannot be kept (inner)",
    );
    await rm(at("inner/.git"));
    await symlink(join(secret, ".git"), at("inner/.git"));
    await expect(archiveClone(here(), kept)).rejects.toThrow("cannot be kept (inner)");
    await rm(at("inner"), { recursive: true });
    await rename(at("lib"), join(folder, "away"));
    await symlink(join(folder, "away"), at("lib"));
    await archiveClone(here(), kept);
    expect(await readFile(join(kept, "clone.json"), "utf8")).not.toContain("nested");
  });

  it("says what is wrong with it, and nothing is kept", async () => {
    await git("lib", "update-ref", "MERGE_HEAD", "HEAD");
    await expect(archiveClone(here(), kept)).rejects.toThrow(
      "in its repository lib, it has an unfinished git operation",
    );
    expect(await isCloneArchived(kept)).toBe(false);
  });

  it.each(["../outside", "lib/../../outside", ".git/hooks", "link/inside", "a.txt/x", "/tmp/x"])(
    "is restored nowhere outside of the clone, whatever an archive says: %s",
    async (path) => {
      await makeGitRepository(at("tool"), { "tool.txt": "tool\n" });
      await mkdir(join(folder, "outside"));
      await symlink(join(folder, "outside"), at("link"));
      await archiveClone(here(), kept);
      const record = join(kept, "clone.json");
      await writeFile(record, (await readFile(record, "utf8")).replace('"path":"tool"', `"path":"${path}"`));
      await fresh();
      const hooks = await run("ls", ["-A", at(".git/hooks")]);
      await expect(restoreClone(here(), kept)).rejects.toThrow("has no place for the repository");
      expect((await run("ls", ["-A", join(folder, "outside")])).stdout).toBe("");
      expect(await run("ls", ["-A", at(".git/hooks")])).toEqual(hooks);
    },
  );

  it("keeps git's own files in the clone, whatever an archive says", async () => {
    await archiveClone(here(), kept);
    const record = join(kept, "clone.json");
    const text = await readFile(record, "utf8");
    await writeFile(record, text.replace('"module":"lib"', '"module":"../../../outside"'));
    await fresh();
    await expect(restoreClone(here(), kept)).rejects.toThrow("has no place for the repository");
    await expect(cp(join(folder, "outside"), join(folder, "copy"))).rejects.toThrow("ENOENT");
  });
});
