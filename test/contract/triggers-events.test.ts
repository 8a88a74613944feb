import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { openSelfClient } from "../support/self-client.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import {
  clonedSession,
  createSession,
  failedSession,
  heldSession,
  restedSession,
  sessionOf,
  transcriptOf,
} from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, triggerCalls, writeOrchard } from "../support/triggers.ts";
import { proves } from "./proves.ts";

let service: TestService;
let folder: TestFolder;
let data: ServiceDatabase;

beforeAll(async () => {
  folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder);
  service = await startTestService({ environment: { SERVICE_CATALOG: folder.at("air.json") } });
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const { call, made, patch, read } = triggerCalls(() => service);
const tool = "wake_me_up_when_session_changes_state";
const on = (event_name: string, watched_session_id?: number) => ({
  condition_type: "ao_event",
  configuration: { event_name, watched_session_id },
});
const archive = (id: number) => service.call("POST", `/sessions/${id}/archive`);
const isAsleep = ({ status, job_id, running_job_id }: Session): boolean =>
  status === "waiting" && job_id === null && running_job_id === null;
const startedBy = async (id: number): Promise<number[]> =>
  (await read(id)).recent_sessions.map((session) => session.id);

/** What settles first is told now; the queue looks when news that does not is added. */
async function hasten(): Promise<void> {
  data.sql.prepare("UPDATE jobs SET run_at = 0 WHERE kind = 'trigger.news'").run();
  const { id } = await createSession(service);
  const nudge = await made({ conditions: [on("session_needs_input", id)], agent_root_name: "nowhere" });
  await archive(id);
  await expect.poll(async () => (await read(nudge.id)).trigger.status).toBe("failed");
}

describe("an agent that waits for another session", () => {
  proves("R102", "R50")("sleeps from the end of its turn on, and reads what happened", async () => {
    const { session: watched, release } = await heldSession(service, { title: "Pick [all] the plums" });
    const args = { watched_session_id: watched.id, event_name: "session_needs_input" };
    const arm = { ...args, prompt: "#script say Woken: {{event}}." };
    const { id } = await createSession(service, {
      prompt: `#script mcp server=signalbox tool=${tool} args=${JSON.stringify(arm)}\n#script say Waiting.`,
    });
    await service.waitFor(id, isAsleep);
    expect(await transcriptOf(service, id)).toContain("## Wake-Up Scheduled Successfully");
    const { body } = await service.call<{ waiting: { banners: object[] } }>("GET", `/sessions/${id}`);
    expect(body.waiting.banners).toContainEqual(
      expect.objectContaining({
        key: "pending_wake",
        headline: `Asleep until session #${watched.id} needs input`,
      }),
    );
    await using agent = await openSelfClient(service, id);
    expect((await agent.call("get_session")).text).toContain(`when session #${watched.id} needs input`);
    await release();
    await service.waitFor(watched.id, atRest);
    // It has not rested long enough to need anybody.
    expect(await sessionOf(service, id)).toMatchObject({ status: "waiting" });
    await hasten();
    await service.waitFor(id, atRest);
    expect(await transcriptOf(service, id)).toContain(
      `Woken: Session #${watched.id} (Pick all the plums) needs input.`,
    );
  });

  proves("R102")("is refused what could never come, and nothing is kept of it", async () => {
    const own = await restedSession(service);
    const [failed, gone] = [await failedSession(service), await createSession(service)];
    await archive(gone.id);
    await using mcp = await openMcpClient(service, { query: `?session_id=${own.id}` });
    const before = data.sql.prepare("SELECT COUNT(*) FROM triggers").pluck().get();
    for (const [input, sentence] of [
      [{ watched_session_id: own.id, event_name: "session_failed" }, "for its own changes"],
      [{ watched_session_id: 987_654, event_name: "session_failed" }, "Session not found"],
      [{ watched_session_id: failed.id, event_name: "session_failed" }, "has already failed"],
      [
        { watched_session_id: gone.id, event_name: "session_needs_input" },
        "is archived and will not change again",
      ],
      [{ watched_session_id: own.id, event_name: "session_failed", session_id: failed.id }, "is failed"],
      [{ watched_session_id: failed.id, event_name: "session_melted" }, "event_name"],
    ] as const)
      expect(await mcp.refuses(tool, { prompt: "Look.", ...input }), sentence).toContain(sentence);
    expect(data.sql.prepare("SELECT COUNT(*) FROM triggers").pluck().get()).toBe(before);
    expect(await sessionOf(service, own.id)).toMatchObject({ status: "needs_input" });
    await using held = await openMcpClient(service, {
      query: `?session_id=${own.id}&allowed_agent_roots=orchard`,
    });
    const other = { watched_session_id: failed.id, event_name: "session_archived", prompt: "Look." };
    expect(await held.refuses(tool, other)).toContain("which this connection may not use");
  });

  proves("R102")("is woken at once by what is so already, and told when nothing more can come", async () => {
    const [first, second] = [await restedSession(service), await restedSession(service)];
    const watched = await clonedSession(service);
    await using mcp = await openMcpClient(service);
    const input = { watched_session_id: first.id, event_name: "session_needs_input" };
    const { facts } = await mcp.says<{ trigger: { id: number } }>(tool, {
      ...input,
      session_id: second.id,
      prompt: "#script say Already.",
    });
    await service.waitFor(second.id, (session) => atRest(session) && session.status === "needs_input");
    expect(await transcriptOf(service, second.id)).toContain("Already.");
    expect((await call("GET", `/${facts.trigger.id}`)).status).toBe(404);
    const wait = { session_id: first.id, watched_session_id: watched.id, event_name: "session_failed" };
    await mcp.says(tool, { ...wait, prompt: "#script say It failed." });
    await service.call("DELETE", `/sessions/${watched.id}`);
    await service.waitFor(first.id, atRest);
    expect(await transcriptOf(service, first.id)).toContain(
      `can no longer come. Session #${watched.id} was deleted`,
    );
  });
});

describe("a trigger on what becomes of sessions", () => {
  proves("R97", "X45")("starts a session for autonomous ones, but for its own and theirs", async () => {
    const prompt_template = "#script say Seen {{event}}.";
    const trigger = await made({ conditions: [on("session_archived")], prompt_template });
    expect((await patch(trigger.id, {})).body).not.toHaveProperty("warnings");
    const [quiet, loud] = [
      await createSession(service, { is_autonomous: false }),
      await createSession(service, { title: "Loud" }),
    ];
    await archive(quiet.id);
    await archive(loud.id);
    await expect.poll(() => startedBy(trigger.id)).toHaveLength(1);
    const [own = 0] = await startedBy(trigger.id);
    expect(await service.waitFor(own, atRest)).toMatchObject({
      genesis: "ao_event",
      prompt: `#script say Seen Session #${loud.id} (Loud) was archived.`,
      metadata: { trigger_id: trigger.id, event_session_id: loud.id },
    });
    const child = await createSession(service, { parent_session_id: own });
    await archive(child.id);
    await archive(own);
    // Told of neither, or told of all by then.
    await expect
      .poll(() => data.sql.prepare("SELECT 1 FROM jobs WHERE kind = 'trigger.news'").get())
      .toBe(undefined);
    expect(await startedBy(trigger.id)).toEqual([own]);
    await call("DELETE", `/${trigger.id}`);
  });

  proves("R93")("is counted as missed while its session has not read the last one", async () => {
    const { session: target, release } = await heldSession(service);
    const { id } = await made({
      conditions: [on("session_archived")],
      reuse_session: true,
      enqueue_messages: true,
      last_session_id: target.id,
    });
    const missed = async () => (await read(id)).trigger.missed_fire_count;
    await archive((await createSession(service)).id);
    await expect.poll(async () => (await read(id)).trigger.last_triggered_at).not.toBeNull();
    expect(await missed()).toBe(0);
    await archive((await createSession(service)).id);
    await expect.poll(missed).toBe(1);
    expect((await read(id)).trigger.first_missed_fire_at).toEqual(expect.any(String));
    await release();
    await service.waitFor(target.id, atRest);
    await archive((await createSession(service)).id);
    await expect.poll(missed).toBe(0);
    expect((await read(id)).trigger.first_missed_fire_at).toBeNull();
    await call("DELETE", `/${id}`);
  });

  proves("R86", "E60")(
    "that fires once and cannot is failed, with its reason, until it is mended",
    async () => {
      const watched = await createSession(service);
      const { id } = await made({
        agent_root_name: "nowhere",
        conditions: [on("session_archived", watched.id)],
      });
      await archive(watched.id);
      await expect.poll(async () => (await read(id)).trigger.status).toBe("failed");
      expect((await read(id)).trigger).toMatchObject({
        failed_at: expect.any(String),
        last_error: expect.stringContaining("nowhere"),
      });
      expect((await patch(id, { agent_root_name: "orchard" })).body.trigger.status).toBe("failed");
      expect((await call("POST", `/${id}/toggle`)).body.trigger).toMatchObject({
        status: "enabled",
        last_error: null,
      });
      // The other is archived still, and this waited for nothing else.
      await expect.poll(() => startedBy(id)).toHaveLength(1);
    },
  );

  proves("R102", "E57")("watches for every kind of event, without a warning", async () => {
    const watched = await createSession(service);
    const { body } = await call("POST", "", {
      name: "All",
      agent_root_name: "orchard",
      prompt_template: "Look.",
      conditions: [
        on("session_failed", watched.id),
        on("account_needs_reauth"),
        { condition_type: "schedule", configuration: { interval: 1, unit: "hours" } },
        { condition_type: "system_event", configuration: { event_name: "quota_available" } },
      ],
    });
    expect(body.warnings).toBeUndefined();
    expect(body.trigger.conditions.map(({ problem }) => problem)).toEqual([null, null, null, null]);
  });
});

test("a one-time schedule starts its session and turns its trigger off", async () => {
  const configuration = { scheduled_at: "2026-01-01T09:00", timezone: "Europe/Berlin" };
  const { id } = await made({ conditions: [{ condition_type: "schedule", configuration }] });
  await expect.poll(() => startedBy(id), { timeout: 60_000 }).toHaveLength(1);
  const { trigger, history } = await read(id);
  expect(trigger).toMatchObject({ status: "disabled", next_fire_at: null });
  const [session = 0] = await startedBy(id);
  expect(history).toMatchObject([{ outcome: "started", cause: "schedule", session_id: session }]);
  await using agent = await openMcpClient(service);
  expect((await agent.says("search_triggers", { id })).text).toMatch(
    /### History\n\n- \S+ started, by schedule: Once at 2026-01-01 09:00:00 \(Europe\/Berlin\); session \d+/,
  );
  expect(await sessionOf(service, session)).toMatchObject({ genesis: "schedule" });
});

test("an event that a session waits for is delivered at the next start if the service stops first", async () => {
  const first = await startTestService();
  const [target, watched] = [await restedSession(first), await restedSession(first)];
  await using agent = await openSelfClient(first, target.id);
  const answer = await agent.call(tool, {
    watched_session_id: watched.id,
    event_name: "session_archived",
    prompt: "#script say Told late.",
  });
  expect(answer.text).toContain("Wake-Up Scheduled");
  // News that is not due yet, as if the service had ended in between.
  const beside = openServiceDatabase(first);
  beside.sql.exec(
    "CREATE TRIGGER later AFTER INSERT ON jobs WHEN new.kind = 'trigger.news' BEGIN UPDATE jobs SET run_at = 9e12 WHERE id = new.id; END",
  );
  await first.call("POST", `/sessions/${watched.id}/archive`);
  expect(beside.sql.prepare("SELECT COUNT(*) FROM jobs WHERE kind = 'trigger.news'").pluck().get()).toBe(1);
  await first.service.close();
  await first.model.close();
  beside.sql.exec("DROP TRIGGER later; UPDATE jobs SET run_at = 0 WHERE kind = 'trigger.news'");
  beside[Symbol.dispose]();
  await using next = await startTestService({ folder: first.folder });
  await next.waitFor(target.id, atRest);
  expect(await transcriptOf(next, target.id)).toContain("Told late.");
});
