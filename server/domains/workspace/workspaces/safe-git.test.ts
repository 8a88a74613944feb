import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitSandboxOf } from "../../../../test/support/git-sandbox.ts";
import { hostileClone } from "../../../../test/support/hostile-clone.ts";
import { makeGitRepository } from "../../../../test/support/repository.ts";
import { archiveClone } from "./clone-archive.ts";
import { compareClone } from "./comparison.ts";
import { CloneError } from "./errors.ts";

const environment = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "signalbox-safe-git-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const printed = async (read: (take: (piece: Buffer) => boolean) => Promise<void>): Promise<string> => {
  const pieces: Buffer[] = [];
  await read((piece) => pieces.push(piece) > 0);
  return Buffer.concat(pieces).toString();
};

const reading = () => ({
  gitFolders: join(folder, "git"),
  environment,
  sandbox: gitSandboxOf(folder),
});

/** Everything that the service reads of a clone. */
const readAll = (path: string) =>
  compareClone({ path, branch: "main", ...reading() }, async ({ repositories, branch, log, base }) => {
    const diffs = await Promise.all(repositories.map(({ diff }) => printed((take) => diff([], take))));
    const fields = ["--raw", "--numstat", "-z", "--no-abbrev"];
    const numbers = await Promise.all(repositories.map(({ diff }) => printed((take) => diff(fields, take))));
    const [, hash = ""] = /(?:^|\0):\d+ \d+ ([0-9a-f]+) \S+ \w\0a\.txt\0/.exec(numbers[0] ?? "") ?? [];
    const before = hash === "" ? null : await repositories[0]?.blob(hash, 1_000);
    return {
      branch,
      base,
      diff: diffs.join(""),
      log: await log(["--max-count=10", "--format=%H%x09%cI%x09%s"]),
      before: Buffer.from(before ?? []).toString(),
    };
  });

describe("a clone that names programs wherever git starts one", () => {
  it.each(["sha1", "sha256"] as const)("is compared without running any (%s)", async (objectFormat) => {
    const clone = hostileClone(folder, objectFormat);
    const read = await readAll(clone.path);
    expect(clone.ran()).toEqual([]);
    expect(read).toMatchObject({ branch: "main", before: "one\n" });
    expect(read.diff).toContain("+changed");
    expect(read.diff).toContain("+fresh");
    expect(read.log).toMatch(/\tSigned\n.*\tSecond$/s);
  });

  it("runs them under plain git, so that the fixture proves something", () => {
    const clone = hostileClone(folder);
    spawnSync("git", ["diff", "HEAD", "--", "a.txt"], { cwd: clone.path });
    execFileSync("git", ["log", "-p", "-3"], { cwd: clone.path, stdio: "ignore" });
    expect(clone.ran()).toEqual(expect.arrayContaining(["filter-clean", "fsmonitor", "gpg", "textconv"]));
  });

  it("is archived without running any, and what is in it as well", async () => {
    const clone = hostileClone(folder);
    const run = { clone: clone.path, cloned: "main", ...reading() };
    await rm(join(clone.path, ".git/index"));
    execFileSync(
      "git",
      ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "read-tree", "HEAD"],
      {
        cwd: clone.path,
      },
    );
    execFileSync("git", ["update-ref", "refs/remotes/origin/main", "refs/signalbox/base"], {
      cwd: clone.path,
    });
    const before = clone.ran();
    await archiveClone(run, join(folder, "kept"));
    expect(clone.ran()).toEqual(before);
  });
});

describe("a clone whose .git is not what git writes", () => {
  it.each<[string, (git: string) => Promise<unknown>]>([
    [
      ".git",
      async (git) => [await rename(git, join(folder, "else")), await symlink(join(folder, "else"), git)],
    ],
    [
      ".git",
      async (git) => [await rm(git, { recursive: true }), await writeFile(git, `gitdir: ${folder}\n`)],
    ],
    [
      ".git/objects",
      async (git) => [
        await rm(join(git, "objects"), { recursive: true }),
        await symlink(folder, join(git, "objects")),
      ],
    ],
    [".git/config", async (git) => [await rm(join(git, "config")), await mkdir(join(git, "config"))]],
    [".git/HEAD", (git) => writeFile(join(git, "HEAD"), "ref: refs/../../../etc/passwd\n")],
  ])("is refused with a sentence that names %s", async (name, spoil) => {
    const path = join(folder, "clone");
    await makeGitRepository(path, { "a.txt": "a\n" });
    await spoil(join(path, ".git"));
    const failure = await readAll(path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CloneError);
    expect((failure as CloneError).message).toContain(`The clone cannot be read safely: ${name} is not`);
  });
});

it("shows a changed and a new file in a clone with many refs, packed and loose", async () => {
  const path = join(folder, "clone");
  await makeGitRepository(path, { "a.txt": "a\n" });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: path });
  git("update-ref", "refs/signalbox/base", "HEAD");
  for (let tag = 0; tag < 20; tag++) git("tag", `t${tag}`);
  git("pack-refs", "--all");
  git("tag", "later");
  await writeFile(join(path, "a.txt"), "b\n");
  await writeFile(join(path, "a new file.txt"), "new\n");
  const { diff } = await readAll(path);
  expect(diff).toContain("-a\n+b");
  expect(diff).toContain("+++ b/a new file.txt");
});

describe("a list of refs that an agent made enormous", () => {
  it("is read piece by piece for the refs that are needed, and refused where all are", async () => {
    const path = await makeGitRepository(join(folder, "many"), { "a.txt": "one\n" });
    const git = (...args: string[]) => execFileSync("git", args, { cwd: path }).toString().trim();
    const head = git("rev-parse", "HEAD");
    git("update-ref", "refs/signalbox/base", "HEAD");
    git("pack-refs", "--all");
    const refs = Array.from({ length: 250_000 }, (_, at) => `${head} refs/heads/many/of-them-${at}\n`);
    await writeFile(
      join(path, ".git/packed-refs"),
      `${refs.join("")}${head} refs/heads/main\n${head} refs/signalbox/base\n`,
    );
    expect((await readAll(path)).branch).toBe("main");
    const run = { clone: path, cloned: "main", ...reading() };
    await expect(archiveClone(run, join(folder, "kept"))).rejects.toThrow("packed-refs");
  });
});
