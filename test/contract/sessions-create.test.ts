import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { putConnection } from "./credentials.ts";
import { proves } from "./proves.ts";

let service: TestService;
let git_root: string;

beforeAll(async () => {
  service = await startTestService({
    environment: {
      SERVICE_CATALOG: join(import.meta.dirname, "../support/catalog/air.json"),
      SERVICE_AGENT_THREADS: "1",
    },
  });
  git_root = await service.repository();
});
afterAll(() => service[Symbol.asyncDispose]());

type Created = {
  session: Session;
  warnings?: string[];
  idempotent_replay?: true;
  error?: string;
  message?: string;
};

const create = (body: Record<string, unknown>) =>
  service.call<Created>("POST", "/sessions", { git_root, ...body });
const make = (body: Record<string, unknown>) => createSession(service, { git_root, ...body });
const total = async (): Promise<number> =>
  (await service.call<{ pagination: { total_count: number } }>("GET", "/sessions?per_page=1")).body.pagination
    .total_count;

describe("a session that is created", () => {
  proves(
    "E3",
    "R25",
    "R11",
    "R12",
    "R15",
    "R18",
    "R20",
    "R22",
    "R28",
    "R30",
  )("without a prompt waits with nothing queued, with the defaults", async () => {
    const { status, body } = await create({ execution_provider: "local_filesystem" });
    expect(status).toBe(201);
    expect(body.session).toMatchObject({
      status: "waiting",
      job_id: null,
      running_job_id: null,
      agent_runtime: "pi",
      branch: "main",
      is_autonomous: true,
      genesis: "api",
      scheduling_class: null,
      priority_class: "spot",
      precedence: 0,
      heartbeat_enabled: false,
      heartbeat_interval_seconds: 60,
      config: { model: expect.any(String) },
      metadata: {},
      custom_metadata: {},
      parent_session_id: null,
      archived_at: null,
    });
    expect(body.session).not.toHaveProperty("execution_provider");
    expect(body).not.toHaveProperty("warnings");
  });

  proves("R24")("with clone_only needs input immediately, with a job that clones", async () => {
    const session = await make({ clone_only: true });
    expect(session).toMatchObject({ status: "needs_input", job_id: expect.any(String), prompt: null });
    const cloned = await service.waitFor(session.id, ({ metadata }) => metadata["clone_path"] !== undefined);
    expect(cloned.status).toBe("needs_input");
    expect(await create({ clone_only: true, prompt: "No" })).toMatchObject({ status: 422 });
  });

  proves(
    "R4",
    "R9",
    "R13",
  )("gets a slug of its title and the minute; fields that a caller may not set are dropped", async () => {
    const session = await make({
      title: "Fix the Déjà-vu: bug #7!",
      genesis: "web_ui",
      status: "archived",
      id: 9,
    });
    expect(session.slug).toMatch(/^fix-the-deja-vu-bug-7-\d{8}-\d{4}$/);
    expect(session).toMatchObject({ genesis: "api", status: "waiting", title: "Fix the Déjà-vu: bug #7!" });
    const twin = await make({ title: "Fix the Déjà-vu: bug #7!" });
    expect(twin.slug).not.toBe(session.slug);
    const found = await service.call<{ session: Session }>("GET", `/sessions/${twin.slug}`);
    expect(found.body.session.id).toBe(twin.id);
  });

  proves("X41")("has its title cut at 255 characters", async () => {
    expect((await make({ title: "t".repeat(400) })).title).toHaveLength(255);
    expect((await make({ title: "🌍".repeat(400) })).title).toBe("🌍".repeat(255));
  });

  proves(
    "R16",
    "R28",
    "R29",
    "R30",
  )("from a parent takes its genesis and class, one rank above", async () => {
    const parent = await make({ scheduling_class: "priority", precedence: 41 });
    const child = await make({ parent_session_id: parent.id });
    expect(child).toMatchObject({
      parent_session_id: parent.id,
      genesis: parent.genesis,
      scheduling_class: "priority",
      priority_class: "priority",
      precedence: 42,
    });
    expect(
      await make({ parent_session_id: parent.id, scheduling_class: "spot", precedence: -3 }),
    ).toMatchObject({
      scheduling_class: "spot",
      precedence: -3,
    });
    expect(await create({ parent_session_id: 987_654 })).toMatchObject({ status: 422 });
  });

  proves("R28")("from the phone has priority by default", async () => {
    using data = openServiceDatabase(service);
    const token = "phone-that-makes-sessions";
    putConnection(data.sql, { token, firstParty: true, privilege: "relay_only" });
    const phone = { key: null, headers: { authorization: `Bearer ${token}` } };
    const parent = await make({ scheduling_class: "spot" });
    const classOf = async (body: Record<string, unknown>) => {
      const made = await service.call<Created>("POST", "/sessions", { git_root, ...body }, phone);
      expect(made.status).toBe(201);
      return [made.body.session.genesis, made.body.session.scheduling_class];
    };
    expect(await classOf({})).toEqual(["api", "priority"]);
    expect(await classOf({ scheduling_class: null, parent_session_id: parent.id })).toEqual([
      "api",
      "priority",
    ]);
    expect(await classOf({ scheduling_class: "spot" })).toEqual(["api", "spot"]);
  });

  proves("R31", "X18")("is placed at the top of the spot queue, or at the given rank", async () => {
    const high = await make({ precedence: 900, scheduling_class: "spot" });
    await make({ precedence: 5_000, scheduling_class: "priority" });
    const top = await make({ place: "top_of_spot" });
    expect(top.precedence).toBeGreaterThanOrEqual(high.precedence);
    expect(top.precedence).toBeLessThan(5_000);
    expect(await create({ place: "bottom" })).toMatchObject({
      status: 422,
      body: { error: "Invalid place" },
    });
    expect(await create({ place: "top_of_spot", precedence: 1 })).toMatchObject({ status: 422 });
  });

  proves(
    "R19",
    "R21",
    "R22",
    "R32",
    "R33",
  )("from an agent root gets the fields that the request omits", async () => {
    const { body } = await service.call<Created>("POST", "/sessions", { agent_root: "orchard-api" });
    expect(body.session).toMatchObject({
      metadata: { agent_root_key: "orchard-api" },
      git_root: "file:///srv/demo/orchard.git",
      branch: "main",
      subdirectory: "api",
      mcp_servers: ["clock"],
      catalog_skills: ["tidy-diff"],
      catalog_hooks: [],
      catalog_plugins: ["review-kit"],
      goal: "open-reviewed-green-pr",
      custom_metadata: {},
    });
    const none = await create({
      agent_root: "orchard-api",
      mcp_servers: [],
      catalog_skills: [],
      catalog_hooks: [],
      catalog_plugins: [],
      branch: "topic",
    });
    expect(none.body.session).toMatchObject({
      git_root,
      branch: "topic",
      mcp_servers: [],
      catalog_skills: [],
      catalog_hooks: [],
      catalog_plugins: [],
    });
    expect(none.body).not.toHaveProperty("warnings");
  });

  proves("R33")(
    "falls back to the runtime's model if the requested one belongs to another runtime",
    async () => {
      const fallback = await make({ agent_runtime: "claude_code", config: { model: "gpt-5", note: "kept" } });
      const usual = await make({ agent_runtime: "claude_code" });
      expect(fallback.config).toEqual({ model: usual.config["model"], note: "kept" });
    },
  );

  proves(
    "R17",
    "R32",
    "R34",
  )("uses exactly the named servers, with a warning if one cannot start", async () => {
    const picked = await create({ mcp_servers: ["old-mailer", "ledger"], idempotency_key: "with-warnings" });
    expect(picked).toMatchObject({ status: 201 });
    expect(picked.body.session).toMatchObject({
      mcp_servers: ["old-mailer", "ledger"],
      all_mcp_servers: ["old-mailer", "ledger", "signalbox"],
      injected_mcp_servers: ["signalbox"],
    });
    expect(picked.body.warnings).toEqual([
      expect.stringMatching(/Old mailer|old-mailer/),
      expect.stringMatching(/LEDGER_TOKEN/),
    ]);
    const replay = await create({ mcp_servers: ["old-mailer"], idempotency_key: "with-warnings" });
    expect(replay.body).not.toHaveProperty("warnings");
    expect((await create({ mcp_servers: ["clock"] })).body).not.toHaveProperty("warnings");
    const kit = await make({ catalog_plugins: ["review-kit"] });
    expect(kit.mcp_servers).toEqual([]);
    expect(kit.all_mcp_servers).not.toEqual([]);
  });
});

