import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exists } from "../../server/lib/exists.ts";
import { gitIn, makeGitRepository } from "../support/repository.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { openWorkspaces } from "../support/workspaces.ts";

/** Each takes some hundred runs of git. */
vi.setConfig({ testTimeout: 180_000 });

const local = ["-c", "protocol.file.allow=always"];

let folder: TestFolder;
let gitRoot: string;
let number = 0;

/** A repository with a submodule `lib`, which has one of its own, `lib/deep`. */
beforeAll(async () => {
  folder = await makeTestFolder();
  await mkdir(folder.at("home"));
  const deep = await makeGitRepository(folder.at("deep"), { "deep.txt": "deep\n" });
  const library = await makeGitRepository(folder.at("library"), { "lib.txt": "lib\n" });
  await gitIn(library, ...local, "submodule", "--quiet", "add", deep, "deep");
  await gitIn(library, "commit", "--quiet", "--all", "--message", "Add deep");
  gitRoot = await makeGitRepository(folder.at("app"), { "README.md": "One\n" });
  await gitIn(gitRoot, ...local, "submodule", "--quiet", "add", library, "lib");
  await gitIn(gitRoot, "commit", "--quiet", "--all", "--message", "Add lib");
});
afterAll(() => folder[Symbol.asyncDispose]());

/** A clone in which an agent fetched the submodules, and made a repository of its own. */
async function atWork(trusted: boolean) {
  number += 1;
  const { workspaces, changes } = openWorkspaces(folder);
  const path = folder.at("clones", `c${number}`);
  const sessionId = number;
  const lost: string[] = [];
  const clone = (turnId: number) =>
    workspaces.ensureClone(
      { gitRoot, branch: "main", subdirectory: null },
      { path, sessionId, turnId, trusted, onLoss: (reason) => void lost.push(reason) },
    );
  await clone(1);
  await gitIn(path, ...local, "submodule", "--quiet", "update", "--init", "--recursive");
  await makeGitRepository(join(path, "tool"), { "tool.txt": "tool\n" });
  return {
    path,
    lost,
    git: (place: string, ...args: string[]) => gitIn(join(path, place), ...args),
    paths: async () => (await changes.list(path, "show")).files.map((file) => file.path),
    async archiveAndRestore(): Promise<void> {
      await workspaces.archiveClone({ id: sessionId, clonePath: path, branch: "main" });
      expect(await exists(path)).toBe(false);
      await clone(2);
    },
  };
}

describe("an archived clone in which an agent worked in submodules", () => {
  it.each([
    ["trusted, so that they are fetched again", true],
    ["not trusted", false],
  ])(
    "comes back with the commits and the work in them, where the repository is %s",
    async (_how, trusted) => {
      const { path, git, paths, archiveAndRestore, lost } = await atWork(trusted);
      await writeFile(join(path, "lib/lib.txt"), "committed\n");
      await git("lib", "checkout", "--quiet", "-b", "work");
      await git("lib", "commit", "--quiet", "--all", "--message", "In lib");
      await appendFile(join(path, "lib/deep/deep.txt"), "unstaged\n");
      await writeFile(join(path, "lib/deep/new.txt"), "new\n");
      await writeFile(join(path, "tool/tool.txt"), "sharper\n");
      const before = await paths();
      expect(before).toEqual(expect.arrayContaining(["lib/lib.txt", "lib/deep/new.txt", "tool/tool.txt"]));
      await archiveAndRestore();
      expect(lost).toEqual([]);
      expect(await paths()).toEqual(before);
      expect((await git("lib", "log", "--format=%s", "-1", "work")).trim()).toBe("In lib");
      expect(await git("lib/deep", "diff")).toContain("+unstaged");
      expect(await readFile(join(path, "tool/tool.txt"), "utf8")).toBe("sharper\n");
    },
  );

  it("runs nothing that an agent left in one of them", async () => {
    const { path, git, archiveAndRestore, lost } = await atWork(false);
    const ran = folder.at("ran");
    for (const place of ["lib", "lib/deep", "tool"]) {
      await git(place, "config", "core.fsmonitor", `touch ${ran}; false`);
      await git(place, "config", "filter.x.clean", `touch ${ran}; cat`);
      await git(place, "config", "filter.x.smudge", `touch ${ran}; cat`);
      await writeFile(join(path, place, ".gitattributes"), "* filter=x\n");
      await writeFile(join(path, place, "more.txt"), "more\n");
    }
    await git(".", "config", "--file", ".gitmodules", "submodule.lib.ignore", "none");
    expect(await exists(ran)).toBe(false);
    await archiveAndRestore();
    expect(lost).toEqual([]);
    expect(await readFile(join(path, "lib/deep/more.txt"), "utf8")).toBe("more\n");
    expect(await exists(ran)).toBe(false);
    expect(await git("lib", "config", "--get", "filter.x.clean").catch(() => "gone")).toBe("gone");
  });
});
