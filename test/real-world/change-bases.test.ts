import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { type ChangedClone, changedClone } from "../support/changes.ts";
import { gitIn } from "../support/repository.ts";

let service: BoardService;
beforeAll(async () => {
  service = await startBoardService({
    environment: {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "clone.defaultRemoteName",
      GIT_CONFIG_VALUE_0: "upstream",
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

interface Work extends ChangedClone {
  /** The repository that it was cloned from. */
  root: string;
  /** What others commit there meanwhile. */
  others(file: string, branch?: string): Promise<void>;
  /** What the agent commits. */
  own(file: string): Promise<void>;
}

async function work(): Promise<Work> {
  const root = await service.repository({ "README.md": "One\n", "a.txt": "a\n" });
  await gitIn(root, "branch", "develop");
  const clone = await changedClone(service, { git_root: root });
  await clone.git("config", "user.name", "Agent");
  await clone.git("config", "user.email", "agent@signalbox.invalid");
  const commit = async (folder: string, file: string): Promise<void> => {
    await appendFile(join(folder, file), `${file}\n`);
    await gitIn(folder, "add", file);
    await gitIn(folder, "commit", "--quiet", "--message", `Change ${file}`);
  };
  return {
    ...clone,
    root,
    async others(file, branch = "main") {
      await gitIn(root, "checkout", "--quiet", branch);
      await commit(root, file);
      await gitIn(root, "checkout", "--quiet", "main");
    },
    own: (file) => commit(clone.path, file),
  };
}

async function seen(clone: ChangedClone): Promise<{ files: string[]; commits: string[] }> {
  const { files, commits } = await clone.changes();
  return { files: files.map(({ path }) => path), commits: commits.map(({ subject }) => subject) };
}

const ownOnly = { files: ["own.txt"], commits: ["Change own.txt"] };

describe("only what the session did counts, at a remote called upstream", () => {
  it.each<[string, (at: Work) => Promise<unknown>, Partial<Awaited<ReturnType<typeof seen>>>?]>([
    ["after its clone", async ({ own }) => own("own.txt")],
    [
      "after git pull --rebase",
      async (at) => [
        await at.own("own.txt"),
        await at.others("b.txt"),
        await at.git("pull", "-q", "--rebase"),
      ],
    ],
    [
      "after a merge of the base",
      async (at) => [
        await at.own("own.txt"),
        await at.others("b.txt"),
        await at.git("pull", "-q", "--no-rebase", "--no-edit"),
      ],
      { commits: [expect.stringMatching(/^Merge branch/), "Change own.txt"] },
    ],
    [
      "after it pulled by address alone",
      async (at) => [
        await at.own("own.txt"),
        await at.others("b.txt"),
        await at.git("pull", "-q", "--rebase", at.root, "main"),
      ],
    ],
    [
      "after it pulled, pushed to a branch of its own, and pulled again",
      async (at) => [
        await at.own("own.txt"),
        await at.others("b.txt"),
        await at.git("pull", "-q", "--rebase"),
        await at.git("push", "-q", "upstream", "HEAD:refs/heads/feature"),
        await at.git("fetch", "-q", "upstream", "+refs/heads/*:refs/remotes/upstream/*"),
        await at.others("c.txt"),
        await at.git("pull", "-q", "--rebase", "upstream", "main"),
      ],
    ],
    [
      "after it pulled and pushed to the branch itself",
      async (at) => [
        await gitIn(at.root, "config", "receive.denyCurrentBranch", "updateInstead"),
        await at.own("own.txt"),
        await at.others("b.txt"),
        await at.git("pull", "-q", "--rebase"),
        await at.git("push", "-q", "upstream", "HEAD:main"),
      ],
    ],
    [
      "after its pull request was merged, and it pulled that",
      async (at) => [
        await at.others("b.txt"),
        await at.git("pull", "-q", "--rebase"),
        await at.own("own.txt"),
        await at.git("push", "-q", "upstream", "HEAD:refs/heads/feature"),
        await gitIn(at.root, "merge", "-q", "--no-ff", "-m", "Merge feature", "feature"),
        await at.git("pull", "-q"),
      ],
      { commits: ["Merge feature", "Change own.txt"] },
    ],
    [
      "on a branch, after others moved on",
      async (at) => [
        await at.git("checkout", "-q", "-b", "feature"),
        await at.own("own.txt"),
        await at.others("b.txt"),
        await at.git("fetch", "-q"),
        await at.git("rebase", "-q", "upstream/main"),
      ],
    ],
    [
      "after the remote was renamed",
      async (at) => [
        await at.git("remote", "rename", "upstream", "elsewhere"),
        await at.own("own.txt"),
        await at.others("b.txt"),
        await at.git("pull", "-q", "--rebase", "elsewhere", "main"),
      ],
    ],
    [
      "after it merged another branch of others in",
      async (at) => [
        await at.others("d.txt", "develop"),
        await at.own("own.txt"),
        await at.git("fetch", "-q", "upstream", "develop:refs/remotes/upstream/develop"),
        await at.others("b.txt"),
        await at.git("pull", "-q", "--rebase"),
        await at.git("merge", "-q", "--no-edit", "upstream/develop"),
      ],
      { commits: [expect.stringMatching(/^Merge remote-tracking/), "Change own.txt"] },
    ],
    [
      "after the branch was deleted at the remote",
      async (at) => [
        await at.own("own.txt"),
        await gitIn(at.root, "checkout", "-q", "develop"),
        await gitIn(at.root, "branch", "-q", "-D", "main"),
        await at.git("fetch", "-q", "--prune", "upstream", "+refs/heads/*:refs/remotes/upstream/*"),
      ],
    ],
    [
      "after others rewrote the branch",
      async (at) => [
        await at.own("own.txt"),
        await at.others("b.txt"),
        await at.git("pull", "-q", "--rebase"),
        await gitIn(at.root, "commit", "-q", "--amend", "-m", "Rewritten"),
        await at.git("fetch", "-q"),
      ],
    ],
    [
      "after it looked at an older commit",
      async (at) => [
        await at.others("b.txt"),
        await at.git("pull", "-q"),
        await at.git("checkout", "-q", "--detach", "HEAD~1"),
        await at.own("own.txt"),
      ],
    ],
    [
      "after it went to another branch, without a change",
      async (at) => [
        await at.others("d.txt", "develop"),
        await at.git("fetch", "-q", "upstream", "develop:refs/remotes/upstream/develop"),
        await at.git("checkout", "-q", "-b", "develop", "upstream/develop"),
      ],
      { files: [], commits: [] },
    ],
    [
      "after it made a shallow history",
      async (at) => [
        await at.others("b.txt"),
        await at.git("fetch", "-q", "--depth=1", `file://${at.root}`, "main"),
        await at.git("checkout", "-q", "-B", "main", "FETCH_HEAD"),
        await at.own("own.txt"),
      ],
    ],
    [
      "after it removed a file on a new branch without a past",
      async (at) => [
        await at.git("checkout", "-q", "--orphan", "fresh"),
        await at.git("rm", "-q", "-f", "a.txt"),
        await at.own("own.txt"),
      ],
      { files: ["a.txt", "own.txt"], commits: ["Change own.txt"] },
    ],
    [
      "before the first commit of a branch without a past",
      async (at) => [
        await at.git("checkout", "-q", "--orphan", "fresh"),
        await writeFile(join(at.path, "own.txt"), "x"),
      ],
      { files: ["own.txt"], commits: [] },
    ],
    [
      "after it moved the branch back",
      async (at) => [
        await at.own("own.txt"),
        await at.git("reset", "-q", "--hard", "HEAD~1"),
        await writeFile(join(at.path, "own.txt"), "x"),
      ],
      { files: ["own.txt"], commits: [] },
    ],
  ])("%s", async (_when, happen, expected) => {
    const at = await work();
    await happen(at);
    expect(await seen(at)).toEqual({ ...ownOnly, ...expected });
  });

  it("what it dropped of the branch's past is a change", async () => {
    const root = await service.repository({ "README.md": "One\n" });
    await writeFile(join(root, "b.txt"), "b\n");
    await gitIn(root, "add", "b.txt");
    await gitIn(root, "commit", "-q", "-m", "Add b");
    const clone = await changedClone(service, { git_root: root });
    await clone.git("reset", "-q", "--hard", "HEAD~1");
    expect((await clone.changes()).files).toMatchObject([{ path: "b.txt", status: "deleted" }]);
  });
});

describe("where the session started is the service's own knowledge", () => {
  it("a ref that the agent moves hides nothing", async () => {
    const at = await work();
    await at.own("own.txt");
    await at.git("update-ref", "refs/signalbox/base", "HEAD");
    await at.git("update-ref", "refs/remotes/upstream/main", "HEAD");
    expect(await seen(at)).toEqual(ownOnly);
  });

  it("everything is new in a repository that the agent made again", async () => {
    const at = await work();
    await rm(join(at.path, ".git"), { recursive: true });
    await at.git("init", "-q", "-b", "main");
    await at.own("own.txt");
    const { files } = await seen(at);
    expect(files).toEqual(["README.md", "a.txt", "own.txt"]);
  });

  it("a replaced or grafted commit changes nothing", async () => {
    const at = await work();
    await at.own("own.txt");
    const [head, start] = [await at.git("rev-parse", "HEAD"), await at.git("rev-parse", "HEAD~1")];
    await at.git("replace", start.trim(), head.trim());
    await writeFile(join(at.path, ".git/info/grafts"), `${head.trim()}\n`);
    expect(await seen(at)).toEqual(ownOnly);
    expect(await readFile(join(at.path, ".git/info/grafts"), "utf8")).not.toBe("");
  });
});
