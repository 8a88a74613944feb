import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { jobQueue } from "../../../jobs/queue.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { Attention } from "../../sessions/sessions/model.ts";
import { openSessionBed } from "../../sessions/sessions/session-test-bed.ts";
import { notificationService, registerNotificationJobs } from "./index.ts";

/** An inbox and sessions in their own database. */
async function openInbox() {
  const bed = await openSessionBed();
  const { database, clock, sessions } = bed;
  const jobs = jobQueue({ sql: database.sql, clock, log: silentLog, boot: "boot-1" });
  const badges: number[] = [];
  const announced: string[] = [];
  let ids = 0;
  const attention = new Map<number, Attention>();
  const inbox = notificationService({
    database,
    clock,
    jobs,
    sessions,
    newId: () => `id-${++ids}`,
    attentionOf: (id) => attention.get(id),
    added: ({ type }) => void announced.push(type),
    redact: (text) => text.replaceAll("hunter2", "[REDACTED]"),
    changed: (pendingCount) => void badges.push(pendingCount()),
  });
  registerNotificationJobs(jobs, inbox);
  bed.events.on("transitioned", inbox.onTransition);
  const row = (id: number): SessionRow => sessions.find(String(id));
  return {
    ...bed,
    inbox,
    /** What sessions wait for, where it is decided. */
    attention,
    /** The numbers of unread entries sent to the board, one per change. */
    badges,
    /** The entries passed on to announcing, in the order they were added. */
    announced,
    row,
    to: (id: number, event: Parameters<typeof sessions.transition>[1]) => sessions.transition(row(id), event),
    shown: () => inbox.list({ page: 1, per_page: 25 }).notifications,
    types: () => inbox.list({ page: 1, per_page: 25 }).notifications.map((entry) => entry.notification_type),
    queued: (): unknown[] =>
      database.sql
        .prepare("SELECT payload, run_at - ? AS due FROM jobs WHERE kind = 'notification.rest' ORDER BY id")
        .all(clock.at),
    [Symbol.asyncDispose]: () => bed[Symbol.asyncDispose](),
  };
}

const queue = { kind: "turn_queued", laneFree: true } as const;

describe("a session that needs input", () => {
  it.each([
    ["done", []],
    ["idle", []],
    ["question", ['"Greeter": Which one?']],
    ["review", ['"Greeter": Which one?']],
  ] as const)("is announced by what it waits for (%s)", async (kind, messages) => {
    await using bed = await openInbox();
    const id = bed.addSession({ title: "Greeter", status: "needs_input", needsInputCount: 1 });
    bed.attention.set(id, { kind, reason: "Which one?", said: null, since: "", corrected: false });
    bed.inbox.addNeedsInput(id, 1);
    expect(bed.shown().map(({ message }) => message)).toEqual(messages);
  });

  it("is added to the inbox after 30 seconds, once", async () => {
    await using bed = await openInbox();
    const id = bed.addSession({ status: "running", title: "Greeter" });
    bed.to(id, { kind: "turn_rested" });
    expect(bed.types()).toEqual([]);
    expect(bed.queued()).toEqual([{ payload: `{"sessionId":${id},"count":1}`, due: 30_000 }]);
    bed.inbox.addNeedsInput(id, 1);
    bed.inbox.addNeedsInput(id, 1);
    expect(bed.shown()).toMatchObject([
      {
        session_id: id,
        notification_type: "session_needs_input",
        message: '"Greeter" needs your input',
        read: false,
        stale: false,
        session: { id, slug: null, title: "Greeter", status: "needs_input" },
      },
    ]);
    expect(bed.badges).toEqual([1]);
  });

  it("is not added if it continued meanwhile, even if it needs input again", async () => {
    await using bed = await openInbox();
    const id = bed.addSession({ status: "running" });
    bed.to(id, { kind: "turn_rested" });
    bed.to(id, queue);
    bed.inbox.addNeedsInput(id, 1);
    bed.to(id, { kind: "turn_rested" });
    bed.inbox.addNeedsInput(id, 1);
    expect(bed.types()).toEqual([]);
    bed.inbox.addNeedsInput(id, 2);
    expect(bed.types()).toEqual(["session_needs_input"]);
  });

  it("has a stale entry once it continues, but its pushed message stays", async () => {
    await using bed = await openInbox();
    const id = bed.addSession({ status: "running" });
    bed.inbox.push({ session_id: id, message: "Look at the plan" });
    bed.to(id, { kind: "turn_rested" });
    bed.inbox.addNeedsInput(id, 1);
    expect(bed.inbox.pendingCount()).toBe(2);
    bed.to(id, queue);
    expect(bed.types()).toEqual(["push"]);
    expect(bed.inbox.pendingCount()).toBe(1);
    expect(bed.badges).toEqual([1, 2, 1]);
  });
});

