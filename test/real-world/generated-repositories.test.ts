import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, lstat, mkdir, readFile, readlink, rm } from "node:fs/promises";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChangeService } from "../../server/domains/review/changes/index.ts";
import { CloneError } from "../../server/domains/workspace/workspaces/index.ts";
import { bytesOfPath, gitPathOf, pathOfShown } from "../../server/lib/git-path-rules.ts";
import { actOn, makeOdd, type OddRepository, oddRepository } from "../support/generated-repositories.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { openWorkspaces } from "../support/workspaces.ts";

/** `SIGNALBOX_ODD_REPOSITORIES=200` tries more of them; `SIGNALBOX_FC_SEED` says which. */
const count = Number(process.env["SIGNALBOX_ODD_REPOSITORIES"] ?? 15);

const run = promisify(execFile);
let folder: TestFolder;
let number = 0;

beforeAll(async () => {
  folder = await makeTestFolder();
  await mkdir(folder.at("home"));
});
afterAll(() => folder[Symbol.asyncDispose]());

async function git(cwd: string, args: readonly string[], more: Record<string, string> = {}): Promise<Buffer> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder.at("home"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    ...more,
  };
  return (await run("git", args, { cwd, env, encoding: "buffer", maxBuffer: 50_000_000 })).stdout;
}

const fieldsOf = (bytes: Buffer): string[] => gitPathOf(bytes).split("\0").slice(0, -1);

/** What plain git says differs from `start`, with a git folder of its own so that nothing in the clone changes. */
async function byGit(clone: string, start: string): Promise<string[]> {
  const own = folder.at(`plain-${number}`);
  await rm(own, { recursive: true, force: true });
  await cp(`${clone}/.git`, own, { recursive: true });
  const at = { GIT_DIR: own, GIT_WORK_TREE: clone };
  for (const bit of ["--no-assume-unchanged", "--no-skip-worktree"]) {
    const tracked = fieldsOf(await git(clone, ["ls-files", "-z"], at));
    if (tracked.length === 0) continue;
    const feeding = run("git", ["update-index", bit, "-z", "--stdin"], {
      cwd: clone,
      env: { ...process.env, ...at },
    });
    feeding.child.stdin?.end(bytesOfPath(tracked.map((path) => `${path}\0`).join("")));
    await feeding;
  }
  await git(clone, ["add", "--all"], at);
  const named = await git(clone, ["diff", "--cached", "--no-renames", "--name-only", "-z", start], at);
  await rm(own, { recursive: true });
  return fieldsOf(named).toSorted();
}

async function byService(changes: ChangeService, clone: string): Promise<string[]> {
  const { files, truncated } = await changes.list(clone, "show");
  expect(truncated).toBe(false);
  for (const { path } of files.slice(0, 3)) {
    const { diff } = await changes.diffOf(clone, { path, whitespace: "show", offset: 0 });
    expect(diff, path).toContain("diff --git ");
  }
  const paths = files.flatMap(({ path, old_path, status }) =>
    old_path === null || status === "copied" ? [path] : [path, old_path],
  );
  return paths.map((path) => pathOfShown(path) ?? `not a path: ${path}`).toSorted();
}

/** The files that git does not ignore, where HEAD is, what is staged and what is stashed. */
async function stateOf(clone: string): Promise<string> {
  const listed = [
    await git(clone, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]),
    await git(clone, ["ls-files", "-z", "--stage"]),
    await git(clone, ["stash", "list", "--format=%H"]),
    await git(clone, ["rev-parse", "HEAD"]),
    await git(clone, ["symbolic-ref", "--quiet", "HEAD"]).catch(() => Buffer.from("detached")),
  ];
  const paths = [...new Set(fieldsOf(listed[0] ?? Buffer.from("")))];
  const entries = await Promise.all(paths.map((path) => entryAt(clone, path)));
  return [...listed.map(gitPathOf), ...entries].join("\n");
}

/** What lies at a path that may hold any bytes. */
async function entryAt(clone: string, path: string): Promise<string> {
  const at = Buffer.concat([Buffer.from(`${clone}/`), bytesOfPath(path)]);
  const found = await lstat(at).catch(() => null);
  if (found === null) return "none";
  if (found.isSymbolicLink()) return `link ${(await readlink(at, "buffer")).toString("latin1")}`;
  if (!found.isFile()) return "folder";
  const digest = createHash("sha1").update(await readFile(at));
  return `${(found.mode & 0o100) === 0 ? "" : "x "}${digest.digest("hex")}`;
}

async function check(odd: OddRepository): Promise<void> {
  number += 1;
  const { workspaces, changes } = openWorkspaces(folder);
  const root = folder.at(`root-${number}`);
  const clone = folder.at("clones", `c${number}`);
  const fork = folder.at("clones", `f${number}`);
  await mkdir(root);
  await makeOdd(odd, root, folder.at("home"));
  const source = { gitRoot: root, branch: "main", subdirectory: null };
  const place = { path: clone, sessionId: number, turnId: 1 };
  await workspaces.ensureClone(source, place);
  const start = (await git(clone, ["rev-parse", "HEAD"])).toString().trim();
  expect(await byService(changes, clone), "before any work").toEqual([]);

  await actOn(odd, clone, folder.at("home"));
  const before = await stateOf(clone);
  const expected = await byGit(clone, start);
  expect(await byService(changes, clone), "compared").toEqual(expected);
  expect(await stateOf(clone), "reading changes nothing").toBe(before);

  await workspaces.copyClone(clone, fork);
  expect(await byService(changes, fork), "of the fork").toEqual(expected);
  expect(await stateOf(fork), "the fork").toBe(before);

  await workspaces.archiveClone({ id: number, clonePath: clone, branch: "main" });
  let lost: string | null = null;
  await workspaces.ensureClone(source, { ...place, turnId: 2, onLoss: (reason) => (lost = reason) });
  expect(lost).toBeNull();
  expect(await stateOf(clone), "restored").toBe(before);
  expect(await byService(changes, clone), "of what was restored").toEqual(expected);
  for (const each of [root, clone, fork]) await rm(each, { recursive: true, force: true });
}

it(`clones, compares, forks, archives and restores ${count} odd repositories as plain git has them`, {
  timeout: count * 40_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(oddRepository, (odd) =>
      check(odd).catch((error: unknown) => {
        if (error instanceof CloneError) throw new Error(`refused: ${error.message}`);
        throw error;
      }),
    ),
    { numRuns: count, endOnFailure: true },
  );
});
