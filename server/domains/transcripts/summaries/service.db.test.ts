import { describe, expect, it } from "vitest";
import { openSummaryBed, type SummaryBed } from "./summary-test-bed.ts";

const open = new AbortController().signal;

/** A session in its turn, of which two messages are known. */
async function startedSession(bed: SummaryBed): Promise<number> {
  const id = bed.addSession({ status: "running", title: "Greeter", titleIsDefault: false });
  await bed.say(id, { kind: "user", text: "Add a greeting." }, { kind: "assistant", text: "It greets now." });
  return id;
}

const write = (bed: SummaryBed, id: number, requestedAt = bed.clock.at) =>
  bed.summaries.write({ sessionId: id, requestedAt }, open);

describe("a session that finishes a turn", () => {
  it("gets a summary shortly afterwards, from the end of its transcript", async () => {
    await using bed = await openSummaryBed();
    const id = await startedSession(bed);
    bed.rest(id);
    expect(bed.queued()).toEqual(["status_summary.due +2000"]);
    expect(bed.statusOf(id)).toEqual({
      state: "idle",
      generating: false,
      error: null,
      summary: null,
      messages_since_generated: null,
    });

    await bed.summaries.due(id);
    expect(bed.statusOf(id)).toMatchObject({ state: "pending", generating: true, summary: null });
    bed.model.answer = { kind: "answered", text: "It greets; the word is hunter2." };
    await write(bed, id);
    expect(bed.asked.map(({ source }) => source)).toEqual(["status_summary"]);
    expect(bed.asked[0]?.prompt).toContain('{"role":"assistant","text":"It greets now."}');
    expect(bed.statusOf(id)).toEqual({
      state: "ready",
      generating: false,
      error: null,
      summary: "It greets; the word is [REDACTED].",
      messages_since_generated: 0,
    });
    expect(bed.notified).toEqual([id, id]);

    await bed.say(id, { kind: "user", text: "And a farewell." });
    expect(bed.statusOf(id)).toMatchObject({ state: "ready", messages_since_generated: 1 });
  });

  it("is checked once in two minutes, however many turns it finishes", async () => {
    await using bed = await openSummaryBed();
    const id = await startedSession(bed);
    bed.summaries.regenerate(String(id));
    bed.clock.at += 10_000;
    bed.rest(id);
    bed.sessions.transition(bed.row(id), { kind: "turn_queued", laneFree: true });
    bed.rest(id);
    expect(bed.queued().filter((job) => job.includes("due"))).toEqual(["status_summary.due +110000"]);
  });

  it.each<[string, (bed: SummaryBed, id: number) => unknown]>([
    [
      "continued in the meantime",
      (bed, id) => bed.sessions.transition(bed.row(id), { kind: "turn_queued", laneFree: true }),
    ],
    ["was archived in the meantime", (bed, id) => bed.sessions.transition(bed.row(id), { kind: "archive" })],
    ["was deleted in the meantime", (bed, id) => bed.sessions.remove(bed.row(id))],
    ["no longer has a clone", (bed) => (bed.state.hasClone = false)],
  ])("gets none when it %s", async (_title, happen) => {
    await using bed = await openSummaryBed();
    const id = await startedSession(bed);
    bed.rest(id);
    happen(bed, id);
    await bed.summaries.due(id);
    expect(bed.queued().filter((job) => job.includes("write"))).toEqual([]);
  });

  it("queues nothing if no small model is available", async () => {
    await using bed = await openSummaryBed();
    const id = await startedSession(bed);
    bed.model.on = false;
    bed.rest(id);
    expect(bed.queued()).toEqual([]);
  });
});

describe("an attempt", () => {
  async function pendingSession(bed: SummaryBed): Promise<number> {
    const id = await startedSession(bed);
    bed.rest(id);
    bed.summaries.regenerate(String(id));
    return id;
  }

  it.each([
    [
      "fails with the CLI's message",
      { kind: "failed", message: "hunter2 is wrong" },
      "failed",
      "[REDACTED] is wrong",
    ],
    [
      "fails on an empty answer",
      { kind: "answered", text: " " },
      "failed",
      "The small model did not return a summary",
    ],
    [
      "leaves the session idle if no model can be asked",
      { kind: "unavailable", reason: "No key" },
      "idle",
      "No key",
    ],
  ] as const)("%s", async (_title, answer, state, error) => {
    await using bed = await openSummaryBed();
    const id = await pendingSession(bed);
    bed.model.answer = answer;
    expect(await write(bed, id)).toBeUndefined();
    expect(bed.statusOf(id)).toMatchObject({ state, error, generating: false, summary: null });
  });

  it("that fails keeps the previous text", async () => {
    await using bed = await openSummaryBed();
    const id = await pendingSession(bed);
    await write(bed, id);
    await bed.say(id, { kind: "user", text: "Go on." });
    bed.clock.at += 1;
    bed.summaries.regenerate(String(id));
    bed.model.answer = { kind: "failed", message: "Overloaded" };
    await write(bed, id);
    expect(bed.statusOf(id)).toEqual({
      state: "failed",
      generating: false,
      error: "Overloaded",
      summary: "An answer.",
      messages_since_generated: 1,
    });
  });

  it("interrupted by a stop of the service is repeated at the next start", async () => {
    await using bed = await openSummaryBed();
    const id = await pendingSession(bed);
    bed.model.answer = { kind: "stopped" };
    expect(await write(bed, id)).toEqual({ againAt: bed.clock.at });
    expect(bed.statusOf(id).state).toBe("pending");
    bed.model.answer = { kind: "answered", text: "Put right." };
    await write(bed, id);
    expect(bed.statusOf(id)).toMatchObject({ state: "ready", summary: "Put right." });
  });

  it("counts as failed after 15 minutes, and stores nothing once another has begun", async () => {
    await using bed = await openSummaryBed();
    const id = await pendingSession(bed);
    const first = bed.clock.at;
    bed.model.meanwhile = () => {
      bed.model.meanwhile = () => undefined;
      bed.clock.at += 15 * 60_000;
      expect(bed.statusOf(id)).toMatchObject({ state: "failed", generating: false });
      bed.summaries.regenerate(String(id));
    };
    bed.model.answer = { kind: "answered", text: "Too late." };
    await write(bed, id, first);
    expect(bed.statusOf(id)).toMatchObject({ state: "pending", summary: null });
  });

  it("for a session deleted in the meantime stores nothing", async () => {
    await using bed = await openSummaryBed();
    const id = await pendingSession(bed);
    bed.model.meanwhile = () => bed.sessions.remove(bed.row(id));
    expect(await write(bed, id)).toBeUndefined();
    expect(await write(bed, id)).toBeUndefined();
    expect(bed.asked).toHaveLength(1);
  });
});

describe("regenerate", () => {
  it("refuses a session without a transcript", async () => {
    await using bed = await openSummaryBed();
    const id = bed.addSession();
    expect(() => bed.summaries.regenerate(String(id))).toThrow("The session has no transcript yet");
    expect(bed.queued()).toEqual([]);
  });

  it("asks once for two requests, and not at all if the summary is current", async () => {
    await using bed = await openSummaryBed();
    const id = await startedSession(bed);
    const again = () => bed.summaries.regenerate(String(id)).message;
    expect(again()).toBe("The status summary is being written");
    expect(again()).toBe("The status summary is already being written");
    await write(bed, id);
    expect(again()).toMatch(/no new messages$/);
    expect(bed.queued()).toEqual(["status_summary.write +0"]);
  });
});
