import { access, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gitSandboxOf } from "../../../../test/support/git-sandbox.ts";
import { gitIn, makeGitRepository } from "../../../../test/support/repository.ts";
import { makeTestFolder, type TestFolder } from "../../../../test/support/test-folder.ts";
import { noCliFolders, plainPlan } from "../../../lib/sandbox/index.ts";
import { CloneError, workspaceService } from "./index.ts";

let shared: TestFolder;
let repository = "";

beforeAll(async () => {
  shared = await makeTestFolder();
  repository = await makeGitRepository(shared.at("sample"), { "README.md": "# Sample\n", "api/a.txt": "a" });
  await gitIn(repository, "branch", "release/1");
  await gitIn(repository, "tag", "--annotate", "--message", "One", "v1");
  await symlink(shared.path, shared.at("sample", "outside"));
  await symlink("api", shared.at("sample", "inside"));
  await gitIn(repository, "add", "--all");
  await gitIn(repository, "commit", "--quiet", "--message", "Links");
});
afterAll(() => shared[Symbol.asyncDispose]());

const about = {
  gitRoot: "https://git.example/sample.git",
  trusted: false,
  sandbox: plainPlan("workspace"),
} as const;

async function open(environment: Record<string, string> = {}) {
  const folder = await makeTestFolder();
  await mkdir(folder.at("home"));
  const workspaces = workspaceService({
    folders: {
      clones: folder.at("clones"),
      homes: folder.at("homes"),
      scratch: folder.at("scratch"),
      attachments: folder.at("attachments"),
      archivedClones: folder.at("stowed"),
      sandboxes: folder.at("sandboxes"),
      gitFolders: folder.at("git"),
    },
    environment: { PATH: process.env["PATH"], HOME: folder.at("home"), ...environment },
    installation: "inst",
    sessionEnvironment: (id) => ({ ASK_AT: `session ${id}` }),
    localWays: () => [],
    pushAddress: (id) => ({ url: `http://127.0.0.1:3000/git/${id}`, authorization: `Bearer ${id}` }),
    gitSandbox: gitSandboxOf(folder.path),
    sandboxes: {
      room: (_level, reach) => ({ ...reach, dataFolder: folder.path, grants: [], clis: noCliFolders }),
    },
    cloneSilenceMs: 60_000,
  });
  const place = { path: folder.at("clones", "one"), sessionId: 7, turnId: 3 };
  const source = { gitRoot: repository, branch: "main", subdirectory: null };
  return { workspaces, folder, place, source, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describe("ensureClone", () => {
  it("clones the branch once, completely or not at all", async () => {
    await using opened = await open();
    const { workspaces, place, source, folder } = opened;
    expect(await workspaces.ensureClone(source, place)).toBe(true);
    await writeFile(folder.at("clones", "one", "work.txt"), "the agent's");
    expect(await workspaces.ensureClone(source, place)).toBe(false);
    expect(await readFile(folder.at("clones", "one", "work.txt"), "utf8")).toBe("the agent's");
    expect(await readdir(folder.at("clones"))).toEqual(["one", "one.start"]);
  });

  it.each(["main", "release/1", "v1"])("records where a clone of %s began", async (branch) => {
    await using opened = await open();
    const { workspaces, place, source } = opened;
    await workspaces.ensureClone({ ...source, branch }, place);
    const began = await gitIn(repository, "rev-parse", `${branch}^{commit}`);
    expect(await gitIn(place.path, "rev-parse", "refs/signalbox/base", "HEAD")).toBe(began + began);
    expect(await gitIn(place.path, "status", "--porcelain")).toBe("");
  });

  it("records it without running a hook of the person who runs the service", async () => {
    await using opened = await open();
    const { workspaces, place, source, folder } = opened;
    await mkdir(folder.at("home", "template", "hooks"), { recursive: true });
    const hook = "#!/bin/sh\ngit pack-refs --all\n";
    await writeFile(folder.at("home", "template", "hooks", "post-checkout"), hook, { mode: 0o700 });
    await writeFile(folder.at("home", ".gitconfig"), "[init]\n\ttemplateDir = ~/template\n");
    await workspaces.ensureClone(source, place);
    expect(await exists(`${place.path}/.git/refs/heads/main`)).toBe(true);
    const began = await gitIn(repository, "rev-parse", "main");
    expect(await gitIn(place.path, "rev-parse", "refs/signalbox/base")).toBe(began);
  });

  it("replaces the leftovers of a killed start", async () => {
    await using opened = await open();
    const { workspaces, place, source, folder } = opened;
    await mkdir(folder.at("clones", "one.part"), { recursive: true });
    await mkdir(folder.at("clones", "one"));
    await writeFile(folder.at("clones", "one", "half"), "");
    expect(await workspaces.ensureClone(source, place)).toBe(true);
    expect(await readdir(folder.at("clones", "one"))).not.toContain("half");
  });

  it("lists the existing branches if the requested one does not exist", async () => {
    await using opened = await open();
    const { workspaces, place, source, folder } = opened;
    await expect(workspaces.ensureClone({ ...source, branch: "nowhere" }, place)).rejects.toMatchObject({
      name: "CloneError",
      transient: false,
      message: `There is no branch "nowhere" in ${repository}. It has: main, release/1.`,
    });
    expect(await readdir(folder.at("clones"))).toEqual([]);
  });

  it.each([
    ["a repository that is not there", "/nowhere/at/all.git", false, /does not exist/],
    ["a folder that is no repository", "HERE", false, /not appear to be a git repository|does not exist/],
    ["a port where nobody listens", "http://127.0.0.1:9/x.git", true, /127\.0\.0\.1/],
    ["a transport that runs commands", "ext::sh -c true", false, /ext/],
  ])("reports for %s whether another try may help", async (_title, gitRoot, transient, sentence) => {
    await using opened = await open();
    const { workspaces, place, source, folder } = opened;
    const from = gitRoot === "HERE" ? folder.at("home") : gitRoot;
    await expect(workspaces.ensureClone({ ...source, gitRoot: from }, place)).rejects.toMatchObject({
      name: "CloneError",
      transient,
      message: expect.stringMatching(sentence),
    });
    expect(await exists(folder.at("clones", "one.part"))).toBe(false);
  });

  it("ends with the signal, and can be tried again", async () => {
    await using opened = await open();
    const { workspaces, place, source } = opened;
    const signal = AbortSignal.abort();
    await expect(workspaces.ensureClone(source, { ...place, signal })).rejects.toMatchObject({
      transient: true,
    });
    expect(await workspaces.ensureClone(source, place)).toBe(true);
  });

  it("reports that git is not installed", async () => {
    await using opened = await open({ PATH: "/nowhere" });
    await expect(opened.workspaces.ensureClone(opened.source, opened.place)).rejects.toMatchObject({
      transient: false,
      message: expect.stringMatching(/^git is not installed/),
    });
  });

  it("ignores git variables if the service was started from a git hook", async () => {
    await using opened = await open({
      GIT_DIR: shared.at("sample", ".git"),
      GIT_WORK_TREE: shared.at("sample"),
    });
    const { workspaces, place, source, folder } = opened;
    await workspaces.ensureClone(source, place);
    expect(await exists(folder.at("clones", "one", ".git"))).toBe(true);
    expect(await readFile(folder.at("clones", "one", "api", "a.txt"), "utf8")).toBe("a");
  });
});

describe("workspace", () => {
  it("has private folders that exist, and the marker of its turn in the environment", async () => {
    await using opened = await open({ API_KEYS: "secret", OTHER: "kept" });
    const { workspaces, place, source, folder } = opened;
    await workspaces.ensureClone(source, place);
    const made = await workspaces.workspace(
      { id: 7, clonePath: place.path, subdirectory: "api", ...about },
      3,
    );
    expect(made).toMatchObject({
      sessionId: 7,
      home: folder.at("homes", "7"),
      scratch: folder.at("scratch", "7"),
      env: {
        OTHER: "kept",
        ASK_AT: "session 7",
        SIGNALBOX_SESSION_ID: "7",
        SIGNALBOX_SCRATCH: folder.at("scratch", "7"),
      },
    });
    expect(made.cwd.endsWith("/clones/one/api")).toBe(true);
    expect(Object.values(made.env)).toContain("inst:7:3");
    expect(Object.values(made.env)).not.toContain("secret");
    for (const path of [made.home, made.scratch]) expect(await exists(path)).toBe(true);
  });

  it("can start in a folder that is a link within the clone", async () => {
    await using opened = await open();
    await opened.workspaces.ensureClone(opened.source, opened.place);
    const at = { id: 7, clonePath: opened.place.path, subdirectory: "inside", ...about };
    expect((await opened.workspaces.workspace(at, 3)).cwd.endsWith("/clones/one/api")).toBe(true);
  });

  it.each([
    ["is not there", "web"],
    ["is a link out of the clone", "outside"],
    ["climbs out of it", "../two"],
    ["is a file", "README.md"],
  ])("is refused for a subdirectory that %s", async (_title, subdirectory) => {
    await using opened = await open();
    const { workspaces, place, source, folder } = opened;
    await workspaces.ensureClone(source, place);
    await mkdir(folder.at("clones", "two"));
    const attempt = workspaces.workspace({ id: 7, clonePath: place.path, subdirectory, ...about }, 3);
    await expect(attempt).rejects.toThrow(
      new CloneError(`The repository has no folder "${subdirectory}"`, { transient: false }),
    );
  });

  it("has a marker that finds it, its session, and the whole installation", async () => {
    await using opened = await open();
    const { marker } = opened.workspaces;
    expect([marker(7, 3), marker(7), marker()]).toEqual(["inst:7:3", "inst:7", "inst"]);
  });
});

describe("remove", () => {
  async function filled() {
    const opened = await open();
    const { workspaces, place, source, folder } = opened;
    await workspaces.ensureClone(source, place);
    await workspaces.workspace({ id: 7, clonePath: place.path, subdirectory: null, ...about }, 3);
    await workspaces.workspace({ id: 8, clonePath: place.path, subdirectory: null, ...about }, 1);
    await mkdir(folder.at("attachments", "7"), { recursive: true });
    return opened;
  }

  it("removes everything of the session, and nothing of another", async () => {
    await using opened = await filled();
    const { workspaces, place, folder } = opened;
    await workspaces.remove({ id: 7, clonePath: place.path });
    const left = await Promise.all(
      ["clones", "homes", "scratch", "attachments"].map((name) => readdir(folder.at(name))),
    );
    expect(left).toEqual([[], ["8"], ["8"], []]);
    await expect(workspaces.remove({ id: 7, clonePath: place.path })).resolves.toBeUndefined();
  });

  it("never removes a path outside of the clones", async () => {
    await using opened = await filled();
    await mkdir(opened.folder.at("precious"));
    await opened.workspaces.remove({ id: 7, clonePath: opened.folder.at("precious") });
    expect(await exists(opened.folder.at("precious"))).toBe(true);
  });

  it("finishes a removal that was interrupted", async () => {
    await using opened = await filled();
    const { workspaces, folder } = opened;
    await mkdir(folder.at("homes", "7.removed"));
    await writeFile(folder.at("homes", "7.removed", "credentials"), "x");
    await workspaces.remove({ id: 7, clonePath: null });
    await mkdir(folder.at("homes", "7.removed"));
    await workspaces.remove({ id: 7, clonePath: null });
    expect(await readdir(folder.at("homes"))).toEqual(["8"]);
  });
});

describe("sweepLeftovers", () => {
  it("removes drafts and half-removed folders, and keeps clones", async () => {
    await using opened = await open();
    const { workspaces, folder } = opened;
    for (const name of ["one", "two.part", "three.removed"])
      await mkdir(folder.at("clones", name), { recursive: true });
    expect(await workspaces.sweepLeftovers()).toBe(2);
    expect(await readdir(folder.at("clones"))).toEqual(["one"]);
  });

  it("removes the git folders that a killed service was reading clones through", async () => {
    await using opened = await open();
    const { workspaces, folder, source, place } = opened;
    await workspaces.ensureClone(source, place);
    const seen = await workspaces.compare({ path: place.path, branch: "main" }, async () =>
      readdir(folder.at("git")),
    );
    expect(seen).toHaveLength(1);
    expect((await stat(folder.at("git"))).mode & 0o777).toBe(0o700);
    expect(await readdir(folder.at("git"))).toEqual([]);

    await new Promise<void>((reading) => {
      void workspaces.compare({ path: place.path, branch: "main" }, () => {
        reading();
        return new Promise(() => {});
      });
    });
    expect(await readdir(folder.at("git"))).toHaveLength(1);
    expect(await workspaces.sweepLeftovers()).toBe(1);
    expect(await readdir(folder.at("git"))).toEqual([]);
  });

  it("does nothing before the first clone", async () => {
    await using opened = await open();
    expect(await opened.workspaces.sweepLeftovers()).toBe(0);
  });
});

describe("branches", () => {
  it("are those of the remote, with its default branch", async () => {
    await using opened = await open();
    expect(await opened.workspaces.branches(repository)).toEqual({
      branches: ["main", "release/1"],
      default_branch: "main",
    });
  });

  it("are empty for an empty repository", async () => {
    await using opened = await open();
    await mkdir(opened.folder.at("empty"));
    await gitIn(opened.folder.at("empty"), "init", "--quiet", "--bare");
    expect((await opened.workspaces.branches(opened.folder.at("empty"))).branches).toEqual([]);
  });

  it("are refused with git's message if there is no repository", async () => {
    await using opened = await open();
    await expect(opened.workspaces.branches(opened.folder.at("home"))).rejects.toThrow(CloneError);
  });
});
