import { describe, expect, it } from "vitest";
import { importersOf, importsOf, type Sources, wayTo, workerFiles } from "./process-imports.ts";
import { filesBelow, textOf } from "./tree.ts";

const isTest = /\.test\.ts$|[.-]test-(data|bed)\.ts$/;
const sources = Object.fromEntries(
  filesBelow("server")
    .filter((file) => file.endsWith(".ts") && !isTest.test(file))
    .map((file) => [file, textOf(file)]),
);

/** What can start a process. */
const starters = ["node:child_process", "child_process", "execa", "node-pty"];
const sandbox = "server/lib/sandbox";
const workspaces = "server/domains/workspace/workspaces";
const pushes = "server/domains/workspace/pushes";

describe("a process is started", () => {
  it("by exactly these modules", () => {
    expect(importersOf(sources, starters)).toEqual({
      // An agent, and a sandbox.
      "server/runtimes/line-process.ts": ["node:child_process"],
      "server/lib/sandbox/spawn.ts": ["node:child_process"],
      // What holds up the network of a strict sandbox, and what sets its routes.
      "server/lib/sandbox/network.ts": ["node:child_process"],
      "server/lib/sandbox/bridge-program.ts": ["node:child_process"],
      // The version of a CLI, and its list of models.
      "server/runtimes/cli-output.ts": ["node:child_process"],
      // Inside the agent's own process.
      "server/runtimes/pi/extensions/run-hook.ts": ["node:child_process"],
      "server/lib/git-answer.ts": ["execa"],
      [`${workspaces}/git.ts`]: ["execa"],
      // Where SSH connects to for a name in the owner's configuration of it.
      [`${workspaces}/ssh-host.ts`]: ["execa"],
      // The owner's agents of keys, asked what they can sign with.
      [`${workspaces}/personal-git.ts`]: ["execa"],
      // Git in a repository of the owner, for what agents push.
      "server/domains/workspace/pushes/receive-pack.ts": ["node:child_process"],
      // The list of processes.
      "server/lib/processes/posix.ts": ["node:child_process"],
      "server/lib/processes/windows.ts": ["node:child_process"],
      // The limit that an agent's processes are found by.
      "server/lib/processes/tag.ts": ["node:child_process"],
      // What holds the processes of a turn to their limits, where that is systemd.
      "server/lib/limits/systemd-scope.ts": ["node:child_process"],
      // What keeps the machine awake, and how full its battery is.
      "server/lib/keep-awake/sleep-inhibitor.ts": ["node:child_process"],
      "server/lib/keep-awake/battery.ts": ["node:child_process"],
      // The person's own editor, terminal and browser.
      "server/domains/review/editors/service.ts": ["node:child_process"],
      "server/cli/open-in-browser.ts": ["node:child_process"],
      // The service itself, what the system starts it with at login, and npm, for a new version of it.
      "server/cli/daemon/background.ts": ["node:child_process"],
      "server/cli/daemon/login-service.ts": ["node:child_process"],
      "server/cli/daemon/update.ts": ["node:child_process"],
      "server/cli/demo.ts": ["node:child_process"],
      "server/cli/doctor.ts": ["node:child_process"],
    });
  });
});

describe("a process that cannot be started", () => {
  it("is an error of whoever starts it, who looks for no pipe before", () => {
    // It runs inside the agent's own process, and looks whether each pipe is there.
    expect(unwatchedStarts(sources)).toEqual(["server/runtimes/pi/extensions/run-hook.ts"]);
  });
});

