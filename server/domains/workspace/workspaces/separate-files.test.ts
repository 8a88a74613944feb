import { execFile } from "node:child_process";
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { gitSandboxOf } from "../../../../test/support/git-sandbox.ts";
import { gitIn, makeGitRepository } from "../../../../test/support/repository.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import type { CloneProgress } from "./clone-progress.ts";
import { CloneError, workspaceService } from "./index.ts";
import { separateFiles, separationRecord } from "./separate-files.ts";

const run = promisify(execFile);

async function openBed() {
  const folder = await makeTestFolder();
  const repository = await makeGitRepository(folder.at("owner"), {
    "README.md": "precious\n",
    "a/b.txt": "b",
  });
  await mkdir(folder.at("home"));
  const named = ["clones", "homes", "scratch", "attachments", "archivedClones", "sandboxes", "gitFolders"];
  const workspaces = workspaceService({
    folders: Object.fromEntries(named.map((name) => [name, folder.at("data", name)])) as never,
    environment: { PATH: process.env["PATH"], HOME: folder.at("home") },
    installation: "inst",
    sessionEnvironment: () => ({}),
    localWays: () => [],
    pushAddress: (id) => ({ url: `http://127.0.0.1:3000/git/${id}`, authorization: `Bearer ${id}` }),
    sandboxes: { room: () => null },
    gitSandbox: gitSandboxOf(folder.at("data")),
    cloneSilenceMs: 60_000,
  });
  const path = folder.at("data", "clones", "one");
  const place = { path, sessionId: 7, turnId: 3 };
  return {
    folder,
    repository,
    workspaces,
    place,
    source: { gitRoot: repository, branch: "main", subdirectory: null },
    /** As an earlier version made it. */
    async cloneLinked(): Promise<void> {
      await mkdir(folder.at("data", "clones"), { recursive: true });
      await run("git", ["clone", "--quiet", "--", repository, path]);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function sharedIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const links = await Promise.all(files.map(async (file) => (await lstat(file)).nlink));
  return files.filter((_, at) => links[at] !== 1);
}

/** What an agent can do to every file that its sandbox lets it write. */
async function overwriteObjects(clone: string): Promise<void> {
  const objects = join(clone, ".git/objects");
  for (const entry of await readdir(objects, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    await chmod(file, 0o600);
    await writeFile(file, "x");
  }
}

it("a clone of a repository on this machine shares no file with it", async () => {
  await using bed = await openBed();
  await bed.workspaces.ensureClone(bed.source, bed.place);
  expect(await sharedIn(bed.place.path)).toEqual([]);
  await overwriteObjects(bed.place.path);
  await gitIn(bed.repository, "fsck", "--full");
});

it("a clone of a repository that borrows objects borrows none", async () => {
  await using bed = await openBed();
  const borrower = bed.folder.at("borrower");
  await run("git", ["clone", "--quiet", "--shared", "--", bed.repository, borrower]);
  await bed.workspaces.ensureClone({ ...bed.source, gitRoot: borrower }, bed.place);
  await expect(stat(join(bed.place.path, ".git/objects/info/alternates"))).rejects.toThrow("ENOENT");
  await rename(bed.repository, bed.folder.at("gone"));
  await gitIn(bed.place.path, "fsck", "--full");
});

it("a clone that shares files, of an earlier version, gets its own once, and says how far that is", async () => {
  await using bed = await openBed();
  await bed.cloneLinked();
  const { workspaces, place, source } = bed;
  expect(await sharedIn(place.path)).not.toEqual([]);
  expect(await workspaces.isCloneReady(place)).toBe(false);
  const seen: CloneProgress[] = [];
  const onProgress = (progress: CloneProgress) => void seen.push(progress);
  expect(await workspaces.ensureClone(source, { ...place, onProgress })).toBe(false);
  expect(await sharedIn(place.path)).toEqual([]);
  expect(seen.at(-1)).toEqual({ step: "separating", percent: 100 });
  expect(await workspaces.isCloneReady(place)).toBe(true);
  await gitIn(place.path, "fsck", "--full");
  await overwriteObjects(place.path);
  await gitIn(bed.repository, "fsck", "--full");
});

it("a copy of such a clone shares nothing either", async () => {
  await using bed = await openBed();
  await bed.cloneLinked();
  const copy = await bed.workspaces.copyClone(bed.place.path, bed.folder.at("data", "clones", "two"));
  expect(await sharedIn(copy)).toEqual([]);
});

it("another clone in the place of the one that was separated is looked at again", async () => {
  await using bed = await openBed();
  const record = separationRecord(bed.folder.at("record"));
  await record.note("/clones/one");
  expect([await record.has("/clones/one"), await record.has("/clones/two")]).toEqual([true, false]);
});

it("keeps mode and time, clears the drafts of a killed try, and follows no link of the agent", async () => {
  await using bed = await openBed();
  const objects = bed.folder.at("clone", ".git", "objects");
  await mkdir(objects, { recursive: true });
  const outside = bed.folder.at("outside");
  await mkdir(outside);
  for (const name of ["one", "two"]) await writeFile(join(outside, name), name, { mode: 0o444 });
  await link(join(outside, "one"), join(outside, "other"));
  await link(join(outside, "two"), join(objects, "two"));
  await symlink(outside, join(objects, "linked"));
  await copyFile(join(outside, "two"), join(objects, "two.separating"));
  const before = await stat(join(objects, "two"));
  await separateFiles(bed.folder.at("clone"));
  const after = await stat(join(objects, "two"));
  expect(after).toMatchObject({ nlink: 1, mode: before.mode });
  expect(Math.abs(after.mtimeMs - before.mtimeMs)).toBeLessThan(1);
  expect(after.ino).not.toBe(before.ino);
  expect((await readdir(objects)).sort()).toEqual(["linked", "two"]);
  expect(await readFile(join(outside, "two"), "utf8")).toBe("two");
  expect((await stat(join(outside, "one"))).nlink).toBe(2);
});

it("stops when the turn is stopped", async () => {
  await using bed = await openBed();
  await bed.cloneLinked();
  const signal = AbortSignal.abort();
  await expect(separateFiles(bed.place.path, { signal })).rejects.toThrow(CloneError);
});

it("a clone that borrows objects as its repository does gets its own, before its next turn", async () => {
  await using bed = await openBed();
  const lender = await makeGitRepository(bed.folder.at("lender"), { "lent.txt": "lent\n" });
  const borrower = bed.folder.at("borrower");
  await run("git", ["clone", "--quiet", "--shared", "--", lender, borrower]);
  await mkdir(bed.folder.at("data", "clones"), { recursive: true });
  const { path } = bed.place;
  await run("git", ["clone", "--quiet", "--", borrower, path]);
  await writeFile(join(path, "staged.txt"), "staged\n");
  await gitIn(path, "add", "staged.txt");
  const compare = () =>
    bed.workspaces.compare({ path, branch: "main" }, async (changes) => (await changes.summaries()).join());
  await expect(compare()).rejects.toThrow("leads to objects of another repository");
  const seen: CloneProgress[] = [];
  const source = { gitRoot: borrower, branch: "main", subdirectory: null };
  await bed.workspaces.ensureClone(source, { ...bed.place, onProgress: (progress) => seen.push(progress) });
  expect(seen).toContainEqual({ step: "separating", percent: 100 });
  await rename(lender, bed.folder.at("gone"));
  expect(await compare()).toContain("1 file changed");
  expect(await gitIn(path, "show", "HEAD:lent.txt")).toBe("lent\n");
  await gitIn(path, "fsck", "--full");
});

it("a clone that borrows from anywhere else stays unreadable", async () => {
  await using bed = await openBed();
  const other = await makeGitRepository(bed.folder.at("other"), { "secret.txt": "secret\n" });
  await bed.cloneLinked();
  const { path } = bed.place;
  await writeFile(join(path, ".git/objects/info/alternates"), `${other}/.git/objects\n`);
  await bed.workspaces.ensureClone(bed.source, bed.place);
  const read = bed.workspaces.compare({ path, branch: "main" }, async () => "read");
  await expect(read).rejects.toThrow("leads to objects of another repository");
});
