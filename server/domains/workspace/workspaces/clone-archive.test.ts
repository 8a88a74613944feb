import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { gitSandboxOf } from "../../../../test/support/git-sandbox.ts";
import { makeGitRepository } from "../../../../test/support/repository.ts";
import { archiveClone, isCloneArchived, restoreClone } from "./clone-archive.ts";

const run = promisify(execFile);
const environment = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };
let folder: string;
let clone: string;
let kept: string;

const git = async (...args: string[]): Promise<string> =>
  (await run("git", ["-c", "user.name=T", "-c", "user.email=t@t.invalid", ...args], { cwd: clone })).stdout;
const write = async (name: string, text: string): Promise<void> => {
  await mkdir(join(clone, name, ".."), { recursive: true });
  await writeFile(join(clone, name), text);
};
const read = (name: string): Promise<string> => readFile(join(clone, name), "utf8");
const here = () => ({
  clone,
  cloned: "main",
  gitFolders: join(folder, "git"),
  environment,
  sandbox: gitSandboxOf(folder),
});

async function fresh(): Promise<void> {
  await rm(clone, { recursive: true, force: true });
  await run("git", ["clone", "-q", "--single-branch", "--branch", "main", join(folder, "origin"), clone]);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "signalbox-clone-test-"));
  clone = join(folder, "clone");
  kept = join(folder, "kept");
  await makeGitRepository(join(folder, "origin"), {
    "a.txt": "a\n",
    "b.txt": "b\n",
    ".gitignore": "*.log\n",
  });
  await fresh();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("restores commits, branches, stashes, staged and unstaged changes and new files", async () => {
  await git("checkout", "-qb", "feature/x");
  await write("a.txt", "committed\n");
  await git("commit", "-qam", "Commit a");
  await git("tag", "point");
  for (const text of ["first", "second"]) {
    await write("b.txt", `${text}\n`);
    await git("stash", "push", "-qm", text);
  }
  await write("a.txt", "staged\n");
  await git("add", "a.txt");
  await write("a.txt", "unstaged\n");
  await write("deep/new file.txt", "new\n");
  await rm(join(clone, "b.txt"));
  const before = [
    await git("status", "--porcelain"),
    await git("log", "--format=%H %s"),
    await git("stash", "list"),
  ];
  await archiveClone(here(), kept);
  expect(await git("status", "--porcelain")).toBe(before[0]);
  await fresh();
  await restoreClone(here(), kept);
  expect([
    await git("status", "--porcelain"),
    await git("log", "--format=%H %s"),
    await git("stash", "list"),
  ]).toEqual(before);
  expect(await read("a.txt")).toBe("unstaged\n");
  expect(await git("show", ":a.txt")).toBe("staged\n");
  expect(await read("deep/new file.txt")).toBe("new\n");
  expect((await git("symbolic-ref", "--short", "HEAD")).trim()).toBe("feature/x");
  expect(await git("rev-parse", "point^{commit}")).toBe(await git("rev-parse", "HEAD"));
});

it("restores what is new or renamed in the index alone, what git was told to skip, and a submodule that was never fetched", async () => {
  await write("staged.txt", "staged\n");
  await git("mv", "b.txt", "caf\u00e9.txt");
  await git("add", "staged.txt");
  await git("update-index", "--add", "--cacheinfo", `160000,${(await git("rev-parse", "HEAD")).trim()},sub`);
  await git("update-index", "--skip-worktree", "a.txt");
  await write("a.txt", "skipped\n");
  await write("staged.txt", "staged and changed\n");
  const before = await git("ls-files", "--stage");
  await archiveClone(here(), kept);
  await fresh();
  await restoreClone(here(), kept);
  expect(await git("ls-files", "--stage")).toBe(before);
  const files = ["staged.txt", "caf\u00e9.txt", "a.txt"].map(read);
  expect(await Promise.all(files)).toEqual(["staged and changed\n", "b\n", "skipped\n"]);
});

it("restores line ends and encodings that the repository's attributes would change, new files included", async () => {
  await write(
    ".gitattributes",
    "*.txt text=auto\n*.bat text eol=crlf\n*.u text working-tree-encoding=UTF-16\n*.id ident\n",
  );
  await write("tracked.bat", "one\ntwo\n");
  await git("add", "--all");
  await git("commit", "-qm", "Attributes");
  const files = {
    "a.txt": "changed\r\nwith both\n",
    "new.txt": "new\r\nlines\r\n",
    "tracked.bat": "no\nreturns\n",
    "new.bat": "none\neither\n",
    "new.u": "not UTF-16",
    "new.id": "$Id: by hand $\n",
  };
  for (const [name, content] of Object.entries(files)) await write(name, content);
  await archiveClone(here(), kept);
  await fresh();
  await restoreClone(here(), kept);
  for (const [name, content] of Object.entries(files)) expect(await read(name), name).toBe(content);
  await expect(read(".git/info/attributes")).rejects.toThrow("ENOENT");
});

