/** @module-tag real-cli */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { makeClone, warningsOf } from "../support/clones.ts";
import { gitIn, makeGitRepository } from "../support/repository.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest } from "../support/service.ts";
import { createSession, sessionOf, transcriptOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const run = promisify(execFile);
const isThere = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    (error: { code?: unknown }) => error.code !== "ENOENT",
  );

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let folder: TestFolder;
let home: string;
let environment: Record<string, string>;
let service: BoardService;
let agent: ChildProcess | null = null;
let hasSandbox = false;

/** A person with keys of SSH and GnuPG, each held by its agent. */
beforeAll(async () => {
  folder = await makeTestFolder();
  home = folder.at("home");
  await mkdir(join(home, ".ssh"), { recursive: true, mode: 0o700 });
  await mkdir(join(home, ".gnupg"), { mode: 0o700 });
  const socket = join(tmpdir(), `sbx-agent-${process.pid}`);
  environment = { HOME: home, SSH_AUTH_SOCK: socket };
  if (await isThere("ssh-agent", "-k")) {
    agent = spawn("ssh-agent", ["-D", "-a", socket], { stdio: "ignore" });
    const key = join(home, ".ssh", "work");
    await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    await vi.waitFor(() => run("ssh-add", [key], { env: { ...process.env, ...environment } }));
  }
  service = await startBoardService({ environment });
  hasSandbox = (await sandboxIn(join(service.folder, "probe"), [])) !== null;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  agent?.kill();
  await run("gpgconf", ["--kill", "gpg-agent"], { env: { ...process.env, HOME: home } }).catch(() => null);
  await rm(environment["SSH_AUTH_SOCK"] ?? "", { force: true });
  await folder[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (!hasSandbox) context.skip("No sandbox starts on this machine");
});

const configure = (...lines: string[]) =>
  writeFile(
    join(home, ".gitconfig"),
    ["[user]", "\tname = Ada", "\temail = ada@example.test", ...lines, ""].join("\n"),
  );

/** What an agent's shell prints in a new session, what its clone's last commit is, and what the session said. */
async function play(command: string, { trusted }: { trusted: boolean }) {
  const git_root = await makeGitRepository(folder.at(Math.random().toString(36).slice(2, 10)));
  if (trusted) await service.board.call("POST", "/repositories/trust", { git_root });
  const prompt = `#script bash cmd=${command}\n#script say Done.`;
  const { id } = await createSession(service, { git_root, prompt });
  expect((await service.waitFor(id, atRest, longMs)).failure_detail).toBeNull();
  const clone = String((await sessionOf(service, id)).metadata["clone_path"]);
  return {
    told: await transcriptOf(service, id),
    commit: await gitIn(clone, "cat-file", "commit", "HEAD"),
    said: await warningsOf(service, id),
    clone,
  };
}

const commitWork = "git commit --quiet --allow-empty --message Work 2>&1;";

describe("a person whose git signs commits with SSH", () => {
  beforeEach((context) => {
    if (agent === null) context.skip("OpenSSH's agent is not installed");
  });

  const signing = (key: string) =>
    configure("\tsigningkey = " + key, "[gpg]", "\tformat = ssh", "[commit]", "\tgpgsign = true");

  it.each(["~/.ssh/work.pub", "~/.ssh/work"])(
    "has the agent's signed by %s, without the key",
    async (key) => {
      await signing(key);
      const { commit, told, said } = await play(`${commitWork} ls ~/.ssh; cat ~/.ssh/work 2>&1`, {
        trusted: true,
      });
      expect(commit).toContain("BEGIN SSH SIGNATURE");
      expect(told).not.toContain("BEGIN OPENSSH PRIVATE KEY");
      expect(said).toEqual([]);
    },
  );

  it("has them unsigned without trust, which is said before", async () => {
    await signing("~/.ssh/work.pub");
    const { commit, said } = await play(commitWork, { trusted: false });
    expect(commit).toMatch(/^Work$/m);
    expect(commit).not.toContain("SIGNATURE");
    expect(said).toEqual([
      expect.stringMatching(/^Your git signs commits; those of this session are made unsigned: /),
    ]);
  });

  it("has no turn started for unsigned ones where signed commits are required", async () => {
    await signing("~/.ssh/work.pub");
    const require_signed_commits = true;
    await service.board.call("PATCH", "/app_settings", { git: { require_signed_commits } });
    const git_root = await makeGitRepository(folder.at(Math.random().toString(36).slice(2, 10)));
    const asked = service.model.requests().length;
    const { id } = await createSession(service, { git_root, prompt: "#script say Done." });
    const refused = await service.waitFor(id, ({ status }) => status === "failed", longMs);
    expect(refused.failure_reason).toBe("equipment_refused");
    expect(refused.failure_detail).toMatch(
      /^Your git signs commits, and those of this session would be unsigned: .* Signed commits are required under Settings, Repositories\.$/,
    );
    expect(service.model.requests()).toHaveLength(asked);
    const { commit } = await play(commitWork, { trusted: true });
    expect(commit).toContain("BEGIN SSH SIGNATURE");
    await service.board.call("PATCH", "/app_settings", { git: null });
  });

  it("has them unsigned where the agent does not have the key", async () => {
    await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(home, ".ssh", "other")]).catch(
      () => null,
    );
    await signing("~/.ssh/other");
    const { commit, said, told } = await play(`${commitWork} ls ~/.ssh/`, { trusted: true });
    expect(commit).not.toContain("SIGNATURE");
    expect(said).toEqual([expect.stringContaining("Add it (ssh-add)")]);
    expect(told).not.toMatch(/^other$/m);
  });
});

