import { afterAll, beforeAll, describe, expect } from "vitest";
import { text } from "../../server/domains/turns/turns/text.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { askQuestion } from "../support/questions.ts";
import { atRest, type Session } from "../support/service.ts";
import {
  createSession,
  heldSession,
  isDecided,
  promptsWith,
  restedSession,
  sessionOf,
} from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Answered {
  session: Session;
  error?: string;
  heartbeat_enabled?: boolean;
  heartbeat_interval_seconds?: number;
}

let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const patch = (id: number, body: unknown) =>
  service.call<Answered>("PATCH", `/sessions/${id}/heartbeat`, body);

/** Makes the beat of these sessions due, and has the sweep look now instead of within half a minute. */
async function sweep(...ids: number[]): Promise<void> {
  for (const id of ids) data.sql.prepare("UPDATE sessions SET heartbeat_at = 1 WHERE id = ?").run(id);
  data.sql.prepare("UPDATE jobs SET run_at = 1 WHERE kind = 'heartbeat.sweep'").run();
  const { session, release } = await heldSession(service);
  // A pause adds a job to the sweep's lane, which makes the lane look for what is due.
  await service.call("POST", `/sessions/${session.id}/pause`);
  await release();
  for (const id of ids) await expect.poll(() => stampOf(id)).toBeGreaterThan(1);
}

const stampOf = (id: number): number =>
  (data.sql.prepare("SELECT heartbeat_at AS at FROM sessions WHERE id = ?").get(id) as { at: number }).at;

describe("the heartbeat", () => {
  proves(
    "E31",
    "R15",
    "R83",
  )("is off with an interval of a minute by default, and omitted fields stay unchanged", async () => {
    const { id, ...made } = await createSession(service);
    expect(made).toMatchObject({ heartbeat_enabled: false, heartbeat_interval_seconds: 60 });
    const on = { heartbeat_enabled: true, heartbeat_interval_seconds: 60 };
    expect((await patch(id, { enabled: true })).body).toEqual({
      session: expect.objectContaining(on),
      ...on,
    });
    const slow = { heartbeat_enabled: true, heartbeat_interval_seconds: 86_400 };
    expect((await patch(id, { interval_seconds: 86_400 })).body).toMatchObject(slow);
    const off = { heartbeat_enabled: false, heartbeat_interval_seconds: 30 };
    expect((await patch(id, { enabled: false, interval_seconds: 30 })).body).toMatchObject(off);
    expect(await sessionOf(service, id)).toMatchObject(off);
  });

  proves("E31", "R15")("is refused out of bounds and without any field", async () => {
    const { id } = await createSession(service);
    const before = data.dump();
    for (const [body, error] of [
      [{}, "Missing parameter"],
      [{ interval_seconds: 29 }, "Validation failed"],
      [{ interval_seconds: 86_401 }, "Validation failed"],
      [{ interval_seconds: 60.5 }, "Validation failed"],
      [{ interval_seconds: "60" }, "Validation failed"],
      [{ enabled: "yes" }, "Validation failed"],
      [{ enabled: true, interval_seconds: 1 }, "Validation failed"],
    ] as const)
      expect(await patch(id, body), JSON.stringify(body)).toMatchObject({ status: 422, body: { error } });
    expect((await patch(987_654, { enabled: true })).status).toBe(404);
    expect(data.dump()).toBe(before);
  });
});

describe("a due heartbeat", () => {
  proves("R63", "R201")("gives an idle session a turn without a message", async () => {
    const { id, prompt } = await restedSession(service);
    await patch(id, { enabled: true, interval_seconds: 86_400 });
    await sweep(id);
    await service.waitFor(id, atRest);
    await expect.poll(() => promptsWith(service, text.heartbeatNudge)).not.toEqual([]);
    expect((await service.waitFor(id, atRest)).prompt).toBe(prompt);
    const queue = await service.call<{ enqueued_messages: unknown[] }>(
      "GET",
      `/sessions/${id}/enqueued_messages?status[]=sent&status[]=pending&status[]=processing`,
    );
    expect(queue.body.enqueued_messages).toEqual([]);
  });

  proves("R63", "E144")("does not prompt an idle session with an open question", async () => {
    const { id } = await restedSession(service);
    await askQuestion(service, id, { id: "beat", message: "Which colour?", requestedSchema: {} });
    await patch(id, { enabled: true, interval_seconds: 86_400 });
    const before = await service.waitFor(id, ({ attention }) => attention?.kind === "question");
    await sweep(id);
    expect(await sessionOf(service, id)).toEqual(before);
  });

  proves("R63")(
    "does not prompt a session that a person paused, and is turned off for an archived one",
    async () => {
      const { session: paused, release } = await heldSession(service);
      await service.call("POST", `/sessions/${paused.id}/pause`);
      await release();
      const { id: archived } = await createSession(service);
      await service.call("POST", `/sessions/${archived}/archive`);
      for (const id of [paused.id, archived]) await patch(id, { enabled: true, interval_seconds: 86_400 });
      const before = await service.waitFor(paused.id, isDecided);
      await sweep(paused.id, archived);
      expect(await sessionOf(service, paused.id)).toEqual(before);
      expect(await sessionOf(service, archived)).toMatchObject({
        status: "archived",
        heartbeat_enabled: false,
      });
    },
  );
});
