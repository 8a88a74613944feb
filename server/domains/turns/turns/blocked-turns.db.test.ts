import { expect, it } from "vitest";
import { text } from "./text.ts";
import { openTurnBed, type TurnBed } from "./turn-test-bed.ts";

const board = { kind: "board" } as const;

/** A session whose agent runs and waits for an answer to an elicitation. */
async function blocked(bed: TurnBed) {
  const { id } = bed.create();
  const turn = await bed.begins(1);
  await turn.say({ kind: "user", text: "Begin" });
  const row = bed.sessions.transition(bed.row(id), { kind: "elicitation_opened" });
  expect(row).toMatchObject({ status: "needs_input", blockedOnElicitation: true });
  return { id, reference: String(id), turn };
}

it("a message to a blocked session waits for the end of its turn", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await blocked(bed);
  expect(await bed.turns.followUp(reference, { prompt: "Later" }, board)).toMatchObject({ delivered: false });
  bed.turns.drain(id);
  expect([bed.begun.length, turn.interrupts]).toEqual([1, 0]);

  bed.sessions.transition(bed.row(id), { kind: "elicitation_closed" });
  expect(bed.row(id).status).toBe("running");
  await turn.answer("Done");
  expect((await bed.begins(2)).request.prompt.text).toBe("Later");
});

it("when the turn of a blocked session ends, the session takes the next message", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await blocked(bed);
  await turn.answer("Gave up on it");
  await expect.poll(() => bed.row(id).blockedOnElicitation).toBe(false);
  expect(bed.row(id)).toMatchObject({ status: "needs_input", runningJobId: null });
  expect(await bed.turns.followUp(reference, { prompt: "Next" }, board)).toMatchObject({ delivered: true });
});

it("a pause ends the turn of a blocked session", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await blocked(bed);
  await bed.turns.pause(reference, board);
  expect(turn.interrupts).toBeGreaterThan(0);
  expect(bed.row(id)).toMatchObject({ status: "needs_input", blockedOnElicitation: false, pausedBy: "user" });
  expect(bed.turnRows(id)).toMatchObject([{ state: "ended", outcome: "pause" }]);
});

it("an immediate message takes the thread of a blocked session", async () => {
  await using bed = await openTurnBed();
  const { id, reference } = await blocked(bed);
  await bed.turns.followUp(reference, { prompt: "Now", force_immediate: true }, board);
  expect((await bed.begins(2)).request.prompt.text).toBe("Now");
  expect(bed.row(id).blockedOnElicitation).toBe(false);
});

it("the turn of a blocked session continues after a restart of the service", async () => {
  await using bed = await openTurnBed();
  const { id } = await blocked(bed);
  const { report, take } = await bed.restart();
  expect(report).toMatchObject({ turnsResumed: 1 });
  expect(bed.row(id)).toMatchObject({ status: "waiting", blockedOnElicitation: false });
  take();
  expect((await bed.begins(2)).request.prompt.text).toBe(text.recoveryNudge);
});

it("a session that is blocked without a turn is idle after a restart of the service", async () => {
  await using bed = await openTurnBed();
  const { id, turn } = await blocked(bed);
  await turn.answer("Done");
  await expect.poll(() => bed.row(id).runningJobId).toBe(null);
  bed.sessions.write(bed.row(id), { blockedOnElicitation: true });
  bed.database.sql
    .prepare(
      `INSERT INTO elicitations (session_id, request_id, mode, message, status, expires_at, created_at)
       VALUES (?, 'ask-1', 'form', 'Which one?', 'pending', 0, 0)`,
    )
    .run(id);
  const { report } = await bed.restart();
  expect(report).toMatchObject({ turnsResumed: 0, sessionsRepaired: 1 });
  expect(bed.row(id)).toMatchObject({ status: "needs_input", blockedOnElicitation: false });
});
