import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import {
  clonedSession,
  createSession,
  failedSession,
  type HeldSession,
  heldSession,
  restedSession,
  sessionOf,
  transcriptOf,
} from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Message {
  id: number;
  session_id: number;
  content: string;
  goal: string | null;
  position: number;
  status: string;
  origin: string;
}
interface Answered {
  enqueued_message: Message;
  enqueued_messages: Message[];
  pagination: Record<string, number>;
  error?: string;
  message?: string;
}

let service: TestService;
let held: HeldSession;
let base: string;

beforeAll(async () => {
  service = await startTestService();
  held = await heldSession(service);
  base = `/sessions/${held.session.id}/enqueued_messages`;
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const { id } of (await call("GET", `${base}?per_page=100`)).body.enqueued_messages)
    await call("DELETE", `${base}/${id}`);
});

const call = (method: string, path: string, body?: unknown) => service.call<Answered>(method, path, body);
const add = async (content: string): Promise<Message> =>
  (await call("POST", base, { content })).body.enqueued_message;
const order = async (): Promise<string> => {
  const { body } = await call("GET", base);
  expect(body.enqueued_messages.map(({ position }) => position)).toEqual(
    body.enqueued_messages.map((_, index) => index + 1),
  );
  return body.enqueued_messages.map(({ content }) => content).join("");
};

describe("the queue of a session", () => {
  proves(
    "E46",
    "E47",
    "E48",
    "R202",
  )("delivers messages in order, one turn each", async () => {
    const { status, body } = await call("POST", base, {
      content: "A",
      goal: "Be quick about it.",
      origin: "automated_pr_merged",
      position: 9,
      status: "sent",
    });
    expect(status).toBe(201);
    expect(body.enqueued_message).toMatchObject({
      session_id: held.session.id,
      content: "A",
      goal: "Be quick about it.",
      position: 1,
      status: "pending",
      origin: "caller",
    });
    await add("B");
    expect(await order()).toBe("AB");
    const one = await call("GET", `${base}/${body.enqueued_message.id}`);
    expect(one.body).toEqual(body);
    const page = await call("GET", `${base}?page=2&per_page=1`);
    expect(page.body.enqueued_messages.map(({ content }) => content)).toEqual(["B"]);
    expect(page.body.pagination).toEqual({ page: 2, per_page: 1, total_count: 2, total_pages: 2 });
    expect((await call("GET", `${base}?status=sent`)).body.enqueued_messages).toEqual([]);
    expect((await call("GET", `${base}?status=nonsense`)).status).toBe(422);
    const slug = `/sessions/${held.session.slug}/enqueued_messages`;
    expect((await call("GET", slug)).body.enqueued_messages).toHaveLength(2);
  });

  proves(
    "E49",
    "R26",
    "R226",
  )("lets a pending message be changed, and refuses invalid changes", async () => {
    const { id } = await add("Before");
    expect((await call("PATCH", `${base}/${id}`, { content: "After" })).body.enqueued_message).toMatchObject({
      content: "After",
      goal: null,
    });
    expect(
      (await call("PATCH", `${base}/${id}`, { goal: "All is well." })).body.enqueued_message,
    ).toMatchObject({ content: "After", goal: "All is well." });
    for (const body of [
      { content: "" },
      { content: "  " },
      { content: 7 },
      { content: "c".repeat(500_001) },
      { goal: "no-such-goal" },
      { goal: "g ".repeat(30_000) },
    ])
      for (const [method, path] of [
        ["PATCH", `${base}/${id}`],
        ["POST", base],
      ] as const)
        expect(
          (await call(method, path, { ...(method === "POST" && { content: "c" }), ...body })).status,
          JSON.stringify(body).slice(0, 60),
        ).toBe(422);
    expect((await call("POST", base, {})).status).toBe(422);
    expect(await order()).toBe("After");
  });

  proves("E51", "R202")("can be reordered, from position 1 to the last", async () => {
    const [a, , c] = [await add("A"), await add("B"), await add("C")];
    expect(
      (await call("PATCH", `${base}/${c.id}/reorder`, { position: 1 })).body.enqueued_message.position,
    ).toBe(1);
    expect(await order()).toBe("CAB");
    await call("PATCH", `${base}/${c.id}/reorder`, { position: 3 });
    expect(await order()).toBe("ABC");
    await call("PATCH", `${base}/${a.id}/reorder`, { position: 2 });
    expect(await order()).toBe("BAC");
    for (const position of [0, -1, 1.5, "2", null, undefined, 99])
      expect((await call("PATCH", `${base}/${a.id}/reorder`, { position })).status, String(position)).toBe(
        422,
      );
    expect(await order()).toBe("BAC");
  });

  proves("E50", "R202")("has no gap after a message is withdrawn", async () => {
    const [, b] = [await add("A"), await add("B"), await add("C")];
    expect((await call("DELETE", `${base}/${b.id}`)).status).toBe(204);
    expect(await order()).toBe("AC");
    expect((await call("DELETE", `${base}/${b.id}`)).status).toBe(404);
    expect((await add("D")).position).toBe(3);
  });

  proves(
    "E47",
    "E50",
    "R2",
  )("answers 404 for a message of another session, and for an unknown one", async () => {
    const { id } = await add("Mine");
    const other = `/sessions/${(await createSession(service)).id}/enqueued_messages`;
    for (const path of [`${other}/${id}`, `${base}/987654`, `/sessions/987654/enqueued_messages/${id}`]) {
      expect((await call("GET", path)).status).toBe(404);
      expect((await call("PATCH", path, { content: "x" })).status).toBe(404);
      expect((await call("PATCH", `${path}/reorder`, { position: 1 })).status).toBe(404);
      expect((await call("POST", `${path}/interrupt`)).status).toBe(404);
      expect((await call("DELETE", path)).status).toBe(404);
    }
    expect(await order()).toBe("Mine");
  });

  proves("E48")(
    "of a failed session keeps the message for its restart; an archived session refuses it",
    async () => {
      const failed = await failedSession(service);
      const queued = await call("POST", `/sessions/${failed.id}/enqueued_messages`, { content: "Later" });
      expect(queued).toMatchObject({
        status: 201,
        body: { enqueued_message: { status: "pending", position: 1 } },
      });
      expect((await sessionOf(service, failed.id)).status).toBe("failed");
      const { id } = await createSession(service);
      await call("POST", `/sessions/${id}/archive`);
      expect((await call("POST", `/sessions/${id}/enqueued_messages`, { content: "No" })).status).toBe(422);
    },
  );

  proves("E48", "R203")(
    "is delivered immediately if no turn is active, without a goal that left the catalog",
    async () => {
      const { id } = await clonedSession(service, { goal: "The old goal." });
      expect(
        (
          await call("POST", `/sessions/${id}/enqueued_messages`, {
            content: "#script say At once.",
            goal: "The new goal.",
          })
        ).status,
      ).toBe(201);
      expect((await service.waitFor(id, atRest)).goal).toBe("The new goal.");
      expect(await transcriptOf(service, id)).toContain("At once.");
      const busy = await heldSession(service, { goal: "Kept goal here." });
      const path = `/sessions/${busy.session.id}/enqueued_messages`;
      const { body } = await call("POST", path, {
        content: "#script say Delivered anyway.",
        goal: "Some goal to retire.",
      });
      using data = openServiceDatabase(service);
      data.sql
        .prepare("UPDATE enqueued_messages SET goal = 'retired-goal' WHERE id = ?")
        .run(body.enqueued_message.id);
      await busy.release();
      expect((await service.waitFor(busy.session.id, atRest)).goal).toBe("Kept goal here.");
      expect(await transcriptOf(service, busy.session.id)).toContain("Delivered anyway.");
      const logs = await service.call<{ logs: { content: string }[] }>(
        "GET",
        `/sessions/${busy.session.id}/logs?level=warning`,
      );
      expect(logs.body.logs.map(({ content }) => content).join()).toContain("retired-goal");
    },
  );
});

