import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { openSelfClient } from "../support/self-client.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import { createSession, heldSession, restedSession, sessionOf, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startTestService();
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const farOff = "2099-01-01T09:00";
const armStep = (prompt: string): string =>
  `#script mcp server=signalbox tool=wake_me_up_later args=${JSON.stringify({ wake_at: farOff, timezone: "Europe/Berlin", prompt })}`;
const act = (input: Record<string, unknown>): string =>
  `#script mcp server=signalbox tool=action_session args=${JSON.stringify(input)}`;

const isAsleep = ({ status, job_id, running_job_id }: Session): boolean =>
  status === "waiting" && job_id === null && running_job_id === null;

/** A session whose agent armed a wake in its first turn, and sleeps. */
async function sleeper(prompt = "#script say Woken."): Promise<Session> {
  const { id } = await createSession(service, { prompt: `${armStep(prompt)}\n#script say Waiting.` });
  return service.waitFor(id, isAsleep);
}

async function armFor(id: number, prompt: string): Promise<void> {
  await using agent = await openSelfClient(service, id);
  expect(await agent.call("wake_me_up_later", { wake_at: farOff, prompt })).toMatchObject({ isError: false });
}

/** Has the session's wakes be due; the queue looks at its rows when a wake is added. */
async function makeDue(id: number): Promise<void> {
  data.sql
    .prepare("UPDATE jobs SET run_at = 0 WHERE id IN (SELECT job_id FROM wakes WHERE session_id = ?)")
    .run(id);
  await armFor((await createSession(service)).id, "Never");
}

const wakesOf = (id: number): unknown[] =>
  data.sql.prepare("SELECT state FROM wakes WHERE session_id = ? ORDER BY id").pluck().all(id);
const followUp = (id: number, prompt: string) =>
  service.call("POST", `/sessions/${id}/follow_up`, { prompt });

describe("a session that set a wake", () => {
  proves("R50")("sleeps after its turn, and shows what it waits for", async () => {
    const { id, deliberate_sleep_at } = await sleeper();
    expect(deliberate_sleep_at).toEqual(expect.any(String));
    const { body } = await service.call<{ waiting: { banners: object[] } }>("GET", `/sessions/${id}`);
    expect(body.waiting.banners).toContainEqual(expect.objectContaining({ key: "pending_wake" }));
    await using agent = await openSelfClient(service, id);
    const { facts, text } = await agent.call("get_session");
    expect(facts).toMatchObject({ armed_wakes: [{ scheduled_at: farOff, wake_at: "2099-01-01T08:00:00Z" }] });
    expect(text).toContain("### Pending Wakes");
  });

  test("gets its prompt when the wake is due, and not as a human message", async () => {
    const { id } = await sleeper();
    await makeDue(id);
    await service.waitFor(id, atRest);
    const transcript = await transcriptOf(service, id);
    expect(transcript).toMatch(
      /\[Signalbox\] This is an automatic message, not a person: the wake you asked for/,
    );
    expect(transcript).toContain("## Assistant\n\nWoken.");
    expect(wakesOf(id)).toEqual(["delivered"]);
  });

  test("gets the prompt after its turn if it is running when the wake is due", async () => {
    const held = await heldSession(service);
    const { id } = held.session;
    await armFor(id, "#script say Woken behind.");
    await makeDue(id);
    const waits = async () =>
      (await service.call<{ enqueued_messages: object[] }>("GET", `/sessions/${id}/enqueued_messages`)).body
        .enqueued_messages;
    await expect.poll(waits).toHaveLength(1);
    expect(await sessionOf(service, id)).toMatchObject({ status: "running" });
    await held.release();
    await service.waitFor(id, atRest);
    expect(await transcriptOf(service, id)).toMatch(/Released\.[\s\S]*Woken behind\./);
  });

  test("answers a message, and sleeps again", async () => {
    const { id } = await sleeper();
    await followUp(id, "#script say Still here.");
    await service.waitFor(id, (session) => !isAsleep(session));
    expect(await service.waitFor(id, isAsleep)).toMatchObject({ status: "waiting" });
    expect(await transcriptOf(service, id)).toContain("Still here.");
    expect(wakesOf(id)).toEqual(["armed"]);
  });

  proves("R200")(
    "waits for a person if rest_in_needs_input was its last call, with its wake still pending",
    async () => {
      const { id } = await sleeper();
      const rest = `${act({ action: "rest_in_needs_input" })}\n#script say I need a decision.`;
      await followUp(id, rest);
      const rested = await service.waitFor(id, atRest);
      expect(rested).toMatchObject({ status: "needs_input", deliberate_sleep_at: null });
      expect(await transcriptOf(service, id)).toContain("Session Waiting for Input");
      expect(wakesOf(id)).toEqual(["armed"]);
      const back = act({ action: "rest_in_needs_input", cancel_wakes: true });
      await followUp(id, `${back}\n#script say For good.`);
      await service.waitFor(id, (session) => atRest(session) && wakesOf(id)[0] === "cancelled");
    },
  );

  test("has no wake after a person restarts it", async () => {
    const { id } = await sleeper();
    expect(await service.call("POST", `/sessions/${id}/restart`)).toMatchObject({ status: 200 });
    expect(await service.waitFor(id, atRest)).toMatchObject({ status: "needs_input" });
    expect(wakesOf(id)).toEqual(["superseded"]);
  });

  test("has no wake to fire after it is archived or deleted", async () => {
    const [archived, deleted] = [await sleeper(), await sleeper()];
    await service.call("POST", `/sessions/${archived.id}/archive`);
    await service.call("DELETE", `/sessions/${deleted.id}`);
    expect([wakesOf(archived.id), wakesOf(deleted.id)]).toEqual([["cancelled"], []]);
    await service.call("POST", `/sessions/${archived.id}/unarchive`);
    expect(await sessionOf(service, archived.id)).toMatchObject({ status: "needs_input" });
  });
});

test("an idle session falls asleep as soon as a wake is set for it", async () => {
  const { id } = await restedSession(service);
  await armFor(id, "Later");
  expect(await sessionOf(service, id)).toMatchObject({
    status: "waiting",
    deliberate_sleep_at: expect.any(String),
  });
});

test("a wake that came due while the service was down is delivered at the next start", async () => {
  const first = await startTestService();
  const { id } = await restedSession(first);
  await using agent = await openSelfClient(first, id);
  await agent.call("wake_me_up_later", { wake_at: farOff, prompt: "#script say Woken late." });
  await first.service.close();
  await first.model.close();
  const beside = openServiceDatabase(first);
  beside.sql.prepare("UPDATE jobs SET run_at = 0 WHERE kind = 'wake'").run();
  beside[Symbol.dispose]();
  await using next = await startTestService({ folder: first.folder });
  await next.waitFor(id, atRest);
  expect(await transcriptOf(next, id)).toContain("Woken late.");
});
