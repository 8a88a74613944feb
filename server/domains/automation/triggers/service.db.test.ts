import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SandboxLevel } from "../../../lib/sandbox/index.ts";
import { openSessionBed, type SessionBed } from "../../sessions/sessions/session-test-bed.ts";
import type { FireOutcome } from "./firing.ts";
import type { NewTrigger } from "./model.ts";
import type { TriggerDeps } from "./ports.ts";
import { type TriggerService, triggerService } from "./service.ts";

let bed: SessionBed;
let triggers: TriggerService;
/** Messages sent to sessions. */
let posted: string[];
let logged: string[];
let missing: Record<string, readonly string[]>;
/** The id of the next wake. */
let nextWake: number;

beforeEach(async () => {
  bed = await openSessionBed();
  posted = [];
  logged = [];
  missing = {};
  nextWake = 1;
  const log = (fields: object, text: string): void => void logged.push(`${text} ${JSON.stringify(fields)}`);
  triggers = triggerService({
    ...bed,
    log: { info: log, warn: log } as unknown as TriggerDeps["log"],
    wakes: {
      armed: () => [],
      armAt: (session_id, { scheduledAt: scheduled_at, ...wake }) => ({
        ...wake,
        id: nextWake++,
        session_id,
        scheduled_at,
        waits_for: null,
        wake_at: "",
        created_at: "",
      }),
      armOn: () => expect.unreachable(),
      fire: () => undefined,
      cancel: () => [],
    },
    jobs: { add: () => 1, remove: () => true },
    hasPendingMessages: () => false,
    catalog: {
      hasRoot: (name) => bed.catalog.current().findRoot(name) !== undefined,
      checkNames: () => undefined,
      missing: () => ({
        mcp_servers: [],
        catalog_skills: [],
        catalog_hooks: [],
        catalog_plugins: [],
        ...missing,
      }),
    },
    post: (id, { content, sender }) => void posted.push(`${id} ${sender}: ${content}`),
    unarchive: () => Promise.resolve(),
    recordWriting: () => undefined,
    sessionEventsSince: () => [],
    watchers: {
      since: () => Promise.resolve({ events: [], note: null }),
      sampled: () => Promise.resolve([]),
      sample: () => Promise.resolve({}),
    },
    sessionOfIssue: () => null,
    watchProblem: () => null,
    admit: () => {},
    sessionUrl: (id) => `http://here/sessions/${id}`,
    newToken: () => "0123456789abcdef",
  });
});
afterEach(() => bed[Symbol.asyncDispose]());

const make = (more: Partial<NewTrigger> = {}, agentSession: number | null = null): number => {
  const basics = { name: "Pick", agent_root_name: "orchard-api", prompt_template: "Pick {{text}}." };
  return triggers.create({ ...basics, ...more }, agentSession).trigger.id;
};

const plugin = { kind: "plugin", app: { id: 5, name: "Basket" } } as const;
const fire = (triggerId: number): Promise<FireOutcome> =>
  triggers.fire({ triggerId, variables: { text: "plums" }, by: plugin });
const metadataOf = (outcome: FireOutcome): unknown =>
  "session" in outcome && outcome.session ? outcome.session.metadata : null;

describe("a plugin's fire", () => {
  it("records the plugin on the session it starts, but not on the notice of a burst", async () => {
    const id = make({ max_sessions_per_minute: 1 });
    const first = await fire(id);
    expect(first).toMatchObject({
      kind: "fired",
      how: "spawned",
      session: { genesis: "api", prompt: "Pick plums." },
    });
    expect(metadataOf(first)).toEqual({
      agent_root_key: "orchard-api",
      trigger_id: id,
      trigger_name: "Pick",
      external_app_id: 5,
      external_app_name: "Basket",
    });
    const second = await fire(id);
    expect(second).toMatchObject({ kind: "burst_notice", session: { goal: null } });
    expect(metadataOf(second)).toEqual({
      agent_root_key: "orchard-api",
      trigger_id: id,
      trigger_name: "Pick",
      burst_notice: true,
    });
    expect((await fire(id)).kind).toBe("burst_suppressed");
    bed.clock.at += 5 * 60_000;
    expect((await fire(id)).kind).toBe("fired");
  });

  it("changes nothing when the session cannot be created", async () => {
    const id = make({ agent_root_name: "vineyard", max_sessions_per_minute: 1 });
    for (const _again of [1, 2]) {
      expect(await fire(id)).toMatchObject({
        kind: "error",
        session: null,
        refusal: { label: "Invalid agent_root" },
      });
    }
    expect(triggers.get(id)).toMatchObject({
      trigger: { sessions_created_count: 0, bursting: false, last_triggered_at: null },
      recent_sessions: [],
    });
  });

  it("reports an unknown trigger", async () => {
    expect(await fire(987_654)).toEqual({ kind: "not_found" });
  });

  it("logs who fired which trigger, and the outcome", async () => {
    await fire(make());
    expect(logged.at(-1)).toMatch(/^trigger .*"by":"plugin \\"Basket\\"","outcome":"fired","session":1/);
  });

  it("records since when a name has been missing, until it is back", async () => {
    const id = make({ catalog_skills: ["seed-shop", "tidy-diff"] });
    missing = { catalog_skills: ["seed-shop"] };
    await fire(id);
    const since = triggers.get(id).trigger.unresolved_catalog_references;
    expect(since).toEqual({ catalog_skills: { "seed-shop": expect.any(String) } });
    bed.clock.at += 60_000;
    await fire(id);
    expect(triggers.get(id).trigger.unresolved_catalog_references).toEqual(since);
    expect(logged.filter((line) => line.includes("not in the catalog"))).toHaveLength(2);
    missing = {};
    await fire(id);
    expect(triggers.get(id).trigger.unresolved_catalog_references).toEqual({});
  });
});