describe("a person whose git signs commits with GnuPG", () => {
  it("has the agent's signed by GnuPG's agent, which gives no key away", async (context) => {
    if (!(await isThere("gpg", "--version"))) context.skip("GnuPG is not installed");
    const env = { ...process.env, HOME: home };
    const make = [
      "--batch",
      "--passphrase",
      "",
      "--quick-generate-key",
      "Ada <ada@example.test>",
      "ed25519",
      "sign",
      "never",
    ];
    await run("gpg", make, { env });
    await configure("[commit]", "\tgpgsign = true");
    const { commit, told, said, clone } = await play(
      `${commitWork} gpg --batch --export-secret-keys --armor 2>&1; ls -R ~/.gnupg 2>&1`,
      { trusted: true },
    );
    expect(said).toEqual([]);
    expect(commit).toContain("BEGIN PGP SIGNATURE");
    expect((await run("git", ["verify-commit", "HEAD"], { env, cwd: clone })).stderr).toContain(
      "Good signature",
    );
    expect(told).not.toMatch(/BEGIN PGP PRIVATE KEY|\.key$/m);
    expect((await readdir(join(home, ".gnupg", "private-keys-v1.d"))).length).toBe(1);
  });
});

describe("a person with hooks of their own", () => {
  const refuse = "#!/bin/sh\ngrep -q ok \"$1\" || { echo 'say ok' >&2; exit 1; }\n";

  it("has them run for agents with the grant, and is told where they do not", async () => {
    await mkdir(join(home, "hooks"), { recursive: true });
    await writeFile(join(home, "hooks", "commit-msg"), refuse, { mode: 0o755 });
    await configure("[core]", "\thooksPath = ~/hooks");
    const granted = await play(commitWork, { trusted: true });
    expect(granted.told).toContain("say ok");
    expect(granted.commit).not.toMatch(/^Work$/m);
    const without = await play(commitWork, { trusted: false });
    expect(without.commit).toMatch(/^Work$/m);
    expect(without.said).toEqual([
      `Your git hooks in ${join(home, "hooks")} do not run in this session (commit-msg): that takes a trusted repository and the grant "git".`,
    ]);
  });

  it("is told of those that only the checkout on this machine has", async () => {
    await configure();
    const git_root = await makeGitRepository(folder.at("hooked"));
    await mkdir(join(git_root, ".git", "hooks"), { recursive: true });
    await writeFile(join(git_root, ".git", "hooks", "pre-commit"), "#!/bin/sh\n", { mode: 0o755 });
    const { said } = await makeClone(service, { git_root });
    expect(said).toEqual([
      `The hooks of ${git_root} do not run in the session (pre-commit): they belong to that checkout, and no clone has them.`,
    ]);
  });
});