describe("git", () => {
  it("is run by exactly these modules, of which only safe-git.ts reads a clone that an agent worked in", () => {
    expect(importersOf(sources, [`${workspaces}/git.ts`, "server/lib/git-answer.ts"])).toEqual({
      [`${workspaces}/safe-git.ts`]: [`${workspaces}/git.ts`],
      // The sandbox that safe-git.ts runs it in, tried with a repository of the service's.
      [`${workspaces}/git-sandbox.ts`]: [`${workspaces}/git.ts`],
      // Its configuration, which is made from files of that clone that git reads by their paths, and the owner's own.
      [`${workspaces}/safe-config.ts`]: ["server/lib/git-answer.ts"],
      // A repository that was just cloned, before an agent works in it, and work that is put back into it.
      [`${workspaces}/cloning.ts`]: [`${workspaces}/git.ts`],
      [`${workspaces}/clone-archive.ts`]: [`${workspaces}/git.ts`],
      [`${workspaces}/nested-archive.ts`]: [`${workspaces}/git.ts`],
      [`${workspaces}/lfs.ts`]: [`${workspaces}/git.ts`],
      [`${workspaces}/partial-source.ts`]: [`${workspaces}/git.ts`],
      [`${workspaces}/submodules.ts`]: [`${workspaces}/git.ts`],
      // For the repository of the first run, below.
      [`${workspaces}/index.ts`]: [`${workspaces}/git.ts`],
      // The owner's name and the version of git; the service's own folder.
      "server/compose/identity.ts": ["server/lib/git-answer.ts"],
      "server/compose/settings.ts": ["server/lib/git-answer.ts"],
    });
  });

  it("reads such a clone in a sandbox that shows it alone, wherever one starts", () => {
    expect(unsandboxed(sources)).toEqual([]);
  });

  it("is passed on by the workspaces to exactly two modules, none of which reads a clone", () => {
    const users = Object.keys(sources).filter((file) =>
      /import \{[^}]*\bgit\b[^}]*\} from "[^"]*workspaces\/index\.ts"/.test(sources[file] ?? ""),
    );
    // The second asks it whether it reads a repository of the owner's at all, and changes the owner's own settings.
    expect(users).toEqual([
      "server/compose/settings.ts",
      "server/domains/workspace/foreign-owners/service.ts",
    ]);
  });
});

