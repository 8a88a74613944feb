/** @module-tag real-cli */

import { mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { makeGitRepository } from "../support/repository.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 60_000;
vi.setConfig({ testTimeout: 3 * longMs });

const diary = "what the person wrote down for nobody else";
let service: BoardService;
let works = false;
let papers: string;

beforeAll(async () => {
  service = await startBoardService();
  works = (await sandboxIn(join(service.folder, "probe"), [])) !== null;
  papers = join(service.folder, "home", "papers");
  await mkdir(join(papers, "objects"), { recursive: true });
  await mkdir(join(papers, "refs"));
  for (const name of ["diary", "HEAD"]) await writeFile(join(papers, name), diary);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach((context) => {
  if (!works) context.skip("No sandbox starts on this machine");
});

/** What the person gives the agents of a repository. */
async function give(git_root: string, folders: { read?: string[]; write?: string[] }) {
  const { read: sandbox_read = [], write: sandbox_write = [] } = folders;
  const change = { git_root, sandbox: null, sandbox_read, sandbox_write, sandbox_grants: null };
  return service.board.call("PUT", "/repositories/sandbox", change);
}

async function play(command: string, body: Record<string, unknown>): Promise<number> {
  const prompt = `#script bash cmd=${command}\n#script say Done.`;
  const { id } = await createSession(service, { agent_runtime: "pi", ...body, prompt });
  await service.waitFor(id, atRest, longMs);
  return id;
}

/** Plays another turn; resolves with everything that is known of the session then, what its agent saw included. */
async function continued(id: number, command: string): Promise<string> {
  const prompt = `#script bash cmd=${command}\n#script say Done.`;
  await service.call("POST", `/sessions/${id}/follow_up`, { prompt });
  await service.waitFor(id, atRest, longMs);
  return toldOf(id);
}

async function toldOf(id: number): Promise<string> {
  const session = await sessionOf(service, id);
  const clone = String(session.metadata["clone_path"]);
  const seen = await readFile(join(clone, "seen"), "utf8").catch(() => "");
  const paths = [`/sessions/${id}`, `/sessions/${id}/logs`, `/sessions/${id}/transcript`];
  const answers = await Promise.all(paths.map((path) => service.call("GET", path)));
  return seen + JSON.stringify(answers.map(({ body }) => body));
}

describe("a repository where agents can write", () => {
  const refusal = expect.stringContaining("Agents cannot work in clones of");

  it("is refused in another session's folders, in the data folder, and where a repository's agents write", async () => {
    const data = service.service.dataFolder;
    const shared = join(service.folder, "shared-first");
    await mkdir(shared);
    expect((await give(await service.repository(), { write: [shared] })).status).toBe(200);
    const places = [
      join(data, "scratch/1/x"),
      join(data, "clones/x"),
      join(data, "own.git"),
      join(shared, "x"),
    ];
    for (const git_root of [...places, `file://${places[0]}`]) {
      const answer = await service.call("POST", "/sessions", { git_root, prompt: "#script say Done." });
      expect(answer).toMatchObject({ status: 422, body: { message: refusal } });
    }
    const own = await makeGitRepository(join(service.folder, "own", "repository"));
    expect(await give(own, { write: [join(service.folder, "own")] })).toMatchObject({
      status: 422,
      body: { message: refusal },
    });
  });

  it("is refused through a person's link, before git reads it", async () => {
    const scratch = join(service.service.dataFolder, "scratch", "900");
    await makeGitRepository(join(scratch, "repository"));
    await symlink(scratch, join(service.folder, "home", "shortcut"));
    const git_root = join(service.folder, "home", "shortcut", "repository");
    const id = await play("echo hello", { git_root });
    expect((await sessionOf(service, id)).status).toBe("failed");
    expect(await toldOf(id)).toContain("Agents cannot work in clones of");
  });

  it("ends the sessions that were made from it, and shows nothing where its git folder becomes a link", async () => {
    const shared = join(service.folder, "shared-later");
    const git_root = await makeGitRepository(join(shared, "repository"));
    const id = await play("echo hello", { git_root });
    expect((await sessionOf(service, id)).status).toBe("needs_input");
    expect((await give(await service.repository(), { write: [shared] })).status).toBe(200);
    await rename(join(git_root, ".git"), join(git_root, "git"));
    await symlink(papers, join(git_root, ".git"));
    const told = await continued(id, `cat ${papers}/diary ${git_root}/.git/diary > seen 2>&1`);
    expect((await sessionOf(service, id)).status).toBe("failed");
    expect(told).toContain("Agents cannot work in clones of");
    expect(told).not.toContain(diary);
  });
});

describe("a folder that a person gave", () => {
  it.each(["pi", "claude_code", "codex"])(
    "is not shown to %s once another repository's agent has put a link in its place",
    async (agent_runtime) => {
      const shared = join(service.folder, `shared-with-${agent_runtime}`);
      const given = join(shared, "deep", "given");
      await mkdir(given, { recursive: true });
      await writeFile(join(given, "diary"), "given");
      const [theirs, mine] = [await service.repository(), await service.repository()];
      await give(theirs, { write: [shared] });
      await give(mine, { read: [given] });
      const look = `cat ${given}/diary > seen 2>&1`;
      const id = await play(look, { agent_runtime, git_root: mine });
      expect(await toldOf(id)).toMatch(/^given/);

      await play(`mv ${shared}/deep ${shared}/aside; mkdir ${shared}/deep; ln -s ${papers} ${given}`, {
        git_root: theirs,
      });
      const told = await continued(id, look);
      expect((await sessionOf(service, id)).status).toBe("failed");
      expect(told).toContain(`${given} cannot be shown to agents`);
      expect(told).not.toContain(diary);
    },
  );

  it("is not another folder that took its place, until the person gives that one", async () => {
    const given = join(service.folder, "given");
    await mkdir(given);
    const git_root = await service.repository();
    await give(git_root, { write: [given] });
    const id = await play(`touch ${given}/mine`, { git_root });
    await rename(given, `${given}-before`);
    await mkdir(given);
    expect(await continued(id, `touch ${given}/again`)).toContain("another one took its place");
    expect((await sessionOf(service, id)).status).toBe("failed");
    expect((await give(git_root, { write: [given] })).status).toBe(200);
    const next = await play(`touch ${given}/again && echo written > seen`, { git_root });
    expect(await toldOf(next)).toMatch(/^written/);
  });
});