describe("a repository that another user owns", () => {
  const offered = async (git_root: string) =>
    (
      await service.board.call<{ folder: string | null; problem: string | null }>(
        "GET",
        `/repositories/foreign_owner?${new URLSearchParams({ git_root })}`,
      )
    ).body;
  const read = (git_root: string) =>
    service.board.call<{ messages?: string[] }>("POST", "/repositories/foreign_owner", { git_root });
  const foreign = async (name: string): Promise<string> => {
    const git_root = await makeGitRepository(folder.at(name));
    for (const path of [git_root, join(git_root, ".git")]) await chown(path, 12_345, 12_345);
    return git_root;
  };
  const configuration = () => readFile(join(home, ".gitconfig"), "utf8");

  beforeEach(async (context) => {
    if (process.getuid?.() !== 0) context.skip("Only root can give a folder to another user");
    await configure();
  });

  it("is read once a person confirmed it, and the session that failed starts", async () => {
    const git_root = await foreign("theirs");
    const { session } = await makeClone(service, { git_root });
    expect(session.failure_detail).toContain("(dubious ownership)");
    expect(await offered(git_root)).toEqual({ folder: expect.stringContaining("theirs"), problem: null });
    const asked = await service.board.callUnconfirmed("POST", "/repositories/foreign_owner", { git_root });
    expect([asked.status, asked.body]).toEqual([
      409,
      expect.objectContaining({ error: "confirmation_required" }),
    ]);
    expect(await configuration()).not.toContain("safe");
    expect((await read(git_root)).status).toBe(200);
    const added = (await configuration()).match(/directory = .*/g) ?? [];
    expect(added.every((line) => line.startsWith(`directory = ${git_root}`))).toBe(true);
    expect(await offered(git_root)).toEqual({ folder: null, problem: null });
    await service.call("POST", `/sessions/${session.id}/restart`);
    await service.waitFor(session.id, ({ status }) => status === "needs_input", longMs);
    expect((await read(git_root)).status).toBe(409);
  });

  it.each([
    ["the repository itself", ""],
    ["the folder around it", ".."],
    ["its .git", ".git"],
  ])("is not offered where everyone can write to %s", async (_what, place) => {
    const git_root = await foreign(`open-${Math.random().toString(36).slice(2, 8)}/inner`);
    await chmod(join(git_root, place), 0o777);
    expect((await offered(git_root)).problem).toMatch(/^Every user of this machine can write to /);
    const { status, body } = await read(git_root);
    expect([status, body.messages?.join()]).toEqual([409, expect.stringContaining("chmod o-w")]);
    expect(await configuration()).not.toContain("safe");
  });

  it("is not offered where agents can write", async () => {
    const git_root = await foreign("agents/inner");
    const given = await makeGitRepository(folder.at("given"));
    const sandbox_write = [folder.at("agents")];
    const saved = await service.board.call("PUT", "/repositories/sandbox", {
      git_root: given,
      sandbox: null,
      sandbox_read: [],
      sandbox_write,
      sandbox_grants: null,
    });
    expect(saved.status).toBe(200);
    expect((await offered(git_root)).problem).not.toBeNull();
    expect((await read(git_root)).status).toBe(409);
    expect(await configuration()).not.toContain("safe");
  });

  it("is for nobody but a person at the board", async () => {
    const git_root = await foreign("not-yours");
    const sent = await service.call("POST", "/repositories/foreign_owner", { git_root });
    expect([403, 404]).toContain(sent.status);
  });
});

it("keeps git's remedy where another user owns the repository", async (context) => {
  if (process.getuid?.() !== 0) context.skip("Only root can give a folder to another user");
  await configure();
  const git_root = await makeGitRepository(folder.at("foreign"));
  for (const path of [git_root, join(git_root, ".git")]) await chown(path, 12_345, 12_345);
  const { session } = await makeClone(service, { git_root });
  expect(session.failure_detail).toMatch(
    /^Another user owns the repository at .*If you trust that user, run: git config --global --add safe\.directory /,
  );
  const command = /git config .*$/.exec(session.failure_detail ?? "")?.[0] ?? "";
  await run("sh", ["-c", command], { env: { ...process.env, HOME: home } });
  expect((await makeClone(service, { git_root })).session.status).toBe("needs_input");
});