/** Modules that start a process in another way than by `startedProcess`. */
const unwatchedStarts = (texts: Sources): string[] =>
  Object.keys(texts).filter(
    (file) =>
      /import \{[^}]*\bspawn\b[^}]*\} from "node:child_process"/.test(texts[file] ?? "") &&
      /(?<!startedProcess\(\s*)\bspawn\(/.test(texts[file] ?? ""),
  );

/** Where a clone is read: each call of git that gets no sandbox, but for the one that asks for the person's own settings. */
function unsandboxed(texts: Sources): string[] {
  const readers = [`${workspaces}/safe-git.ts`, `${workspaces}/safe-config.ts`];
  const calls = readers.flatMap(
    (file) => (texts[file] ?? "").match(/\bgit(?:Bytes|Stream|Answer)?\(.*$/gm) ?? [],
  );
  return calls.filter((call) => !/\brunOf\(|\bwithin\b|cwd: "\/"/.test(call));
}

/** Sources that make a clone, or name two places in the file system with the same file. */
const clonesOrLinks = (texts: Sources, pattern: RegExp): string[] =>
  Object.keys(texts).filter((file) => pattern.test(texts[file] ?? ""));
const cloneCommand = /(?<!kind: )["'`]clone["'`],|["']git clone |`git clone [^`]*\$\{/;
const hardLink = /import \{[^}]*\blink(Sync)?\b[^}]*\} from "node:fs|\bfs\.link(Sync)?\(/;

describe("a push of an agent", () => {
  it("is taken over by git with one set of settings, under which it starts nothing", () => {
    const users = Object.keys(importersOf(sources, [`${pushes}/receive-pack.ts`]));
    expect(users.sort()).toEqual(
      ["checking.ts", "owner-settings.ts", "service.ts"].map((name) => `${pushes}/${name}`),
    );
    expect(clonesOrLinks(sources, /["'`]receive-pack["'`]/)).toEqual([`${pushes}/service.ts`]);
  });
});

describe("an agent's clone", () => {
  it("is made by one module, whose clones share no file with another repository", () => {
    expect(clonesOrLinks(sources, cloneCommand)).toEqual([`${workspaces}/cloning.ts`]);
    expect(textOf(`${workspaces}/cloning.ts`)).toContain(
      'const ownObjects = ["--no-hardlinks", "--dissociate"];',
    );
  });

  it("gets no hard link from any module", () => {
    expect(clonesOrLinks(sources, hardLink)).toEqual([]);
  });
});

describe("a sandbox", () => {
  it("is put together by exactly one module of its own folder, which also looks at what was mounted", () => {
    expect(Object.keys(importersOf(sources, [`${sandbox}/bubblewrap.ts`]))).toEqual([`${sandbox}/spawn.ts`]);
    expect(Object.keys(importersOf(sources, [`${sandbox}/confirm-mounts.ts`]))).toEqual([
      `${sandbox}/spawn.ts`,
    ]);
  });

  it("is started by exactly one module, and tried by another", () => {
    const users = Object.keys(sources).filter((file) => /\bspawnInside\(/.test(sources[file] ?? ""));
    const tries = `${sandbox}/probe.ts`;
    expect(users.sort()).toEqual([tries, `${sandbox}/spawn.ts`, "server/runtimes/line-process.ts"]);
  });

  it("and an agent are never started by a worker thread, with which they would end", () => {
    const workers = workerFiles(sources);
    expect(workers).toHaveLength(19);
    const targets = [...starters, `${sandbox}/spawn.ts`, "server/runtimes/line-process.ts"];
    expect(workers.map((file) => wayTo(sources, file, targets)).filter((way) => way !== null)).toEqual([]);
  });
});

describe("the search for these", () => {
  const planted = {
    "server/a/service.ts": [
      'const worker = new URL("./deep-worker.ts", import.meta.url);',
      'import { execFile } from "node:child_process";',
      'import { type GitRun, git } from "../domains/workspace/workspaces/git.ts";',
    ].join("\n"),
    "server/a/deep-worker.ts": 'import { middle } from "./middle.ts";',
    "server/a/middle.ts": [
      'import type { LineProcess } from "../runtimes/line-process.ts";',
      "export {",
      "  startLineProcess,",
      '} from "../runtimes/start.ts";',
    ].join("\n"),
    "server/runtimes/start.ts": 'const { spawn } = await import("execa");',
  };

  it("finds a module that starts a process, and one that runs git", () => {
    expect(importersOf(planted, starters)).toEqual({
      "server/a/service.ts": ["node:child_process"],
      "server/runtimes/start.ts": ["execa"],
    });
    expect(importersOf(planted, [`${workspaces}/git.ts`])).toEqual({
      "server/a/service.ts": [`${workspaces}/git.ts`],
    });
  });

  it("finds a start whose failure nobody waits for", () => {
    const spawning = 'import { spawn } from "node:child_process";\n';
    const more = {
      "server/a/unwatched.ts": `${spawning}const child = spawn("git", []);`,
      "server/a/watched.ts": `${spawning}const child = await startedProcess(\n  spawn("git", []),\n);`,
    };
    expect(unwatchedStarts(more)).toEqual(["server/a/unwatched.ts"]);
  });

  it("finds git that reads a clone without a sandbox", () => {
    const text = [
      'import { git, gitBytes } from "./git.ts";',
      'run: (args) => git(["--literal-pathspecs", ...args], { cwd: path, environment }),',
      "runBytes: (args) => gitBytes(args, runOf()),",
    ].join("\n");
    expect(unsandboxed({ [`${workspaces}/safe-git.ts`]: text })).toEqual([
      'git(["--literal-pathspecs", ...args], { cwd: path, environment }),',
    ]);
  });

  it("finds a worker that reaches one, however far, and ignores imports of types", () => {
    expect(workerFiles(planted)).toEqual(["server/a/deep-worker.ts"]);
    expect(wayTo(planted, "server/a/deep-worker.ts", starters)).toEqual([
      "server/a/deep-worker.ts",
      "server/a/middle.ts",
      "server/runtimes/start.ts",
      "execa",
    ]);
    expect(wayTo(planted, "server/a/deep-worker.ts", ["server/runtimes/line-process.ts"])).toBeNull();
  });

  it("finds a second module that clones, or makes a hard link", () => {
    const more = {
      "server/a/clone.ts": 'await git(["clone", "--", from, to], run);',
      "server/a/link.ts": 'import { link, rm } from "node:fs/promises";',
      "server/a/neither.ts":
        'import { readlink, symlink } from "node:fs/promises"; // What a git clone of ours has.',
    };
    expect(clonesOrLinks(more, cloneCommand)).toEqual(["server/a/clone.ts"]);
    expect(clonesOrLinks(more, hardLink)).toEqual(["server/a/link.ts"]);
  });

  it("reads every import of a file", () => {
    expect(importsOf(planted, "server/a/middle.ts")).toEqual(["server/runtimes/start.ts"]);
  });
});
