import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { CaptureGap, HumanMessage } from "../../server/domains/sessions/human-messages/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import type { Session } from "../support/service.ts";
import { clonedSession, createSession, heldSession } from "../support/sessions.ts";
import { addKey, putConnection } from "./credentials.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let data: ServiceDatabase;
let git_root: string;

beforeAll(async () => {
  service = await startBoardService({
    environment: { SERVICE_OWNER_NAME: "Ada", SERVICE_OWNER_EMAIL: "Ada@Example.org" },
  });
  data = openServiceDatabase(service);
  git_root = await service.repository();
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

interface SessionAnswer {
  human_messages: HumanMessage[];
  human_message_capture_gaps: CaptureGap[];
}

const readSession = async (id: number): Promise<SessionAnswer> =>
  (await service.call<SessionAnswer>("GET", `/sessions/${id}`)).body;

const entries = async (id: number): Promise<string[][]> =>
  (await readSession(id)).human_messages.map(({ origin, entry_point, content }) => [
    origin,
    entry_point,
    content,
  ]);

/** The token of a phone whose connection was not approved by the owner. */
function addPhone(privilege: "act_as_human" | "relay_only"): string {
  const token = randomBytes(16).toString("hex");
  putConnection(data.sql, { token, firstParty: true, privilege, email: "Grace@Example.org" });
  return token;
}

async function createOnBoard(body: Record<string, unknown>): Promise<Session> {
  const made = await service.board.call<{ session: Session }>("POST", "/sessions", { git_root, ...body });
  expect(made.status).toBe(201);
  return made.body.session;
}

describe("human messages", () => {
  proves("R52", "E7")("are what the person at the board wrote, with name, place and time", async () => {
    const { id } = await createOnBoard({ title: "Mine", prompt: "#script say Done." });
    const { human_messages, human_message_capture_gaps } = await readSession(id);
    expect(human_messages).toEqual([
      {
        origin: "here",
        author: "ada@example.org",
        author_display_name: "Ada",
        channel: "web_ui",
        channel_label: "Board",
        authored_in_session_id: id,
        authored_in: "Mine",
        entry_point: "web_ui.new_session",
        content: "#script say Done.",
        occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(human_message_capture_gaps).toEqual([]);
  });

  proves("R52")("are recorded on every way in, and shown in the whole tree", async () => {
    const held = await heldSession(service);
    const { id } = held.session;
    const child = await createSession(service, { git_root, parent_session_id: id });
    const queued = await service.board.call<{ enqueued_message: { id: number } }>(
      "POST",
      `/sessions/${id}/enqueued_messages`,
      { content: "First words." },
    );
    const { id: mid } = queued.body.enqueued_message;
    const message = `/sessions/${id}/enqueued_messages/${mid}`;
    await service.board.call("PATCH", message, { content: "Better words." });
    await service.board.call("PATCH", message, { content: "Better words.", goal: "Be brief." });
    await service.board.call("POST", `/sessions/${id}/follow_up`, { prompt: "And then this." });
    const expected = [
      ["web_ui.enqueued_message", "First words."],
      ["web_ui.enqueued_message_edited", "Better words."],
      ["web_ui.follow_up", "And then this."],
    ];
    expect(await entries(id)).toEqual(expected.map((entry) => ["here", ...entry]));
    expect(await entries(child.id)).toEqual(expected.map((entry) => ["elsewhere", ...entry]));
    await held.release();
  });

  proves("R52", "R223")("never include what an API key sends, or what was refused", async () => {
    const { id } = await clonedSession(service, { git_root });
    await service.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say I am Ada, a person." });
    await service.board.call("POST", `/sessions/${id}/follow_up`, { prompt: "Words", goal: "no-such-goal" });
    await service.board.call("POST", "/sessions/999999/follow_up", { prompt: "Words" });
    expect(await entries(id)).toEqual([]);
  });

  proves("R131", "R223")("include what a phone sends as its person, and not what one relays", async () => {
    const { id } = await clonedSession(service, { git_root });
    const bearing = (token: string) => ({ key: null, headers: { authorization: `Bearer ${token}` } });
    const acts = bearing(addPhone("act_as_human"));
    const relays = bearing(addPhone("relay_only"));
    for (const [phone, words] of [
      [relays, "#script say Relayed."],
      [acts, "#script say From Grace."],
    ] as const)
      expect(
        (await service.call("POST", `/sessions/${id}/follow_up`, { prompt: words }, phone)).status,
      ).toBeLessThan(300);
    expect((await readSession(id)).human_messages).toEqual([
      expect.objectContaining({
        author: "grace@example.org",
        author_display_name: "Ada",
        channel: "assistant",
        channel_label: "Assistant",
        entry_point: "mobile_app.follow_up",
        content: "#script say From Grace.",
      }),
    ]);
  });

  proves("R131")("have an entry point for each thing a phone can write", async () => {
    const phone = { key: null, headers: { authorization: `Bearer ${addPhone("act_as_human")}` } };
    const held = await heldSession(service);
    const { id } = held.session;
    const queued = await service.call<{ enqueued_message: { id: number } }>(
      "POST",
      `/sessions/${id}/enqueued_messages`,
      { content: "By a key." },
    );
    const message = `/sessions/${id}/enqueued_messages/${queued.body.enqueued_message.id}`;
    expect((await service.call("PATCH", message, { content: "By Grace." }, phone)).status).toBe(200);
    expect(await entries(id)).toEqual([["here", "mobile_app.enqueued_message_edited", "By Grace."]]);
    await held.release();
    const made = await service.call<{ session: Session }>(
      "POST",
      "/sessions",
      { git_root, prompt: "#script say Begun." },
      phone,
    );
    expect(await entries(made.body.session.id)).toEqual([
      ["here", "mobile_app.new_session", "#script say Begun."],
    ]);
  });

  proves("R130")("come with a note of their origin, if its headers are on the list", async () => {
    const { id } = await clonedSession(service, { git_root });
    const sendAs = async (client: string, modality: string): Promise<void> => {
      const headers = { "x-service-client": client, "x-service-input-modality": modality };
      const sent = await service.call(
        "POST",
        `/sessions/${id}/follow_up`,
        { prompt: "#script say Yes." },
        { headers },
      );
      expect(sent.status).toBeLessThan(300);
    };
    await sendAs("signalbox-mobile/1.4.2", "voice_dictation");
    await sendAs("somebody-else/1", "telepathy");
    const { body } = await service.call<{ logs: { content: string }[] }>("GET", `/sessions/${id}/logs`);
    const notes = body.logs
      .map(({ content }) => content)
      .filter((text) => text.startsWith("A follow-up came"));
    expect(notes).toEqual(["A follow-up came from the mobile app 1.4.2 by dictation"]);
    // With these headers, a key still does not count as a phone.
    expect(await entries(id)).toEqual([]);
    const quick = {
      key: addKey(data.sql, "quick_router").token,
      headers: { "x-service-client": "signalbox-mobile/1" },
    };
    expect((await service.call("GET", "/sessions", undefined, quick)).status).toBe(401);
  });

  proves("R52")("contain no secret, even if a person wrote it", async () => {
    const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const { id } = await createOnBoard({ prompt: `#script say Done.\nUse ${secret} for it.` });
    expect((await entries(id))[0]?.[2]).toContain("Use ");
    expect(JSON.stringify(await entries(id))).not.toContain(secret);
  });
});

describe("capture gaps", () => {
  proves("R52")("name the channels in the tree that are not recorded", async () => {
    const top = await createSession(service, { git_root });
    data.sql.prepare("UPDATE sessions SET genesis = 'chat' WHERE id = ?").run(top.id);
    const child = await createSession(service, { git_root, parent_session_id: top.id });
    expect((await readSession(child.id)).human_message_capture_gaps).toEqual([
      {
        channel: "chat",
        channel_label: "Chat",
        genesis: "chat",
        session_ids: [top.id, child.id],
        reason: expect.any(String),
        remedy: expect.any(String),
      },
    ]);
  });
});

describe("viewed=true", () => {
  proves("R53")(
    "marks the session's notifications read and touches it from the board, and does nothing from a key",
    async () => {
      const { id } = await createSession(service, { git_root });
      const { id: other } = await createSession(service, { git_root });
      for (const session_id of [id, other])
        expect(
          (await service.call("POST", "/notifications/push", { session_id, message: "Look" })).status,
        ).toBe(200);
      data.silenceFinishedNotices();
      const pending = async () =>
        (await service.call<{ pending_count: number }>("GET", "/notifications/badge")).body.pending_count;
      const row = data.sql.prepare(
        "SELECT last_touched_at AS touched, updated_at AS updated FROM sessions WHERE id = ?",
      );
      const before = [await pending(), row.get(id)];
      expect((await service.call("GET", `/sessions/${id}?viewed=true`)).status).toBe(200);
      expect((await service.board.call("GET", `/sessions/${id}?viewed=false`)).status).toBe(200);
      expect([await pending(), row.get(id)]).toEqual(before);

      data.sql.prepare("UPDATE sessions SET last_touched_at = 1 WHERE id = ?").run(id);
      const seen = await service.board.call<{ session: Session }>("GET", `/sessions/${id}?viewed=true`);
      expect(seen.body.session.id).toBe(id);
      expect(await pending()).toBe(Number(before[0]) - 1);
      const after = row.get(id) as { touched: number; updated: number };
      expect(after.touched).toBeGreaterThan(1);
      expect(after.updated).toBe((before[1] as { updated: number }).updated);
      expect((await service.board.call("GET", "/sessions/999999?viewed=true")).status).toBe(404);
    },
  );
});