describe("an interrupt by a queued message", () => {
  proves("E52", "R202")("stops the turn and delivers that message first, then the others", async () => {
    const busy = await heldSession(service);
    const path = `/sessions/${busy.session.id}/enqueued_messages`;
    await call("POST", path, { content: "#script say The patient one." });
    const { body } = await call("POST", path, { content: "#script say The urgent one." });
    const answer = await service.call("POST", `${path}/${body.enqueued_message.id}/interrupt`);
    expect(answer).toMatchObject({
      status: 200,
      body: { session: { id: busy.session.id }, message: expect.any(String) },
    });
    await service.waitFor(busy.session.id, atRest);
    const text = await transcriptOf(service, busy.session.id);
    const at = (said: string): number => text.indexOf(`## Assistant\n\n${said}`);
    expect(at("The urgent one.")).toBeGreaterThan(0);
    expect(at("The patient one.")).toBeGreaterThan(at("The urgent one."));
    expect(at("Released.")).toBe(-1);
    const sent = await call("GET", `${path}?status=sent`);
    expect(sent.body.enqueued_messages).toHaveLength(2);
    for (const { id } of sent.body.enqueued_messages) {
      expect((await call("POST", `${path}/${id}/interrupt`)).status).toBe(409);
      expect((await call("PATCH", `${path}/${id}`, { content: "too late" })).status).toBe(409);
    }
  });

  proves("E52")("is refused for a failed or archived session", async () => {
    const rested = await restedSession(service);
    const path = `/sessions/${rested.id}/enqueued_messages`;
    expect((await call("POST", `${path}/987654/interrupt`)).status).toBe(404);
    const failed = await failedSession(service);
    const { body } = await call("POST", `/sessions/${failed.id}/enqueued_messages`, { content: "Later" });
    expect(
      (await call("POST", `/sessions/${failed.id}/enqueued_messages/${body.enqueued_message.id}/interrupt`))
        .status,
    ).toBe(422);
  });
});

describe("a session that gets a message", () => {
  proves(
    "E12",
    "E48",
    "R39",
  )("moves to the front of the recently touched sessions", async () => {
    const [first, second] = [await clonedSession(service), await clonedSession(service)];
    const front = async () =>
      (await service.call<{ sessions: Session[] }>("GET", "/sessions?view=last_touched&per_page=1")).body
        .sessions[0]?.id;
    expect(await front()).toBe(second.id);
    await call("POST", `/sessions/${first.id}/follow_up`, { prompt: "#script say Touched." });
    expect(await front()).toBe(first.id);
    await call("POST", `/sessions/${second.id}/enqueued_messages`, { content: "#script say Too." });
    expect(await front()).toBe(second.id);
    await service.waitFor(first.id, atRest);
    await service.waitFor(second.id, atRest);
    expect(await front()).toBe(second.id);
  });
});
