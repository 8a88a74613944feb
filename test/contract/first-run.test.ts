import { appendFile, cp, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import type { MachineCheck } from "../../server/domains/agents/clis/model.ts";
import type { SessionTemplate, TemplateSetup } from "../../server/domains/agents/templates/model.ts";
import type { DataFolder, Retention } from "../../server/domains/installation/data-folder/model.ts";
import type { FirstRunState } from "../../server/domains/installation/first-run/model.ts";
import type { About } from "../../server/domains/installation/health/model.ts";
import type { SessionDefaultsAnswer } from "../../server/domains/sessions/defaults/model.ts";
import type { CatalogReport } from "../../server/domains/surfaces/configs/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { atRest, type Session } from "../support/service.ts";
import { clonedSession, createSession, transcriptOf } from "../support/sessions.ts";

let service: BoardService;
let catalog: string;

beforeAll(async () => {
  service = await startBoardService();
  catalog = join(service.folder, "catalog");
});
afterAll(() => service[Symbol.asyncDispose]());

const read = async <T>(path: string): Promise<T> => {
  const { status, body } = await service.board.call<T>("GET", path);
  expect(status, path).toBe(200);
  return body;
};
const put = <T>(path: string, body: unknown) => service.board.call<T>("PUT", path, body);

describe("the first run", () => {
  const state = () => read<FirstRunState>("/first_run");

  test("is due for the person at the machine if no owner is known and there was no session", async () => {
    expect(await state()).toEqual({ due: true, demo_runtime: "pi" });
  });

  test("creates the demo repository once for concurrent requests, and is finished then", async () => {
    const begin = () => service.board.call<{ session: Session }>("POST", "/first_run/demo");
    const answers = await Promise.all([begin(), begin(), begin()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { id, git_root, genesis, custom_metadata } = answers[0].body.session;
    expect({ git_root, genesis, custom_metadata }).toEqual({
      git_root: join(service.service.dataFolder, "demo", "greeter"),
      genesis: "web_ui",
      custom_metadata: { demo: true },
    });
    expect(new Set(answers.map(({ body }) => body.session.git_root))).toEqual(new Set([git_root]));
    expect(await service.waitFor(id, atRest)).toMatchObject({ status: "needs_input" });
    expect(await transcriptOf(service, id)).toContain("greets a visitor by name");
    expect((await state()).due).toBe(false);
  });
});

describe("the check of the machine", () => {
  const checks = async (of = service) =>
    (await of.board.call<{ checks: MachineCheck[] }>("GET", "/doctor")).body.checks;

  test("reports each requirement, with the command that installs what is missing", async () => {
    const found = await checks();
    expect(found.map(({ id }) => id)).toEqual([
      "git",
      "git_identity",
      "data_folder",
      "disk_space",
      "sandbox",
      "git_sandbox",
      "agent_limits",
    ]);
    expect(found[0]).toMatchObject({
      ok: true,
      text: expect.stringMatching(/^git version \d/),
      command: null,
    });
    expect(found[1]).toMatchObject({ ok: false, command: expect.stringContaining("git config --global") });
    expect(found[2]).toMatchObject({ ok: true, text: service.service.dataFolder });
  });

  test("reports a missing git first", async () => {
    await using bare = await startBoardService({ environment: { PATH: "/nowhere" } });
    const [git, identity] = await checks(bare);
    expect([git?.ok, identity?.ok]).toEqual([false, false]);
    expect(git?.text).toContain("not on PATH");
  });
});

test("the About facts are version, runtime, data folder and start time", async () => {
  const about = await read<About>("/about");
  expect(about).toMatchObject({
    version: packageJson.version,
    data_folder: service.service.dataFolder,
    platform: `${process.platform} ${process.arch}`,
  });
  expect(about.runtime.map(({ name }) => name)).toContain("Node.js");
  expect(Date.parse(about.started_at)).toBeLessThanOrEqual(Date.now());
});

describe("the catalog's report", () => {
  const nothing = { agent_roots: 0, mcp_servers: 0, skills: 0, hooks: 0, plugins: 0 };
  const reload = async (of: BoardService, body?: unknown) => {
    const answer = await of.board.call<CatalogReport>("POST", "/catalog/reload", body);
    expect(answer.status).toBe(200);
    return answer.body;
  };

  test("is empty without a configured catalog, whatever path is requested", async () => {
    const empty = { path: null, findings: [], counts: nothing };
    expect(await read("/catalog")).toMatchObject(empty);
    expect(await reload(service, { path: "/etc/passwd", catalog: "/etc" })).toMatchObject(empty);
  });

  test("names file and line of errors, and the last valid catalog stays in use until they are fixed", async () => {
    await cp(join(import.meta.dirname, "../support/catalog"), catalog, { recursive: true });
    const air = join(catalog, "air.json");
    await using own = await startBoardService({ environment: { SERVICE_CATALOG: air } });
    const sound = await reload(own);
    expect(sound).toMatchObject({ path: air, findings: [], counts: { agent_roots: 2, mcp_servers: 3 } });

    const file = join(catalog, "plugins.json");
    const broken = {
      "review-kit": { description: "What a reviewer wants.", skills: ["tidy-diff"] },
      astray: { description: "Names what is not there.", skills: ["no-such-skill"] },
    };
    await writeFile(file, JSON.stringify(broken, null, 2));
    const found = await reload(own);
    expect(found.counts).toEqual(sound.counts);
    expect(found.findings).toEqual([
      { severity: "problem", file, line: expect.any(Number), text: expect.stringContaining("no-such-skill") },
    ]);
    expect(await own.board.call("GET", "/catalog")).toMatchObject({ body: found });

    await writeFile(file, "{}");
    const mended = await reload(own);
    expect([mended.findings, mended.counts.plugins]).toEqual([[expect.anything()], 1]);
    await rm(file);
    await writeFile(join(catalog, "roots.json"), "{}");
    expect((await reload(own)).counts).toMatchObject({ agent_roots: 0, plugins: 0 });
  });
});

describe("how long the trash is kept", () => {
  const day = 24 * 60 * 60_000;
  afterEach(() => put("/retention", { trash_days: null }));

  const archivedFor = async (): Promise<number> => {
    const { id } = await createSession(service);
    const { body } = await service.call<{ session: Session }>("POST", `/sessions/${id}/archive`);
    const { trash_after, archived_at } = body.session;
    return Math.round((Date.parse(trash_after ?? "") - Date.parse(archived_at ?? "")) / day);
  };

  test("can be set by the owner for sessions archived from then on, and reset to the default", async () => {
    const { trash_days, by_variable } = await read<Retention>("/retention");
    expect(trash_days).toEqual({ chosen: null, usual: 4 });
    expect(by_variable.map(({ variable }) => variable)).toContain("SERVICE_ARCHIVE_SECONDS");
    expect(await archivedFor()).toBe(4);
    expect((await put<Retention>("/retention", { trash_days: 30 })).body.trash_days).toMatchObject({
      chosen: 30,
    });
    expect(await archivedFor()).toBe(30);
    await put("/retention", { trash_days: null });
    expect(await archivedFor()).toBe(4);
  });

  test.each([0, 91, 1.5, -1, "4", undefined, [4]])("cannot be %s days", async (trash_days) => {
    expect(await put("/retention", { trash_days })).toMatchObject({
      status: 422,
      body: { messages: [expect.stringContaining("trash_days")] },
    });
    expect((await read<Retention>("/retention")).trash_days.chosen).toBeNull();
  });
});

describe("the defaults of new sessions", () => {
  const none = { runtime: null, runtimes: {}, roots: {} };
  const save = (chosen: object) => put<SessionDefaultsAnswer>("/session_defaults", { ...none, ...chosen });
  afterEach(() => save({}));

  const made = async (body: object = {}) => {
    const { agent_runtime, config } = await createSession(service, { ...body });
    return [agent_runtime, config["model"], config["effort"] ?? null];
  };

  test("are the service's own until the owner sets them, and a request overrides them", async () => {
    expect(await read("/session_defaults")).toEqual({
      chosen: none,
      fallback: { runtime: "pi", source: "environment" },
    });
    const before = await made();
    const codex = { model: "gpt-6.1-sol", effort: "high" };
    const { status, body } = await save({ runtime: "codex", runtimes: { codex } });
    expect([status, body.chosen]).toEqual([200, { runtime: "codex", runtimes: { codex }, roots: {} }]);
    expect(await made()).toEqual(["codex", "gpt-6.1-sol", "high"]);
    expect(await made({ agent_runtime: "pi" })).toEqual(before);
    expect((await made({ config: { effort: "low" } }))[2]).toBe("low");
    await save({});
    expect(await made()).toEqual(before);
  });

  test.each([
    [{ runtime: "hal" }, "hal"],
    [{ runtimes: { hal: { model: null, effort: "low" } } }, "hal"],
    [{ runtimes: { pi: { model: "no-such-model", effort: null } } }, "no-such-model"],
    [{ runtimes: { pi: { model: null, effort: "tireless" } } }, "effort"],
    [{ roots: { a: { runtime: "pi", model: "no-such-model", effort: null } } }, "no-such-model"],
    [{ roots: { a: null } }, "roots"],
  ])("refuse a value that no session could start with: %j", async (chosen, named) => {
    expect(await save(chosen)).toMatchObject({
      status: 422,
      body: { messages: [expect.stringContaining(named)] },
    });
    expect((await read<SessionDefaultsAnswer>("/session_defaults")).chosen).toEqual(none);
  });
});

describe("templates", () => {
  const setup: TemplateSetup = {
    source: "repository",
    root: "",
    gitRoot: "/srv/orchard.git",
    branch: "dev",
    subdirectory: "",
    runtime: "pi",
    model: "",
    effort: "",
    goal: "default",
    ownGoal: "",
    schedulingClass: "",
    mcpServers: null,
    skills: ["tidy"],
    hooks: null,
    plugins: null,
    cloneOnly: false,
    sandbox: "",
    prompt: "Prune the trees.",
  };
  const list = async () => (await read<{ templates: SessionTemplate[] }>("/session_templates")).templates;
  const save = (id: string, body: object) => put(`/session_templates/${id}`, body);
  const remove = (id: string) => service.board.call("DELETE", `/session_templates/${id}`);

  test("are stored by name, replaced under their id, and removed when deleted", async () => {
    expect(await list()).toEqual([]);
    await save("b", { name: "Weed", setup });
    await save("a", { name: " Prune ", setup });
    const { body } = await save("b", { name: "Dig", setup: { ...setup, branch: "main" } });
    expect(body).toEqual({ templates: await list() });
    expect((await list()).map(({ id, name, setup: { branch } }) => [id, name, branch])).toEqual([
      ["b", "Dig", "main"],
      ["a", "Prune", "dev"],
    ]);
    expect((await remove("b")).body).toMatchObject({ templates: [{ id: "a", setup }] });
    expect((await remove("b")).status).toBe(404);
  });

  test("with a name in use, without a name or with incomplete settings are refused and change nothing", async () => {
    await save("a", { name: "Prune", setup });
    const before = await list();
    for (const [id, body] of [
      ["c", { name: "Prune", setup }],
      ["c", { name: "  ", setup }],
      ["c", { name: "x".repeat(101), setup }],
      ["c", { name: "Half" }],
      ["c", { name: "Half", setup: { ...setup, prompt: undefined } }],
      ["c", { name: "Long", setup: { ...setup, prompt: "x".repeat(50_001) } }],
      ["c", { name: "Odd", setup: { ...setup, schedulingClass: "first" } }],
    ] as const)
      expect((await save(id, body)).status, JSON.stringify(body).slice(0, 80)).toBe(422);
    for (const id of ["..%2fa", "%00", "x".repeat(41), "a%20b"])
      expect([(await save(id, { name: "New", setup })).status, (await remove(id)).status], id).toEqual([
        404, 404,
      ]);
    expect(await list()).toEqual(before);
  });
});

test("the size of the data folder is reported by part, without links out of it", async () => {
  await clonedSession(service);
  const outside = join(service.folder, "outside.bin");
  await writeFile(outside, Buffer.alloc(8_000_000, 1));
  await symlink(outside, join(service.service.dataFolder, "linked.bin"));
  await symlink(service.folder, join(service.service.dataFolder, "clones", "linked"));
  const folder = await read<DataFolder>("/data_folder");
  expect(folder).toMatchObject({ path: service.service.dataFolder, is_named: true });
  const size = Object.fromEntries(folder.parts.map(({ part, bytes }) => [part, bytes]));
  expect(size["database"]).toBeGreaterThan(4_096);
  expect(size["clones"]).toBeGreaterThan(0);
  expect(size["clones"]).toBeLessThan(8_000_000);
  expect(size["other"]).toBeLessThan(8_000_000);
  expect(folder.parts.every(({ complete }) => complete)).toBe(true);
  expect(folder.free_bytes).toBeLessThanOrEqual(folder.disk_bytes);
  // A second request at once gets the same numbers.
  await appendFile(join(service.service.dataFolder, "late.bin"), Buffer.alloc(1_000_000));
  expect((await read<DataFolder>("/data_folder")).measured_at).toBe(folder.measured_at);
});