it("restores the bytes of files that git takes for unchanged, whatever git would store of their line ends", async () => {
  await write(".gitattributes", "* text=auto\n*.bat eol=crlf\n");
  await write("run.bat", "one\r\ntwo\r\n");
  await git("add", "--all");
  await git("commit", "-qm", "Attributes");
  await write("a.txt", "a\r\n");
  await write("run.bat", "one\ntwo\n");
  // Git then has their times, and knows them for unchanged.
  await git("add", "--all");
  expect(await git("status", "--porcelain")).toBe("");
  await archiveClone(here(), kept);
  await fresh();
  await restoreClone(here(), kept);
  expect([await read("a.txt"), await read("run.bat")]).toEqual(["a\r\n", "one\ntwo\n"]);
  expect(await git("status", "--porcelain")).toBe("");
});

it("keeps the work of a clone whose remote is not called origin", async () => {
  await git("remote", "rename", "origin", "upstream");
  await write("a.txt", "committed\n");
  await git("commit", "-qam", "Commit a");
  const head = await git("rev-parse", "HEAD");
  await archiveClone(here(), kept);
  await fresh();
  await restoreClone(here(), kept);
  expect(await git("rev-parse", "HEAD")).toBe(head);
});

it("needs no bundle for a clone that changed nothing", async () => {
  await archiveClone(here(), kept);
  expect(await isCloneArchived(kept)).toBe(true);
  await fresh();
  await restoreClone(here(), kept);
  expect(await git("status", "--porcelain")).toBe("");
});

it("restores a detached HEAD", async () => {
  await write("a.txt", "x\n");
  await git("commit", "-qam", "X");
  const head = await git("rev-parse", "HEAD");
  await git("checkout", "-q", "--detach");
  await git("branch", "-qf", "main", "HEAD~1");
  await archiveClone(here(), kept);
  await fresh();
  await restoreClone(here(), kept);
  expect(await git("rev-parse", "HEAD")).toBe(head);
  await expect(git("symbolic-ref", "-q", "HEAD")).rejects.toThrow();
});

it("works if the remote's branch has new commits", async () => {
  await write("a.txt", "mine\n");
  await git("commit", "-qam", "Mine");
  await archiveClone(here(), kept);
  const origin = join(folder, "origin");
  await writeFile(join(origin, "b.txt"), "theirs\n");
  await run("git", ["-c", "user.name=T", "-c", "user.email=t@t.invalid", "commit", "-qam", "Theirs"], {
    cwd: origin,
  });
  await fresh();
  await restoreClone(here(), kept);
  expect([await read("a.txt"), await read("b.txt")]).toEqual(["mine\n", "b\n"]);
});

it("does not change a fresh clone if the archive does not fit", async () => {
  await write("a.txt", "mine\n");
  await git("commit", "-qam", "Mine");
  await archiveClone(here(), kept);
  await rm(join(folder, "origin"), { recursive: true });
  await makeGitRepository(join(folder, "origin"), { "z.txt": "another history\n" });
  await fresh();
  await expect(restoreClone(here(), kept)).rejects.toThrow();
  expect(await git("status", "--porcelain")).toBe("");
  expect(await read("z.txt")).toBe("another history\n");
  expect(await isCloneArchived(kept)).toBe(true);
});

it.each([
  ["a merge is half done", async () => git("update-ref", "MERGE_HEAD", "HEAD")],
  ["it has a further working tree of its own", async () => git("worktree", "add", "-q", "trees/side")],
  ["its head is broken", async () => writeFile(join(clone, ".git", "HEAD"), "nonsense\n")],
])("refuses to archive a clone if %s", async (_why, doubt) => {
  await doubt();
  await expect(archiveClone(here(), kept)).rejects.toThrow();
  expect(await isCloneArchived(kept)).toBe(false);
});

it.each([
  "objects/info/alternates",
  "objects/info/http-alternates",
  "objects/ab",
  "objects/pack/pack-1.pack",
])("archives nothing of a clone that borrows objects of another repository (%s)", async (name) => {
  const other = await makeGitRepository(join(folder, "other"), { "secret.txt": "secret\n" });
  const planted = join(clone, ".git", name);
  const target = join(other, ".git/objects");
  await rm(planted, { recursive: true, force: true });
  await mkdir(join(planted, ".."), { recursive: true });
  if (name.includes("alternates")) await writeFile(planted, `${target}\n`);
  else await symlink(target, planted);
  const why = "leads to objects of another repository";
  await expect(archiveClone(here(), kept)).rejects.toThrow(`.git/${name} ${why}`);
  expect(await isCloneArchived(kept)).toBe(false);
});
