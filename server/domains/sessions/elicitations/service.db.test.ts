import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { jobQueue } from "../../../jobs/queue.ts";
import { redactJson } from "../../../lib/redaction/index.ts";
import { sessionPasses } from "../../../lib/session-passes.ts";
import { openSessionBed } from "../sessions/session-test-bed.ts";
import { elicitationAccess, elicitationService, registerElicitationJobs } from "./index.ts";

const minute = 60_000;

/** Questions on a real database, with a session whose agent runs and a clock the test moves. */
async function openBed() {
  const bed = await openSessionBed();
  const { database, clock, sessions, sessionLog } = bed;
  const jobs = jobQueue({ sql: database.sql, clock, log: silentLog, boot: "boot" });
  const passes = sessionPasses();
  const access = elicitationAccess({
    passes,
    baseUrl: () => "http://127.0.0.1:1",
    defaultLifetimeMs: 60 * minute,
  });
  const redact = (text: string): string => text.replaceAll("hush", "[REDACTED]");
  const notified: string[] = [];
  const withdrawn: string[] = [];
  const elicitations = elicitationService({
    database,
    clock,
    jobs,
    access,
    sessions,
    sessionLog,
    redact,
    redactValue: (value) => redactJson({ redact }, value),
    spend: () => {},
    changed: () => {},
    notify: (sessionId, requestId, message) => void notified.push(`${sessionId} ${requestId}: ${message}`),
    withdraw: (_sessionId, requestId) => void withdrawn.push(requestId),
  });
  registerElicitationJobs(jobs, elicitations);
  bed.events.on("transitioned", elicitations.onTransition);
  const id = bed.addSession({ status: "running", runningJobId: 1 });
  passes.open({ sessionId: id, turnId: 1 });
  const token = access.urlOf(id).split("/").at(-1) ?? "";
  return {
    ...bed,
    jobs,
    elicitations,
    notified,
    withdrawn,
    id,
    token,
    row: () => sessions.find(String(id)),
    lost: () => sessions.find(String(id)).lostElicitation,
    ask: (requestId: string, more: Record<string, unknown> = {}) =>
      elicitations.ask(token, {
        message: "Which color?",
        _meta: { "com.pulsemcp/request-id": requestId, ...more },
      }),
  };
}

const inMinutes = (now: number, count: number) => ({
  "com.pulsemcp/expires-at": new Date(now + count * minute).toISOString(),
});

describe("a question", () => {
  it("blocks a running session once, and lets it continue after the last answer", async () => {
    await using bed = await openBed();
    bed.ask("one");
    bed.ask("two");
    expect(bed.row()).toMatchObject({
      status: "needs_input",
      blockedOnElicitation: true,
      needsInputCount: 1,
    });
    expect(bed.notified).toEqual([`${bed.id} one: Which color?`, `${bed.id} two: Which color?`]);
    bed.elicitations.respond("one", { action: "decline" }, "the board");
    expect(bed.row().status).toBe("needs_input");
    expect(bed.withdrawn).toEqual(["one"]);
    bed.elicitations.respond("two", { action: "cancel" }, "the board");
    expect(bed.row()).toMatchObject({
      status: "running",
      blockedOnElicitation: false,
      lostElicitation: null,
    });
  });

  it("does not change a session that is not running", async () => {
    await using bed = await openBed();
    bed.sessions.write(bed.row(), { runningJobId: null });
    bed.ask("one");
    expect(bed.row()).toMatchObject({ status: "running", blockedOnElicitation: false });
    expect(bed.elicitations.list(String(bed.id))).toHaveLength(1);
  });

  it("is stored and sent without its secrets", async () => {
    await using bed = await openBed();
    bed.elicitations.ask(bed.token, {
      message: "Is it hush?",
      requestedSchema: { type: "object", properties: { a: { type: "string", title: "hush" } }, required: [] },
      _meta: { "com.pulsemcp/request-id": "one", "com.pulsemcp/context": { seen: "hush" } },
    });
    expect(JSON.stringify([bed.elicitations.list(String(bed.id)), bed.notes, bed.notified])).not.toContain(
      "hush",
    );
  });

  it("is refused beyond a hundred open questions", async () => {
    await using bed = await openBed();
    for (let count = 0; count < 100; count += 1) bed.ask(`r-${count}`);
    expect(() => bed.ask("r-100")).toThrow("100 open questions");
  });

  it("is refused from an archived session", async () => {
    await using bed = await openBed();
    bed.sessions.transition(bed.row(), { kind: "archive" });
    expect(() => bed.ask("one")).toThrow("Invalid token");
  });
});

