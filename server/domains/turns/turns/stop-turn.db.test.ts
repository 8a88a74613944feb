import { access, readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { text } from "./text.ts";
import { openTurnBed, type TurnBed } from "./turn-test-bed.ts";

const board = { kind: "board" } as const;

/** A session whose agent runs and has noted its prompt. */
async function running(bed: TurnBed) {
  const { id } = bed.create();
  const turn = await bed.begins(1);
  return { id, reference: String(id), turn };
}

it("a report does not unarchive a parent that had failed before", async () => {
  await using bed = await openTurnBed();
  const trashed = { status: "archived", archivedAt: 1, archivedFrom: "failed" } as const;
  const report = (parentSessionId: number) =>
    bed.turns.messageParent(String(bed.addSession({ parentSessionId })), {
      message: "Stuck",
      reason: "other",
      unarchive_parent: true,
    });
  const parent = bed.addSession({ ...trashed, promptDelivered: true });
  const before = bed.row(parent);
  await expect(report(parent)).rejects.toMatchObject({ status: 409, label: "Parent unavailable" });
  expect(bed.row(parent)).toEqual(before);
  const neverRan = bed.addSession({ ...trashed, gitRoot: bed.repository, branch: "main" });
  expect((await report(neverRan)).session.status).toBe("running");
});

describe("stopping a turn", () => {
  it("to pause leaves the session idle, and ends the agent before the response", async () => {
    await using bed = await openTurnBed();
    const { id, reference, turn } = await running(bed);
    const session = await bed.turns.pause(reference, board);
    expect(session.status).toBe("needs_input");
    expect([turn.interrupts > 0, bed.row(id).pausedBy]).toEqual([true, "user"]);
    expect(bed.turnRows(id)).toMatchObject([{ state: "ended", outcome: "pause" }]);
    await expect(bed.turns.pause(reference, board)).rejects.toThrow(/Only a running session/);
  });

  it("to restart begins another turn, which sends the prompt that never arrived", async () => {
    await using bed = await openTurnBed();
    const { id, reference } = await running(bed);
    await bed.turns.restart(reference, board);
    expect((await bed.begins(2)).request.prompt.text).toBe("Begin");
    expect(bed.turnRows(id)).toMatchObject([{ outcome: "restart" }, { kind: "recovery", state: "running" }]);
  });

  it("to restart sends a nudge to an agent that has every prompt", async () => {
    await using bed = await openTurnBed();
    const { reference, turn } = await running(bed);
    await turn.say({ kind: "user", text: "Begin" });
    await bed.turns.restart(reference, board);
    expect((await bed.begins(2)).request).toMatchObject({
      prompt: { text: text.recoveryNudge },
      conversation: { kind: "resume" },
    });
  });

  it("to archive is refused if a message would be lost, and stops the agent if forced", async () => {
    await using bed = await openTurnBed();
    const { id, reference, turn } = await running(bed);
    await expect(bed.turns.archive(reference, {}, board)).rejects.toMatchObject({
      label: "A turn is in flight",
    });
    await bed.turns.followUp(reference, { prompt: "Later" }, board);
    await expect(bed.turns.archive(reference, { end_turn: true }, board)).rejects.toMatchObject({
      label: "Queued messages would be discarded",
      message: expect.stringContaining('"Later"'),
    });
    expect([turn.interrupts, bed.row(id).status]).toEqual([0, "running"]);

    const { session } = await bed.turns.archive(reference, { force: true }, board);
    expect([session.status, turn.interrupts > 0]).toEqual(["archived", true]);
    expect(
      bed.messages.list(id, { status: ["undelivered"], page: 1, per_page: 9 }).pagination.total_count,
    ).toBe(1);
    await expect(bed.turns.archive(reference, {}, board)).rejects.toMatchObject({ label: "Cannot trash" });
  });

  it("to archive during an upload discards the message and its files", async () => {
    await using bed = await openTurnBed();
    const { id, reference } = await running(bed);
    const file = { filename: "plan.txt", media_type: "text/plain", data: Buffer.from("plan") };
    const late = bed.turns.followUp(reference, { prompt: "Too late", attachments: [file] }, board);
    await Promise.all([
      bed.turns.archive(reference, { end_turn: true }, board),
      expect(late).rejects.toMatchObject({ label: "Cannot send follow-up" }),
    ]);
    expect(await readdir(bed.workspaces.attachments(id))).toEqual([]);
  });

  it.each(["delete", "unarchive"])("to archive plans jobs that a later %s removes", async (later) => {
    await using bed = await openTurnBed();
    const { reference } = await running(bed);
    const planned = () =>
      bed.database.sql
        .prepare("SELECT kind FROM jobs WHERE run_at > ? AND kind LIKE 'session.%' ORDER BY kind")
        .pluck()
        .all(bed.clock.at);
    await bed.turns.archive(reference, { force: true }, board);
    expect(planned()).toEqual(["session.reclaim", "session.stow"]);
    await (later === "delete" ? bed.turns.remove(reference) : bed.turns.unarchive(reference));
    expect(planned()).toEqual([]);
  });

  it("to delete removes the row and the files", async () => {
    await using bed = await openTurnBed();
    const { id, reference, turn } = await running(bed);
    const clone = String(bed.row(id).clonePath);
    await bed.turns.remove(reference);
    expect([turn.interrupts > 0, bed.sessions.byId(id)]).toEqual([true, undefined]);
    await expect
      .poll(
        () =>
          access(clone).then(
            () => "there",
            () => "gone",
          ),
        { interval: 5 },
      )
      .toBe("gone");
  });

  it("for an immediate message gives the thread to that message before older ones", async () => {
    await using bed = await openTurnBed();
    const { id, reference, turn } = await running(bed);
    await turn.say({ kind: "user", text: "Begin" });
    await bed.turns.followUp(reference, { prompt: "Older" }, board);
    const answer = await bed.turns.followUp(reference, { prompt: "Now!", force_immediate: true }, board);
    expect(answer).toMatchObject({ delivered: true, message: "Follow-up sent immediately" });
    expect(turn.interrupts).toBeGreaterThan(0);
    const second = await bed.begins(2);
    expect(second.request.prompt.text).toBe("Now!");
    expect(bed.messages.pending(id).map(({ content }) => content)).toEqual(["Older"]);
    await second.answer("Yes");
    expect((await bed.begins(3)).request.prompt.text).toBe("Older");
  });

  it("works before the agent runs, which then never starts", async () => {
    await using bed = await openTurnBed();
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    bed.agent.prepare = () => {
      reached.resolve();
      return gate.promise;
    };
    bed.create();
    await bed.turns.restart("1", board);
    await reached.promise;
    const archived = bed.turns.archive("1", { end_turn: true }, board);
    gate.resolve();
    expect((await archived).session.status).toBe("archived");
    expect(bed.begun).toEqual([]);
  });

  it("works while the turn is only queued, and removes its job", async () => {
    await using bed = await openTurnBed({ threads: 1 });
    await running(bed);
    const { id } = bed.create({ prompt: "Wait" });
    await bed.turns.archive(String(id), { end_turn: true }, board);
    expect(bed.turnRows(id)).toMatchObject([{ state: "ended", outcome: "interrupted" }]);
    await bed.begun[0]?.answer("Done");
    await bed.reaches(1, "needs_input");
    expect(bed.begun).toHaveLength(1);
  });
});

describe("a stop of the service", () => {
  it("leaves the turn open, and the next start continues it", async () => {
    await using bed = await openTurnBed();
    const { id, turn } = await running(bed);
    await turn.say({ kind: "user", text: "Begin" }, { kind: "assistant", text: "Half" });
    const { report, take } = await bed.restart();
    expect(turn.interrupts).toBeGreaterThan(0);
    expect(report).toMatchObject({ turnsResumed: 1 });
    expect(bed.row(id)).toMatchObject({ status: "waiting", waitingKind: "queued", promptDelivered: true });
    take();
    const again = await bed.begins(2);
    expect(again.request).toMatchObject({
      prompt: { text: text.recoveryNudge },
      conversation: { kind: "resume" },
    });
    await again.answer("Done");
    await bed.reaches(id, "needs_input");
    expect(bed.turnRows(id)).toHaveLength(1);
  });

  it("loses no message that was taken and not delivered, and delivers none twice", async () => {
    await using bed = await openTurnBed();
    const { id, reference, turn } = await running(bed);
    await turn.answer("Done");
    await bed.reaches(id, "needs_input");
    await bed.turns.followUp(reference, { prompt: "Second" }, board);
    await bed.begins(2);
    await bed.turns.followUp(reference, { prompt: "Third" }, board);
    const { take } = await bed.restart();
    take();
    const again = await bed.begins(3);
    expect(again.request.prompt.text).toBe("Second");
    await again.answer("Yes");
    const last = await bed.begins(4);
    expect(last.request.prompt.text).toBe("Third");
    await last.answer("Yes");
    await bed.reaches(id, "needs_input");
    expect(bed.begun).toHaveLength(4);
  });

  it("does not resume what a person had paused", async () => {
    await using bed = await openTurnBed();
    const { id, reference } = await running(bed);
    await bed.turns.pause(reference, board);
    const { report, take } = await bed.restart();
    take();
    expect(report.turnsResumed).toBe(0);
    expect(bed.row(id).status).toBe("needs_input");
  });
});

describe("what is refused for a session", () => {
  const states = { failed: { status: "failed" }, archived: { status: "archived", archivedAt: 1 } } as const;

  it.each([
    [
      "a follow-up to a failed one",
      "failed",
      (bed: TurnBed) => bed.turns.followUp("1", { prompt: "x" }, board),
      "Cannot send follow-up",
    ],
    [
      "a follow-up to an archived one",
      "archived",
      (bed: TurnBed) => bed.turns.followUp("1", { prompt: "x" }, board),
      "Cannot send follow-up",
    ],
    [
      "a queued message for an archived one",
      "archived",
      (bed: TurnBed) => bed.turns.enqueue("1", { content: "x" }, board),
      "Cannot send follow-up",
    ],
    ["a pause of a failed one", "failed", (bed: TurnBed) => bed.turns.pause("1", board), "Cannot pause"],
    [
      "a report without a parent",
      "failed",
      (bed: TurnBed) => bed.turns.messageParent("1", { message: "x", reason: "other" }),
      "No parent",
    ],
  ] as const)("refuses %s", async (_title, state, attempt, label) => {
    await using bed = await openTurnBed();
    bed.addSession({ gitRoot: bed.repository, ...states[state] });
    await expect((async () => attempt(bed))()).rejects.toMatchObject({ label });
    expect(bed.messages.pending(1)).toEqual([]);
  });

  it("a restart of an archived session, or of one whose conversation cannot be resumed", async () => {
    await using bed = await openTurnBed();
    bed.addSession({ status: "archived", archivedAt: 1 });
    bed.addSession({ status: "failed" });
    bed.database.sql.exec("INSERT INTO transcripts (session_id, line_count, updated_at) VALUES (2, 5, 0)");
    const restart = (reference: string) => (async () => bed.turns.restart(reference, board))();
    await expect(restart("1")).rejects.toMatchObject({ label: "Cannot restart" });
    await expect(restart("2")).rejects.toMatchObject({ message: "Session has no session_id" });
  });

  it("keeps a message that is queued for a failed session until its restart", async () => {
    await using bed = await openTurnBed();
    bed.addSession({ status: "failed", gitRoot: bed.repository });
    await bed.turns.enqueue("1", { content: "Try this" }, board);
    expect(bed.messages.pending(1)).toHaveLength(1);
    await bed.turns.restart("1", board);
    expect((await bed.begins(1)).request.prompt.text).toBe("Try this");
  });

  it("a report to an archived or failed parent, unless unarchive_parent is set", async () => {
    await using bed = await openTurnBed();
    bed.addSession({ status: "archived", archivedAt: 1, gitRoot: bed.repository });
    bed.addSession({ parentSessionId: 1, title: "Child" });
    const report = { message: "Too hard", reason: "missing_tools" };
    await expect(bed.turns.messageParent("2", report)).rejects.toMatchObject({ status: 409 });
    const answer = await bed.turns.messageParent("2", { ...report, unarchive_parent: true });
    expect([answer.delivered, answer.session.id]).toEqual([true, 1]);
    expect((await bed.begins(1)).request.prompt.text).toBe(
      '[Message from child session 2 "Child", reason: missing_tools]\n\nToo hard',
    );
  });
});
