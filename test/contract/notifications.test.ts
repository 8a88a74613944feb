import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import type { Notification } from "../../server/domains/inbox/notifications/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { followEvents } from "../support/event-stream.ts";
import { createSession, failedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Answered {
  notification: Notification;
  notifications: Notification[];
  pagination: Record<string, number>;
  pending_count: number;
}

let service: BoardService;
let id: number;

beforeAll(async () => {
  service = await startBoardService();
  ({ id } = await createSession(service, { title: "Greeter" }));
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await call("PATCH", "/notifications/mark_all_read");
  await call("DELETE", "/notifications/dismiss_all_read");
});

const call = (method: string, path: string, body?: unknown) => service.call<Answered>(method, path, body);

/** Pushes an entry and returns it as listed. */
async function pushed(message: string): Promise<Notification> {
  const answer = await call("POST", "/notifications/push", { session_id: id, message });
  expect(answer).toMatchObject({ status: 200, body: { success: true, session_id: id } });
  expect(answer.body).toHaveProperty("message", expect.any(String));
  const [newest] = (await call("GET", "/notifications")).body.notifications;
  if (!newest) throw new Error("Nothing in the inbox");
  return newest;
}

describe("the inbox", () => {
  proves(
    "E80",
    "E81",
    "E87",
  )("lists what was pushed, newest first, with its session", async () => {
    const first = await pushed("First");
    const second = await pushed("Second");
    expect(second).toMatchObject({
      session_id: id,
      notification_type: "push",
      message: "Second",
      read: false,
      stale: false,
      session: { id, title: "Greeter", status: "waiting", slug: expect.any(String) },
    });
    const { body } = await call("GET", "/notifications?per_page=1&page=2");
    expect(body.notifications).toEqual([first]);
    expect(body.pagination).toEqual({ page: 2, per_page: 1, total_count: 2, total_pages: 2 });
    expect((await call("GET", `/notifications/${first.id}`)).body).toEqual({ notification: first });
    expect((await call("GET", "/notifications/999999")).status).toBe(404);
  });

  proves(
    "E80",
    "E82",
    "E83",
    "E84",
    "R210",
  )("counts what is unread, and lists by it", async () => {
    const [one, two] = [await pushed("One"), await pushed("Two")];
    await pushed("Three");
    expect((await call("GET", "/notifications/badge")).body).toEqual({ pending_count: 3 });
    const marked = await call("PATCH", `/notifications/${one.id}/mark_read`);
    expect(marked).toMatchObject({ status: 200, body: { notification: { id: one.id, read: true } } });
    const ids = async (status: string) =>
      (await call("GET", `/notifications?status=${status}`)).body.notifications.map((entry) => entry.id);
    expect(await ids("read")).toEqual([one.id]);
    expect(await ids("unread")).toHaveLength(2);
    expect(await ids("nonsense")).toHaveLength(3);
    expect(await call("PATCH", "/notifications/mark_all_read")).toMatchObject({
      status: 200,
      body: { marked_count: 2, pending_count: 0 },
    });
    expect(await ids("read")).toContain(two.id);
    expect((await call("PATCH", "/notifications/999999/mark_read")).status).toBe(404);
  });

  proves(
    "E85",
    "E86",
    "R210",
  )("removes only read entries, by either path", async () => {
    const [one, two, three] = [await pushed("One"), await pushed("Two"), await pushed("Three")];
    for (const path of [`/notifications/${one.id}/dismiss`, `/notifications/${one.id}`]) {
      expect(await call("DELETE", path)).toMatchObject({ status: 422, body: { error: "Cannot dismiss" } });
    }
    await call("PATCH", `/notifications/${one.id}/mark_read`);
    await call("PATCH", `/notifications/${two.id}/mark_read`);
    expect((await call("DELETE", `/notifications/${one.id}/dismiss`)).status).toBe(204);
    expect((await call("DELETE", `/notifications/${one.id}/dismiss`)).status).toBe(404);
    expect((await call("DELETE", `/notifications/${two.id}`)).status).toBe(204);
    expect((await call("DELETE", `/notifications/${two.id}`)).status).toBe(404);
    await call("PATCH", `/notifications/${three.id}/mark_read`);
    await pushed("Four");
    expect(await call("DELETE", "/notifications/dismiss_all_read")).toMatchObject({
      status: 200,
      body: { dismissed_count: 1, pending_count: 1 },
    });
  });

  proves("E87")("accepts a message for an existing session", async () => {
    const push = (body: unknown) => call("POST", "/notifications/push", body);
    for (const body of [{ message: "x" }, { session_id: id }, { session_id: id, message: " " }]) {
      expect(await push(body)).toMatchObject({ status: 422, body: { error: "Missing parameter" } });
    }
    expect((await push({ session_id: 999_999, message: "x" })).status).toBe(404);
    expect((await push({ session_id: id, message: "x".repeat(2_001) })).status).toBe(422);
    expect((await call("GET", "/notifications/badge")).body).toEqual({ pending_count: 0 });
  });

  proves("R7", "E87")("stores no secret from a message", async () => {
    const secret = `ghp_${"aB3dE5fG7h".repeat(3)}J9kL2m`;
    const { message } = await pushed(`The token is ${secret}`);
    expect(message).toContain("[REDACTED:");
    expect(message).not.toContain(secret);
  });

  proves("R210")("reports a failure at once, and drops it when the session is archived", async () => {
    await using stream = await followEvents(service);
    const failed = await failedSession(service);
    await stream.next((event) => event.type === "notifications" && event.pending_count === 1);
    const [entry] = (await call("GET", "/notifications")).body.notifications;
    expect(entry).toMatchObject({ session_id: failed.id, notification_type: "session_failed" });
    await call("POST", `/sessions/${failed.id}/archive`);
    expect((await call("GET", "/notifications/badge")).body).toEqual({ pending_count: 0 });
    await stream.next((event) => event.type === "notifications" && event.pending_count === 0);
  });
});
