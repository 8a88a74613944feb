import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import {
  clonedSession,
  createSession,
  failedSession,
  heldSession,
  promptsWith,
  restedSession,
  sessionOf,
  transcriptOf,
} from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Sent {
  session: Session;
  message: string;
  enqueued_message?: {
    id: number;
    content: string;
    position: number;
    status: string;
    attachments: unknown[];
  };
  error?: string;
  messages?: string[];
}

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const followUp = (id: number, body: Record<string, unknown>) =>
  service.call<Sent>("POST", `/sessions/${id}/follow_up`, body);
const queued = async (id: number): Promise<string[]> => {
  const { body } = await service.call<{ enqueued_messages: { content: string }[] }>(
    "GET",
    `/sessions/${id}/enqueued_messages`,
  );
  return body.enqueued_messages.map(({ content }) => content);
};
const attachmentFiles = (id: number): Promise<string[]> =>
  readdir(join(service.folder, "data", "attachments", String(id))).catch(() => []);

describe("a follow-up", () => {
  proves(
    "E12",
    "R24",
    "R62",
  )("to a session without a turn is delivered immediately and starts one", async () => {
    const { id } = await clonedSession(service);
    const { status, body } = await followUp(id, { prompt: "#script say First answer." });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("enqueued_message");
    expect(body).toMatchObject({ session: { id, status: "running" }, message: expect.any(String) });
    await service.waitFor(id, atRest);
    expect(await transcriptOf(service, id)).toContain("First answer.");
    expect((await followUp(id, { prompt: "#script say Second answer." })).status).toBe(200);
    await service.waitFor(id, atRest);
    expect(await transcriptOf(service, id)).toContain("Second answer.");
  });

  proves(
    "E12",
    "X7",
    "R85",
  )("during a turn is queued with its files, and delivered after it", async () => {
    const held = await heldSession(service);
    const { id } = held.session;
    const files = [
      { filename: "../../dot.png", media_type: "text/plain", data: png },
      { filename: "notes.txt", media_type: "image/png", data: base64("no picture") },
    ];
    const { status, body } = await followUp(id, { prompt: "#script say Saw both.", attachments: files });
    expect(status).toBe(202);
    expect(body.enqueued_message).toMatchObject({
      position: 1,
      status: "pending",
      attachments: [
        { filename: "../../dot.png", media_type: "image/png", image: true },
        { filename: "notes.txt", image: false },
      ],
    });
    expect(await followUp(id, { prompt: "#script say And after." })).toMatchObject({
      status: 202,
      body: { enqueued_message: { position: 2 } },
    });
    expect(await queued(id)).toEqual(["#script say Saw both.", "#script say And after."]);
    await held.release();
    await service.waitFor(id, atRest);
    const text = await transcriptOf(service, id);
    expect(text.indexOf("Saw both.")).toBeGreaterThan(text.indexOf("Released."));
    expect(text.indexOf("And after.")).toBeGreaterThan(text.indexOf("Saw both."));
    expect(await queued(id)).toEqual([]);
    const [prompt = ""] = promptsWith(service, "say Saw both.");
    const path = /- (\S+) \(sent as notes\.txt\)/.exec(prompt)?.[1] ?? "";
    expect(await readFile(path, "utf8")).toBe("no picture");
    expect(prompt).not.toContain("dot.png");
    const asked = service.model
      .requests()
      .findLast(({ prompts }) => prompts.some((p) => p.includes("say Saw both.")));
    expect(JSON.stringify(asked?.body)).toContain("data:image/png;base64,");
  });

  proves(
    "R85",
    "X44",
    "R148",
  )("is refused as a whole if one attachment cannot be stored", async () => {
    const { id } = await clonedSession(service);
    using data = openServiceDatabase(service);
    const before = data.dump();
    const good = { filename: "a.txt", media_type: "text/plain", data: base64("a") };
    const lists: unknown[][] = [
      [good, { filename: "b.txt", media_type: "text/plain", data: "not base64!" }],
      [good, { filename: "empty", media_type: "text/plain", data: "" }],
      [good, { media_type: "text/plain", data: good.data }],
      [good, { filename: "c.txt", data: 7 }],
      [good, null],
      [good, "a.txt"],
      Array.from({ length: 21 }, () => good),
    ];
    for (const attachments of lists) {
      const { status, body } = await followUp(id, { prompt: "Look", attachments });
      expect(status, JSON.stringify(attachments).slice(0, 200)).toBe(422);
      expect(body.messages?.join(", ")).toBe(body.message);
    }
    expect(data.dump()).toBe(before);
    expect(await attachmentFiles(id)).toEqual([]);
    const twenty = Array.from({ length: 20 }, (_, n) => ({ ...good, filename: `n${n}.txt` }));
    expect((await followUp(id, { prompt: "#script say Twenty.", attachments: twenty })).status).toBe(200);
    expect(await attachmentFiles(id)).toHaveLength(20);
    await service.waitFor(id, atRest);
  });

  proves(
    "E12",
    "R197",
    "R226",
  )("is refused if it or its goal is blank or too long, and changes nothing", async () => {
    const { id } = await clonedSession(service, { goal: "It stays." });
    using data = openServiceDatabase(service);
    const before = data.dump();
    for (const body of [
      {},
      { prompt: "" },
      { prompt: " \n\t " },
      { prompt: 7 },
      { prompt: null },
      { prompt: "p".repeat(500_001) },
      { prompt: "Go", goal: `a ${"g".repeat(50_001)}` },
      { prompt: "Go", goal: "no-such-goal" },
      { prompt: "Go", force_immediate: "yes" },
    ]) {
      expect((await followUp(id, body)).status, JSON.stringify(body).slice(0, 80)).toBe(422);
    }
    expect(data.dump()).toBe(before);
    expect((await followUp(987_654, { prompt: "Go" })).status).toBe(404);
  });

  proves("E12", "X8")("to a failed or an archived session is refused with a label", async () => {
    const failed = await failedSession(service);
    expect(failed.failure_reason).toBe("git_clone_failed");
    expect(await followUp(failed.id, { prompt: "Go" })).toMatchObject({
      status: 422,
      body: { error: "Cannot send follow-up" },
    });
    const { id } = await createSession(service);
    await service.call("POST", `/sessions/${id}/archive`);
    expect(await followUp(id, { prompt: "Go", force_immediate: true })).toMatchObject({
      status: 422,
      body: { error: "Cannot send follow-up" },
    });
    expect(await queued(id)).toEqual([]);
  });

  proves(
    "R73",
    "R196",
    "R197",
    "R27",
  )("changes the goal however it is sent, and keeps it if the new one is blank", async () => {
    const { id } = await clonedSession(service, { goal: "The first goal." });
    await followUp(id, { prompt: "#script say One.", goal: " \n " });
    expect((await service.waitFor(id, atRest)).goal).toBe("The first goal.");
    await followUp(id, { prompt: "#script say Two.", goal: "  The second goal. " });
    expect((await service.waitFor(id, atRest)).goal).toBe("The second goal.");
    expect(promptsWith(service, "say Two.").some((prompt) => prompt.includes("The second goal."))).toBe(true);
    const held = await heldSession(service, { goal: "Held goal." });
    expect(
      (await followUp(held.session.id, { prompt: "#script say Three.", goal: "The third goal." })).status,
    ).toBe(202);
    expect((await sessionOf(service, held.session.id)).goal).toBe("Held goal.");
    await held.release();
    expect((await service.waitFor(held.session.id, atRest)).goal).toBe("The third goal.");
  });

  proves("R73")(
    "with force_immediate stops the turn and is delivered exactly once, before queued messages",
    async () => {
      const { session } = await heldSession(service);
      const { id } = session;
      await followUp(id, { prompt: "#script say Was queued." });
      const forced = await followUp(id, {
        prompt: "#script say Goes first.",
        force_immediate: true,
        goal: "Forced goal.",
      });
      expect(forced).toMatchObject({ status: 200, body: { session: { id, goal: "Forced goal." } } });
      expect(forced.body).not.toHaveProperty("enqueued_message");
      await service.waitFor(id, (now) => atRest(now));
      const text = await transcriptOf(service, id);
      expect(text.indexOf("Goes first.")).toBeGreaterThan(0);
      expect(text.indexOf("Was queued.")).toBeGreaterThan(text.indexOf("Goes first."));
      expect(text.split("## Assistant\n\nGoes first.")).toHaveLength(2);
      expect(text).not.toContain("## Assistant\n\nReleased.");
    },
  );

  proves("R73")(
    "is delivered exactly once when two arrive with force_immediate at the same time",
    async () => {
      const { session } = await heldSession(service);
      const both = await Promise.all(
        ["One", "Two"].map((word) =>
          followUp(session.id, { prompt: `#script say ${word} arrived.`, force_immediate: true }),
        ),
      );
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      await service.waitFor(session.id, atRest);
      expect(await queued(session.id)).toEqual([]);
      const { body } = await service.call<{ session: Session }>(
        "GET",
        `/sessions/${session.id}?include_transcript=true`,
      );
      const users = (body.session.transcript ?? "")
        .split("\n")
        .filter((line) => line.includes('"role":"user"'));
      for (const word of ["One", "Two"])
        expect(
          users.filter((line) => line.includes(`${word} arrived.`)),
          word,
        ).toHaveLength(1);
    },
  );

  proves("X7", "R62")("to a session whose first turn is still queued is delivered after it", async () => {
    await using narrow = await startTestService({ environment: { SERVICE_AGENT_THREADS: "1" } });
    const held = await heldSession(narrow);
    const { id } = await createSession(narrow, { prompt: "#script say The first prompt." });
    expect(await sessionOf(narrow, id)).toMatchObject({ status: "waiting", job_id: expect.any(String) });
    const extras = await narrow.call<{ waiting: { reasons: unknown[] } }>("GET", `/sessions/${id}`);
    expect(extras.body.waiting.reasons).toEqual([
      expect.objectContaining({ mechanism: "turn_queued", current: true }),
    ]);
    expect(
      (await narrow.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say The second." })).status,
    ).toBe(202);
    await held.release();
    await narrow.waitFor(id, atRest);
    const text = await transcriptOf(narrow, id);
    expect(text.indexOf("The second.")).toBeGreaterThan(text.indexOf("The first prompt."));
    expect(text.indexOf("The first prompt.")).toBeGreaterThan(0);
  });
});

describe("a child's message to its parent", () => {
  const report = (id: number, body: Record<string, unknown> = {}) =>
    service.call<Sent>("POST", `/sessions/${id}/message_parent`, {
      message: "#script say Heard.",
      reason: "other",
      ...body,
    });

  proves("E13", "R75")("is delivered to an idle parent, and queued behind a busy one", async () => {
    const parent = await restedSession(service);
    const child = await createSession(service, { parent_session_id: parent.id });
    const sent = await report(child.id, { reason: "wrong_scope" });
    expect(sent).toMatchObject({ status: 200, body: { session: { id: parent.id } } });
    expect(sent.body).not.toHaveProperty("enqueued_message");
    await service.waitFor(parent.id, atRest);
    expect(await transcriptOf(service, parent.id)).toContain("Heard.");
    const busy = await heldSession(service);
    const other = await createSession(service, { parent_session_id: busy.session.id });
    expect(await report(other.id)).toMatchObject({
      status: 202,
      body: { enqueued_message: { session_id: busy.session.id, position: 1 } },
    });
    await busy.release();
    await service.waitFor(busy.session.id, atRest);
  });

  proves(
    "E13",
    "R75",
    "X43",
  )("is refused without a parent, reason or text; unarchives the parent on request", async () => {
    const orphan = await createSession(service);
    expect((await report(orphan.id)).status).toBe(422);
    const parent = await clonedSession(service);
    const child = await createSession(service, { parent_session_id: parent.id });
    for (const body of [{ message: "" }, { message: null }, { reason: undefined }, { reason: "boredom" }])
      expect((await report(child.id, body)).status, JSON.stringify(body)).toBe(422);
    await service.call("POST", `/sessions/${parent.id}/archive`);
    expect((await report(child.id)).status).toBe(409);
    expect(await queued(parent.id)).toEqual([]);
    expect((await report(child.id, { unarchive_parent: true })).status).toBe(200);
    expect((await service.waitFor(parent.id, atRest)).status).toBe("needs_input");
    const failed = await failedSession(service);
    const ofFailed = await createSession(service, { parent_session_id: failed.id });
    expect((await report(ofFailed.id, { unarchive_parent: true })).status).toBe(409);
    expect((await service.call("POST", "/sessions/987654/message_parent", {})).status).not.toBe(200);
  });
});

describe("attachments", () => {
  proves(
    "R85",
    "X44",
    "E50",
  )("are deleted with a message that is withdrawn before its delivery", async () => {
    const held = await heldSession(service);
    const { id } = held.session;
    const attachments = [{ filename: "plan.txt", media_type: "text/plain", data: base64("plan") }];
    const { body } = await followUp(id, { prompt: "#script say Never.", attachments });
    expect(await attachmentFiles(id)).toHaveLength(1);
    const message = `/sessions/${id}/enqueued_messages/${body.enqueued_message?.id}`;
    expect((await service.call("DELETE", message)).status).toBe(204);
    expect(await attachmentFiles(id)).toEqual([]);
    await held.release();
    await service.waitFor(id, atRest);
    await followUp(id, { prompt: "#script say Read.", attachments });
    await service.waitFor(id, atRest);
    const sent = await service.call<{ enqueued_messages: { id: number }[] }>(
      "GET",
      `/sessions/${id}/enqueued_messages?status=sent`,
    );
    for (const { id: mid } of sent.body.enqueued_messages)
      expect((await service.call("DELETE", `/sessions/${id}/enqueued_messages/${mid}`)).status).toBe(204);
    expect(await attachmentFiles(id)).toHaveLength(1);
  });
});

describe("an attachment's path", () => {
  proves("R85")("stays in the session's own folder for any file name", async () => {
    const { id } = await clonedSession(service);
    const data = base64("x");
    const names = [
      "../../../escape.txt",
      "/etc/escape.txt",
      "..\\..\\escape.txt",
      "a\u0000b",
      ".ssh",
      "x".repeat(400),
      "CON",
      "…",
    ];
    const attachments = names.map((filename) => ({ filename, media_type: "text/plain", data }));
    expect((await followUp(id, { prompt: "#script say Stored.", attachments })).status).toBe(200);
    expect(await attachmentFiles(id)).toHaveLength(names.length);
    await service.waitFor(id, atRest);
    await expect(access(join(service.folder, "escape.txt"))).rejects.toThrow();
  });
});

describe("a reply to a notification", () => {
  proves("E12")("is a follow-up, and a refusal is a sentence", async () => {
    const { id } = await restedSession(service);
    await service.service.reply(id, "#script say Replied from the notification.");
    await service.waitFor(id, atRest);
    expect(await transcriptOf(service, id)).toContain("Replied from the notification.");
    await expect(service.service.reply(id, " ")).rejects.toThrow("The reply is empty");
    await expect(service.service.reply(987_654, "Hello")).rejects.toThrow("Session not found");
  });
});