describe("a failure", () => {
  it("is added at once with its reason, each time", async () => {
    await using bed = await openInbox();
    const id = bed.addSession({ status: "running", title: "Greeter" });
    bed.sessions.transition(bed.row(id), { kind: "turn_failed" }, { failureDetail: "no clone, hunter2" });
    expect(bed.shown()).toMatchObject([
      { notification_type: "session_failed", message: '"Greeter" failed: no clone, [REDACTED]' },
    ]);
    bed.to(id, queue);
    bed.to(id, { kind: "turn_failed" });
    expect(bed.types()).toEqual(["session_failed"]);
  });

  it("is removed when the session is archived or deleted", async () => {
    await using bed = await openInbox();
    const [archived, deleted] = [
      bed.addSession({ status: "running" }),
      bed.addSession({ status: "running" }),
    ];
    for (const id of [archived, deleted]) bed.to(id, { kind: "turn_failed" });
    bed.to(archived, { kind: "archive" });
    expect(bed.shown().map(({ session_id }) => session_id)).toEqual([deleted]);
    bed.sessions.remove(bed.row(deleted));
    expect(bed.inbox.pendingCount()).toBe(0);
  });
});

describe("a question of an agent", () => {
  it("is added at once, only once, and is gone when it is answered", async () => {
    await using bed = await openInbox();
    const id = bed.addSession({ status: "running" });
    bed.to(id, { kind: "elicitation_opened" });
    bed.inbox.notifyElicitation(id, "req-1", "Which colour?");
    bed.inbox.notifyElicitation(id, "req-1", "Which colour?");
    expect(bed.shown()).toMatchObject([{ notification_type: "elicitation", message: "Which colour?" }]);
    expect(bed.announced).toEqual(["elicitation"]);
    bed.to(id, { kind: "elicitation_closed" });
    expect(bed.types()).toEqual([]);
  });

  it("is removed alone when it is answered while another one is open", async () => {
    await using bed = await openInbox();
    const id = bed.addSession({ status: "running" });
    bed.to(id, { kind: "elicitation_opened" });
    for (const request of ["req-1", "req-2"]) bed.inbox.notifyElicitation(id, request, `About ${request}?`);
    bed.inbox.push({ session_id: id, message: "News" });
    bed.inbox.withdrawElicitation(id, "req-1");
    bed.inbox.withdrawElicitation(id, "req-1");
    expect(bed.shown().map(({ message }) => message)).toEqual(["News", "About req-2?"]);
    expect(bed.badges).toEqual([1, 2, 3, 2]);
  });
});

describe("a session that the person opened", () => {
  it("has no unread entries, and other sessions keep theirs", async () => {
    await using bed = await openInbox();
    const [seen, other] = [bed.addSession(), bed.addSession()];
    for (const id of [seen, other]) bed.inbox.push({ session_id: id, message: "News" });
    bed.inbox.markSeen(seen);
    bed.inbox.markSeen(seen);
    expect(bed.shown().map(({ session_id, read }) => [session_id, read])).toEqual([
      [other, false],
      [seen, true],
    ]);
    expect(bed.badges).toEqual([1, 2, 1]);
  });
});

describe("a session that needs a person a while after it stopped", () => {
  const ready = {
    kind: "review",
    reason: "#7 is ready to merge",
    said: null,
    since: "",
    corrected: false,
  } as const;

  it("is added once, with the reason", async () => {
    await using bed = await openInbox();
    const id = bed.addSession({ title: "Greeter", status: "needs_input" });
    const stoppedAt = bed.clock.at;
    bed.attention.set(id, ready);
    bed.clock.at += 10_000;
    bed.inbox.addLater(id, stoppedAt);
    expect(bed.shown()).toEqual([]);
    bed.clock.at += 50_000;
    bed.inbox.addLater(id, stoppedAt);
    bed.inbox.addLater(id, stoppedAt);
    expect(bed.shown().map(({ message }) => message)).toEqual(['"Greeter": #7 is ready to merge']);
    expect(bed.announced).toEqual(["session_needs_input"]);
  });

  it("is added again once the earlier entry was read, and not while it works", async () => {
    await using bed = await openInbox();
    const id = bed.addSession({ title: "Greeter", status: "needs_input" });
    const stoppedAt = bed.clock.at;
    for (const _ of [1, 2]) {
      bed.clock.at += 60_000;
      bed.inbox.addLater(id, stoppedAt);
      bed.inbox.markAllRead();
    }
    const running = bed.addSession({ status: "running" });
    bed.inbox.addLater(running, stoppedAt);
    expect(bed.types()).toEqual(["session_needs_input", "session_needs_input"]);
  });
});