describe("a refused create", () => {
  const refusals: [string, Record<string, unknown>, RegExp][] = [
    ["an unknown agent root", { agent_root: "nowhere" }, /Invalid agent_root/],
    ["an unregistered runtime", { agent_runtime: "aider" }, /aider.*claude_code, codex, pi/],
    ["an unknown goal id", { goal: "no-such-goal" }, /no-such-goal/],
    ["an unknown class", { scheduling_class: "urgent" }, /spot, priority/],
    ["a slug of digits", { slug: "12345" }, /digits/],
    ["a slug with a slash", { slug: "a/b" }, /slug/],
    ["a long idempotency key", { idempotency_key: "k".repeat(256) }, /255/],
    ["a long prompt", { prompt: "p".repeat(500_001) }, /500,000/],
    ["a long goal", { goal: `two words ${"g".repeat(50_001)}` }, /50,000/],
    ["an option as repository", { git_root: "--upload-pack=touch" }, /git_root/],
    ["a transport helper as repository", { git_root: "ext::sh -c touch" }, /git_root/],
    ["an option as branch", { branch: "--detach" }, /git_root|branch/i],
    ["a subdirectory that leads out", { subdirectory: "../../etc" }, /git_root|subdirectory/i],
    ["an unknown server", { mcp_servers: ["no-such-server"] }, /no-such-server/],
    ["an unknown skill", { catalog_skills: ["no-such-skill"] }, /no-such-skill/],
    ["an unknown hook", { catalog_hooks: ["no-such-hook"] }, /no-such-hook/],
    ["an unknown plugin", { catalog_plugins: ["no-such-plugin"] }, /no-such-plugin/],
    ["an effort the model does not take", { config: { effort: "colossal" } }, /colossal/],
    ["metadata that is no object", { custom_metadata: [1] }, /custom_metadata/],
    [
      "metadata nested without end",
      { custom_metadata: { a: JSON.parse(`${"[".repeat(101)}${"]".repeat(101)}`) } },
      /nested more than 100/,
    ],
    ["no repository at all", { git_root: null }, /git_root|agent_root/],
  ];

  proves(
    "R3",
    "R26",
    "R29",
    "R226",
    "X39",
    "X40",
    "X47",
    "R148",
  )("is 422 with a sentence, and creates nothing", async () => {
    const before = await total();
    for (const [title, body, says] of refusals) {
      const answer = await create(body);
      expect(answer.status, title).toBe(422);
      expect(`${answer.body.error} ${answer.body.message}`, title).toMatch(says);
    }
    expect(await total()).toBe(before);
    expect((await create({ agent_root: "nowhere" })).body.error).toBe("Invalid agent_root");
  });

  proves("R26")("lists the known goals; a sentence is stored as free text", async () => {
    const goals = (await service.call<{ goals: { id: string }[] }>("GET", "/configs")).body.goals.map(
      ({ id }) => id,
    );
    expect(goals.length).toBeGreaterThan(0);
    const { body } = await create({ goal: "no-such-goal" });
    for (const id of goals) expect(body.message).toContain(id);
    expect((await make({ goal: goals[0] })).goal).toBe(goals[0]);
    expect((await make({ goal: "  All tests pass.  " })).goal).toBe("All tests pass.");
    expect((await make({ goal: "   " })).goal).toBeNull();
  });
});

