import { execFileSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitSandboxOf } from "../../../../test/support/git-sandbox.ts";
import { makeGitRepository } from "../../../../test/support/repository.ts";
import { makeTestFolder, type TestFolder } from "../../../../test/support/test-folder.ts";
import { archiveClone } from "./clone-archive.ts";
import { compareClone } from "./comparison.ts";
import { type GitSandbox, gitSandbox } from "./git-sandbox.ts";
import type { SafeReading } from "./safe-git.ts";

const secret = "what is in another repository alone";
let folder: TestFolder;
let clone = "";
let other = "";
let hidden = "";

beforeEach(async () => {
  folder = await makeTestFolder();
  clone = folder.at("clones", "one");
  other = await makeGitRepository(folder.at("other"), { "secret.txt": secret });
  hidden = gitIn(other, "rev-parse", "HEAD");
  await makeGitRepository(folder.at("origin"), { "a.txt": "a\n" });
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", folder.at("origin"), clone]);
  await mkdir(folder.at("home"));
});
afterEach(() => folder[Symbol.asyncDispose]());

const gitIn = (cwd: string, ...args: string[]): string =>
  execFileSync("git", args, { cwd, encoding: "utf8" }).trim();

const person = ["-c", "user.name=T", "-c", "user.email=t@t.invalid"];

const works = async (): Promise<boolean> => (await gitSandboxOf(folder.path).problem()) === null;

const reading = (sandbox: SafeReading["sandbox"] = gitSandboxOf(folder.path)): SafeReading => ({
  gitFolders: folder.at("git"),
  environment: { PATH: process.env["PATH"] ?? "", HOME: folder.at("home") },
  sandbox,
});

const none: SafeReading["sandbox"] = { around: async () => null };

/** All that the service shows of the clone's changes. */
const changes = (sandbox?: SafeReading["sandbox"]): Promise<string> =>
  compareClone({ path: clone, branch: "main", ...reading(sandbox) }, async ({ repositories, log }) => {
    const pieces: Buffer[] = [];
    for (const { diff } of repositories) await diff([], (piece) => pieces.push(piece) > 0);
    return `${Buffer.concat(pieces).toString("utf8")}${await log(["--patch"])}`;
  });

/**
 * An agent that wins every race: what it swaps is there as soon as the service has looked and starts git, and gone when git
 * has ended.
 */
const racing = (
  sandbox: SafeReading["sandbox"],
  { plant, undo }: { plant: string; undo: string },
): SafeReading["sandbox"] => ({
  async around(view) {
    const script = `${plant}; "$@"; code=$?; ${undo}; exit $code`;
    return ["/bin/sh", "-c", script, "sh", ...((await sandbox.around(view)) ?? ["git"])];
  },
});

const plants = {
  "a file of alternates": () => {
    const file = join(clone, ".git/objects/info/alternates");
    return { plant: `echo ${other}/.git/objects > ${file}`, undo: `rm ${file}` };
  },
  "links in place of folders of objects": async () => {
    const names = (await readdir(join(other, ".git/objects"))).filter((name) => name.length === 2);
    const each = (act: (own: string, theirs: string) => string): string =>
      names
        .map((name) => act(join(clone, ".git/objects", name), join(other, ".git/objects", name)))
        .join("; ");
    return {
      plant: each((own, theirs) => `[ ! -d ${own} ] || mv ${own} ${own}.own; ln -s ${theirs} ${own}`),
      undo: each((own) => `rm ${own}; [ ! -d ${own}.own ] || mv ${own}.own ${own}`),
    };
  },
};

describe.each(Object.entries(plants))("with %s while git reads", (_what, plant) => {
  beforeEach(async (context) => {
    if (!(await works())) context.skip("No sandbox starts on this machine");
    await writeFile(join(clone, ".git/refs/heads/main"), `${hidden}\n`);
  });

  it("nothing of another repository is among the changes", async () => {
    // Without the sandbox it is, so that the plant proves something.
    expect(await changes(racing(none, await plant()))).toContain(secret);
    const seen = await changes(racing(gitSandboxOf(folder.path), await plant())).catch(String);
    expect(seen).not.toContain(secret);
  });

  it("nothing of another repository is archived", async () => {
    const archive = async (sandbox: SafeReading["sandbox"], name: string): Promise<string> => {
      const run = { clone, cloned: "main", ...reading(racing(sandbox, await plant())) };
      await archiveClone(run, folder.at(name));
      const empty = folder.at(`${name}-restored`);
      execFileSync("git", ["clone", "--quiet", folder.at("origin"), empty]);
      gitIn(empty, "bundle", "unbundle", folder.at(name, "work.bundle"));
      return gitIn(empty, "show", `${hidden}:secret.txt`);
    };
    expect(await archive(none, "without")).toBe(secret);
    expect(await archive(gitSandboxOf(folder.path), "within").catch(String)).not.toContain(secret);
    expect(await readdir(folder.at("within")).catch(() => [])).toEqual([]);
  });
});

