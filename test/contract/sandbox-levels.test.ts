import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trigger } from "../../server/domains/automation/triggers/model.ts";
import type {
  RepositorySandbox,
  SandboxesAnswer,
  SessionSandbox,
} from "../../server/domains/workspace/sandboxes/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { atRest, type Session } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, triggerCalls, writeOrchard } from "../support/triggers.ts";

type Sandboxed = Session & { sandbox: SessionSandbox };

let service: BoardService;
let git_root: string;
let folder: TestFolder;

beforeAll(async () => {
  folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder);
  const SERVICE_CATALOG = folder.at("air.json");
  service = await startBoardService({
    environment: { SERVICE_SANDBOX: "off", SERVICE_SANDBOX_GRANTS: "git", SERVICE_CATALOG },
  });
  git_root = await service.repository();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

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
    // Reporting to a session with a looser one is no way out.
    const loose = (await create({ git_root })).body.session;
    const other = { git_root, parent_session_id: loose.id };
    const { facts: away } = await mcp.says<{ session: Sandboxed }>("start_session", other);
    expect(away.session.sandbox).toMatchObject({ level: "workspace", wished: "workspace" });
  });
});

describe("the sandbox of what a trigger starts", () => {
  const { read, ...triggers } = triggerCalls(() => service);
  const invoked = async (id: number): Promise<SessionSandbox> =>
    sandboxOf((await triggers.invoke(id)).body.session?.id ?? 0);

  it("is what the trigger names, and never looser than its repository's", async () => {
    const { id } = await triggers.made({ sandbox: "workspace" });
    expect(await invoked(id)).toMatchObject({ level: "workspace", source: "session", wished: "workspace" });
    await triggers.patch(id, { sandbox: "off" });
    expect(await invoked(id)).toMatchObject({ level: "off", wished: "off" });
    const orchard = `file://${folder.at("orchard")}`;
    await save({ sandbox: "workspace" }, orchard);
    expect(await invoked(id)).toMatchObject({ level: "workspace", source: "repository" });
    await save({}, orchard);
    expect(await triggers.patch(id, { sandbox: "none" })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/Valid: off, workspace/) },
    });
  });

  it("is at least that of the session whose change fired it", async () => {
    const { id } = (await create({ git_root, sandbox: "workspace" })).body.session;
    const condition = {
      condition_type: "ao_event",
      configuration: { event_name: "session_archived", watched_session_id: id },
    };
    const made = await triggers.made({ conditions: [condition] });
    await service.call("POST", `/sessions/${id}/archive`);
    await expect.poll(async () => (await read(made.id)).recent_sessions).toHaveLength(1);
    const [started] = (await read(made.id)).recent_sessions;
    expect(await sandboxOf(started?.id ?? 0)).toMatchObject({ level: "workspace", wished: "workspace" });
  });

  it("is at least that of the agent that made the trigger, and a person confirms a looser one", async () => {
    const { id } = (await create({ git_root, sandbox: "workspace" })).body.session;
    await using mcp = await openMcpClient(service, { query: `?session_id=${id}` });
    const { facts } = await mcp.says<{ trigger: Trigger }>("action_trigger", {
      action: "create",
      name: "Way out",
      agent_root_name: "orchard",
      prompt_template: "#script say hi",
      sandbox: "off",
    });
    expect(facts.trigger.sandbox).toBe("workspace");
    const path = `/triggers/${facts.trigger.id}`;
    const unconfirmed = (body: object) => service.board.callUnconfirmed("PATCH", path, body);
    expect(await unconfirmed({ sandbox: "strict" })).toMatchObject({ status: 200 });
    expect(await unconfirmed({ name: "Still strict" })).toMatchObject({ status: 200 });
    expect(await unconfirmed({ sandbox: null })).toMatchObject({
      status: 409,
      body: {
        error: "confirmation_required",
        message: expect.stringContaining("“Still strict” the sandbox level off"),
      },
    });
    expect(
      (await service.board.call<{ trigger: Trigger }>("PATCH", path, { sandbox: null })).body,
    ).toMatchObject({
      trigger: { sandbox: null },
    });
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
