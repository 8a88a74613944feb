import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  RepositorySandbox,
  SandboxesAnswer,
  SessionSandbox,
} from "../../server/domains/repositories/sandboxes/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { atRest, type Session } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

type Sandboxed = Session & { sandbox: SessionSandbox };

let service: BoardService;
let git_root: string;

beforeAll(async () => {
  service = await startBoardService({
    environment: { SERVICE_SANDBOX: "off", SERVICE_SANDBOX_GRANTS: "git" },
  });
  git_root = await service.repository();
});
afterAll(() => service[Symbol.asyncDispose]());

const plain = { sandbox: null, sandbox_read: [], sandbox_write: [], sandbox_grants: null };
const save = (changes: object, repository = git_root) =>
  service.board.call<RepositorySandbox>("PUT", "/repositories/sandbox", {
    git_root: repository,
    ...plain,
    ...changes,
  });
const sandboxOf = async (id: number): Promise<SessionSandbox> =>
  ((await sessionOf(service, id)) as Sandboxed).sandbox;
const create = (body: object) => service.call<{ session: Sandboxed }>("POST", "/sessions", body);

describe("a session's sandbox", () => {
  it("is the strictest of what the service, the repository and the session ask for", async () => {
    const { id } = await createSession(service, { git_root });
    expect(await sandboxOf(id)).toEqual({
      level: "off",
      source: "service",
      repository: null,
      wished: null,
    });
    const change = (sandbox: string | null) =>
      service.board.call<{ session: Sandboxed }>("PATCH", `/sessions/${id}/sandbox`, { sandbox });
    expect((await change("workspace")).body.session.sandbox).toMatchObject({
      level: "workspace",
      source: "session",
      wished: "workspace",
    });
    expect(await save({ sandbox: "workspace" })).toMatchObject({
      status: 200,
      body: { sandbox: "workspace" },
    });
    // Asking for less has no effect, and the answer says what is in force.
    expect((await change("off")).body.session.sandbox).toEqual({
      level: "workspace",
      source: "repository",
      repository: "workspace",
      wished: "off",
    });
    expect((await save({})).status).toBe(200);
    expect(await sandboxOf(id)).toMatchObject({ level: "off", repository: null });
    expect((await change(null)).body.session.sandbox.wished).toBeNull();
  });

  it("refuses an unknown level by naming the valid ones, and callers that are no person", async () => {
    const { id } = await createSession(service, { git_root });
    const answers = await Promise.all([
      create({ git_root, sandbox: "none" }),
      service.board.call("PATCH", `/sessions/${id}/sandbox`, { sandbox: "Workspace" }),
      save({ sandbox: "" }),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body).toMatchObject({ message: expect.stringMatching(/Valid: off, workspace/) });
    }
    expect((await service.call("PATCH", `/sessions/${id}/sandbox`, { sandbox: "off" })).status).toBe(404);
    expect((await service.call("PUT", "/repositories/sandbox", { git_root, ...plain })).status).toBe(404);
  });

  it("is at least that of the session that started it, and that of the session it was forked from", async () => {
    const other = await service.repository();
    await save({ sandbox: "workspace" });
    const parent = (await create({ git_root })).body.session;
    await save({});
    await save({ sandbox: "workspace" });
    const child = (await create({ git_root: other, parent_session_id: parent.id, sandbox: "off" })).body
      .session;
    expect(child.sandbox).toMatchObject({ level: "workspace", source: "session", wished: "workspace" });
    await save({});
    const asking = (await create({ git_root: other, sandbox: "workspace" })).body.session;
    const grandchild = (await create({ git_root, parent_session_id: asking.id })).body.session;
    expect(grandchild.sandbox).toMatchObject({ level: "workspace", wished: "workspace" });
    expect((await create({ git_root })).body.session.sandbox.level).toBe("off");
  });

  it("is asked for by an agent's tool as well, and never below the agent's own", async () => {
    const { id } = (await create({ git_root, sandbox: "workspace" })).body.session;
    await using mcp = await openMcpClient(service, { query: `?session_id=${id}` });
    const { facts } = await mcp.says<{ session: Sandboxed }>("start_session", { git_root, sandbox: "off" });
    expect(facts.session.sandbox).toMatchObject({ level: "workspace", wished: "workspace" });
  });
});

describe("the folders and grants of a repository", () => {
  it("are absolute, exist, and never show the person's home or the service's data", async () => {
    const folder = join(service.folder, "assets");
    const link = join(service.folder, "link-home");
    const home = join(service.folder, "home");
    await mkdir(folder, { recursive: true });
    await mkdir(home, { recursive: true });
    await symlink(home, link);
    const data = service.service.dataFolder;
    const refused = await save({
      sandbox_read: ["assets", join(service.folder, "gone"), "/", home, link],
      sandbox_write: [data, service.folder],
    });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: "Invalid folders",
        messages: [
          expect.stringContaining("assets: it is not an absolute path"),
          expect.stringContaining("gone: it does not exist"),
          expect.stringContaining("/: it is the whole file system"),
          expect.stringContaining("home: it is your home"),
          expect.stringContaining("link-home: it is your home"),
          expect.stringContaining("it is Signalbox's data folder"),
          expect.stringContaining("Signalbox's data folder lies in it"),
        ],
      },
    });
    const saved = await save({ sandbox_read: [folder], sandbox_grants: ["git", "git"] });
    expect(saved.body).toMatchObject({ sandbox_read: [folder], sandbox_grants: ["git"] });
    const list = await service.board.call<SandboxesAnswer>("GET", "/sandboxes");
    expect(list.body).toMatchObject({
      level: "off",
      chosen: true,
      reason: null,
      grants: ["git"],
      repositories: [{ address: git_root, sandbox_read: [folder] }],
    });
    await save({});
    expect((await service.board.call<SandboxesAnswer>("GET", "/sandboxes")).body.repositories).toEqual([]);
  });

  it("can have only grants that exist, and of those only the service's", async () => {
    expect((await save({ sandbox_grants: ["ssh"] })).body).toMatchObject({
      message: 'Unknown grant "ssh". Valid: git, docker, display',
    });
    expect((await save({ sandbox_grants: ["docker"] })).body).toMatchObject({
      message: 'The service does not grant "docker". SERVICE_SANDBOX_GRANTS lists git',
    });
  });

  it("fail the turn with the path in words once a folder is gone", async (context) => {
    const { status } = await createSession(service, {
      git_root,
      agent_runtime: "pi",
      sandbox: "workspace",
      prompt: "#script say done",
    }).then(({ id }) => service.waitFor(id, atRest, 60_000));
    if (status === "failed") return context.skip("No sandbox starts on this machine");
    const folder = join(service.folder, "soon-gone");
    await mkdir(folder);
    expect((await save({ sandbox: "workspace", sandbox_write: [folder] })).status).toBe(200);
    const prompt = `#script bash cmd=echo written > ${folder}/file && cat ${folder}/file\n#script say done`;
    const { id } = await createSession(service, { git_root, agent_runtime: "pi", prompt });
    expect((await service.waitFor(id, atRest, 60_000)).status).toBe("needs_input");
    await rm(folder, { recursive: true });
    await service.call("POST", `/sessions/${id}/follow_up`, { prompt });
    await service.waitFor(id, ({ status }) => status === "failed", 60_000);
    expect(await sessionOf(service, id)).toMatchObject({
      failure_reason: "sandbox_unavailable",
      failure_detail: expect.stringContaining(`the folder ${folder}: it does not exist`),
    });
    await save({});
  });
});