describe("with objects of another repository lent to a submodule while git reads", () => {
  let plant: { plant: string; undo: string };

  beforeEach(async (context) => {
    if (!(await works())) context.skip("No sandbox starts on this machine");
    await makeGitRepository(folder.at("library"), { "b.txt": "b\n" });
    gitIn(
      clone,
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "--quiet",
      "add",
      folder.at("library"),
      "lib",
    );
    gitIn(clone, ...person, "commit", "--quiet", "--message", "Add lib");
    const module = join(clone, ".git/modules/lib");
    await writeFile(join(module, "refs/heads/main"), `${hidden}\n`);
    const file = join(module, "objects/info/alternates");
    plant = { plant: `echo ${other}/.git/objects > ${file}`, undo: `rm ${file}` };
  });

  it("nothing of it is archived", async () => {
    const archive = async (sandbox: SafeReading["sandbox"], name: string): Promise<string> => {
      await archiveClone({ clone, cloned: "main", ...reading(racing(sandbox, plant)) }, folder.at(name));
      const empty = folder.at(`${name}-restored`);
      execFileSync("git", ["init", "--quiet", empty]);
      gitIn(empty, "bundle", "unbundle", folder.at(name, "nested-0/work.bundle"));
      return gitIn(empty, "show", `${hidden}:secret.txt`);
    };
    expect(await archive(none, "without")).toBe(secret);
    expect(await archive(gitSandboxOf(folder.path), "within").catch(String)).not.toContain(secret);
    expect(await readdir(folder.at("within")).catch(() => [])).toEqual([]);
  });
});

describe("in its sandbox", () => {
  it("git still ignores what the person ignores everywhere, and reads their attributes", async () => {
    const own = folder.at("home", ".config/git");
    await mkdir(own, { recursive: true });
    await writeFile(join(own, "ignore"), "*.tmp\n");
    await writeFile(join(own, "attributes"), "*.dat -diff\n");
    for (const name of ["new.txt", "new.tmp", "new.dat"]) await writeFile(join(clone, name), `in ${name}\n`);
    const seen = await changes();
    expect(seen).toContain("+in new.txt");
    expect(seen).not.toContain("new.tmp");
    expect(seen).toContain("Binary files /dev/null and b/new.dat differ");
    expect(await changes(none)).toBe(seen);
  });

  it("git reads the repositories and working trees in a clone", async () => {
    await makeGitRepository(join(clone, "inner"), { "b.txt": "b\n" });
    gitIn(clone, "worktree", "add", "--quiet", "tree", "-b", "second");
    await writeFile(join(clone, "inner/b.txt"), "changed inside\n");
    await writeFile(join(clone, "tree/a.txt"), "changed beside\n");
    const seen = await changes();
    expect(seen).toContain("+changed inside");
    expect(seen).toContain("+changed beside");
    expect(await changes(none)).toBe(seen);
  });

  it("git reads a clone whose path leads through a link", async () => {
    await writeFile(join(clone, "a.txt"), "changed\n");
    const link = folder.at("link");
    execFileSync("ln", ["-s", dirname(clone), link]);
    clone = join(link, "one");
    expect(await changes()).toContain("+changed");
  });
});

describe("where no sandbox starts", () => {
  const elsewhere = (said: unknown[], platform: NodeJS.Platform = "darwin"): GitSandbox =>
    gitSandbox({
      environment: process.env,
      dataFolder: folder.path,
      platform,
      log: { warn: (...words: unknown[]) => void said.push(words) } as never,
    });

  it("clones are read all the same, which the log says once, with the reason", async () => {
    const said: unknown[] = [];
    const sandbox = elsewhere(said);
    await writeFile(join(clone, "a.txt"), "changed\n");
    for (let time = 0; time < 2; time += 1) expect(await changes(sandbox)).toContain("+changed");
    expect(said).toEqual([
      [
        { reason: "There is no sandbox for macOS yet.", cure: null },
        "git reads the clones of agents without a sandbox of its own",
      ],
    ]);
    expect(await sandbox.problem()).toMatchObject({ reason: "There is no sandbox for macOS yet." });
  });

  it("one that borrows objects is still refused", async () => {
    await writeFile(join(clone, ".git/objects/info/alternates"), `${other}/.git/objects\n`);
    await expect(changes(elsewhere([]))).rejects.toThrow("leads to objects of another repository");
  });

  it("a git that lies among the person's own files is the reason", async (context) => {
    if (!(await works())) context.skip("No sandbox starts on this machine");
    const bin = folder.at("home", "bin");
    await mkdir(bin);
    await writeFile(join(bin, "git"), "#!/bin/sh\n", { mode: 0o755 });
    const environment = { PATH: bin, HOME: folder.at("home") };
    const said: unknown[] = [];
    const log = { warn: (...words: unknown[]) => void said.push(words) } as never;
    const sandbox = gitSandbox({ environment, dataFolder: folder.path, platform: "linux", log });
    expect(await sandbox.problem()).toMatchObject({
      reason: expect.stringContaining("files that git is not to see"),
    });
    expect(said).toHaveLength(1);
  });
});