describe("a question without an answer", () => {
  it("expires at its deadline when polled, and its session continues with a record of it", async () => {
    await using bed = await openBed();
    bed.ask("one", inMinutes(bed.clock.at, 5));
    bed.clock.at += 5 * minute - 1;
    expect(bed.elicitations.poll(bed.token, "one").action).toBe("pending");
    bed.clock.at += 1;
    expect(bed.elicitations.list(String(bed.id))).toEqual([]);
    expect(bed.elicitations.poll(bed.token, "one")).toMatchObject({ action: "expired", content: null });
    expect(bed.row()).toMatchObject({ status: "running", blockedOnElicitation: false });
    expect(bed.lost()).toEqual({
      reason: "expired",
      at: "2026-06-01T12:05:00Z",
      request_id: "one",
      summary: "Which color?",
    });
    bed.ask("two");
    expect(bed.lost()).toBe(null);
  });

  it("expires in its own job", async () => {
    await using bed = await openBed();
    bed.ask("one");
    bed.clock.at += 60 * minute;
    bed.jobs.start();
    await expect.poll(() => bed.row().status).toBe("running");
    await bed.jobs.stop();
    expect(bed.lost()).toMatchObject({ reason: "expired", request_id: "one" });
  });

  it("is checked again later if the clock was set back", async () => {
    await using bed = await openBed();
    bed.ask("one");
    const [open] = bed.elicitations.list(String(bed.id));
    const at = Date.parse(open?.expires_at ?? "");
    expect(bed.elicitations.expire(open?.id ?? 0)).toEqual({ againAt: at });
    bed.clock.at = at;
    expect(bed.elicitations.expire(open?.id ?? 0)).toBe(undefined);
    expect(bed.elicitations.expire(open?.id ?? 0)).toBe(undefined);
    expect(bed.elicitations.expire(987)).toBe(undefined);
  });

  it("accepts no answer after its deadline", async () => {
    await using bed = await openBed();
    bed.ask("one");
    bed.clock.at += 60 * minute;
    expect(() => bed.elicitations.respond("one", { action: "accept" }, "the board")).toThrow(
      "The question has expired",
    );
    expect(bed.elicitations.poll(bed.token, "one").action).toBe("expired");
  });
});

describe("a question whose agent has stopped", () => {
  it.each([
    ["finishes its turn", { kind: "turn_rested" }],
    ["is paused", { kind: "paused" }],
    ["fails", { kind: "turn_failed" }],
    ["is queued again after a restart", { kind: "turn_queued", laneFree: false }],
    ["is archived", { kind: "archive" }],
  ] as const)("is closed when its session %s, and recorded as lost", async (_title, event) => {
    await using bed = await openBed();
    bed.ask("one");
    bed.sessions.transition(bed.row(), event);
    expect(bed.elicitations.poll(bed.token, "one")).toMatchObject({ action: "cancel", content: null });
    expect(bed.row().blockedOnElicitation).toBe(false);
    expect(bed.lost()).toMatchObject({ reason: "stranded", request_id: "one" });
    expect(bed.notes.at(-1)).toContain("stopped waiting");
    expect(() => bed.elicitations.respond("one", { action: "accept" }, "the board")).toThrow(
      "already closed",
    );
  });

  it("is cleared by the next turn", async () => {
    await using bed = await openBed();
    bed.ask("one");
    const rested = bed.sessions.transition(bed.row(), { kind: "turn_rested" });
    expect(rested.lostElicitation).not.toBe(null);
    bed.sessions.transition(rested, { kind: "turn_queued", laneFree: true });
    expect(bed.lost()).toBe(null);
  });
});