describe("a wake's trigger", () => {
  const once = {
    condition_type: "schedule",
    configuration: { scheduled_at: "2099-01-01T09:00", timezone: "UTC" },
  };

  function makeWake(goal?: string): { id: number; sessionId: number } {
    const { session } = bed.sessions.create({ agent_root: "orchard-api" }, "api");
    return {
      id: make({ goal, reuse_session: true, last_session_id: session.id, conditions: [once] }),
      sessionId: session.id,
    };
  }

  it("is deleted with its wake, and sets the goal of the session", () => {
    const { id, sessionId } = makeWake("Ripe fruit.");
    triggers.onWakeEnded({ id: 99, sessionId, state: "delivered" });
    expect(triggers.byId(id)).toBeDefined();
    triggers.onWakeEnded({ id: 1, sessionId, state: "delivered" });
    expect(triggers.byId(id)).toBeUndefined();
    expect(bed.sessions.find(String(sessionId)).goal).toBe("Ripe fruit.");
  });

  it("is kept as failed when the session failed, and can be fired by hand", async () => {
    const { id, sessionId } = makeWake();
    const session = bed.sessions.find(String(sessionId));
    bed.sessions.transition(session, { kind: "turn_failed" });
    triggers.onWakeEnded({ id: 1, sessionId, state: "cancelled" });
    expect(triggers.get(id).trigger).toMatchObject({
      status: "failed",
      failed_at: expect.any(String),
      last_error: `Session ${sessionId} has failed and could not be woken`,
    });
    expect(await fire(id)).toMatchObject({ kind: "not_reusable", session: { id: sessionId } });
    expect(triggers.toggle(id)).toMatchObject({ status: "enabled", failed_at: null, last_error: null });
  });

  it("is queued when fired by hand while the session is running", async () => {
    const { id, sessionId } = makeWake();
    bed.sessions.transition(bed.sessions.find(String(sessionId)), { kind: "turn_started" });
    expect((await fire(id)).kind).toBe("fired");
    expect(posted).toEqual([`${sessionId} trigger "Pick": Pick plums.`]);
  });
});

describe("the sandbox of its sessions", () => {
  const levelOf = (outcome: FireOutcome): unknown =>
    "session" in outcome && outcome.session ? outcome.session.sandbox : "none";
  const agentIn = (sandbox: SandboxLevel | null): number => {
    const { session } = bed.sessions.create({ agent_root: "orchard-api", sandbox }, "api");
    return session.id;
  };

  it.each<[SandboxLevel | null, SandboxLevel | null, SandboxLevel | null]>([
    [null, null, null],
    ["strict", null, "strict"],
    [null, "workspace", "workspace"],
    ["workspace", "strict", "strict"],
    ["off", "workspace", "workspace"],
    ["strict", "off", "strict"],
  ])("is the strictest of the trigger's %s and the firing session's %s", async (own, agent, expected) => {
    const triggerId = make({ sandbox: own });
    const sessionId = agentIn(agent);
    const invoked = { kind: "invoke", actor: { kind: "anyone" }, agentSession: sessionId } as const;
    const [byEvent, byTool, byApp] = [
      await triggers.fire({ triggerId, variables: {}, by: { kind: "event", conditionId: 1, sessionId } }),
      await triggers.fire({ triggerId, variables: {}, by: invoked }),
      await fire(triggerId),
    ];
    expect([levelOf(byEvent), levelOf(byTool), levelOf(byApp)]).toEqual([expected, expected, own]);
  });

  it("is at least that of the agent that made or changed the trigger, and never loosened by one", () => {
    const [strict, plain] = [agentIn("strict"), agentIn(null)];
    const sandboxOf = (id: number) => triggers.byId(id)?.sandbox;
    const made = make({ sandbox: "off" }, strict);
    expect(sandboxOf(made)).toBe("strict");
    triggers.update(made, { sandbox: "off" }, { agentSession: plain });
    expect(sandboxOf(made)).toBe("strict");
    const mine = make();
    triggers.update(mine, { prompt_template: "Pick all." }, { agentSession: strict });
    expect(sandboxOf(mine)).toBe("strict");
    triggers.update(mine, { sandbox: null });
    expect(sandboxOf(mine)).toBeNull();
    expect(() => make({ sandbox: "loose" })).toThrow(
      'Unknown sandbox "loose". Valid: off, workspace, strict',
    );
  });

  it("is given to the session that the trigger reuses, and never loosens it", async () => {
    const [plain, strict] = [agentIn(null), agentIn("strict")];
    for (const id of [plain, strict]) {
      const triggerId = make({ reuse_session: true, last_session_id: id, sandbox: "workspace" });
      await fire(triggerId);
    }
    expect([plain, strict].map((id) => bed.sessions.find(String(id)).sandbox)).toEqual([
      "workspace",
      "strict",
    ]);
  });
});