describe("an idempotency key", () => {
  proves("R35", "R23")("creates one session and one job for twenty simultaneous requests", async () => {
    const before = await total();
    const body = { idempotency_key: "at-once", prompt: "#script say Once." };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body)));
    const ids = new Set(answers.map((answer) => answer.body.session.id));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(
      answers.filter((answer) => answer.status === 200 && answer.body.idempotent_replay === true),
    ).toHaveLength(19);
    expect(await total()).toBe(before + 1);
    const [id = 0] = ids;
    const session = await service.waitFor(id, ({ status }) => status === "needs_input");
    expect(session.job_id).toBeNull();
    const asked = service.model
      .requests()
      .filter(({ prompts }) => prompts.some((p) => p.includes("say Once.")));
    expect(asked).toHaveLength(1);
  });

  proves(
    "R35",
    "R36",
    "X46",
    "E3",
  )("replays before anything else is validated, and starts nothing", async () => {
    const { body } = await create({ idempotency_key: "again", title: "First" });
    const wrong = {
      idempotency_key: "again",
      agent_root: "nowhere",
      prompt: 7,
      slug: "123",
      place: "bottom",
      title: [],
    };
    const replay = await create(wrong);
    expect(replay).toMatchObject({ status: 200, body: { idempotent_replay: true } });
    expect(replay.body).not.toHaveProperty("warnings");
    expect(replay.body.session).toMatchObject({
      id: body.session.id,
      title: "First",
      job_id: null,
      status: "waiting",
    });
  });

  proves("R35")("is ignored if it is empty", async () => {
    const [one, two] = [await make({ idempotency_key: "" }), await make({ idempotency_key: "" })];
    expect(one.id).not.toBe(two.id);
    expect(one.idempotency_key).toBeNull();
    expect((await make({ idempotency_key: "k".repeat(255) })).idempotency_key).toHaveLength(255);
  });
});
