import { describe, expect, it } from "vitest";
import { text } from "./text.ts";
import { openTurnBed, type TurnBed } from "./turn-test-bed.ts";

async function beating(bed: TurnBed) {
  const { id } = bed.create();
  await (await bed.begins(1)).answer("Done");
  const row = await bed.reaches(id, "needs_input");
  bed.database.transaction(() => bed.turns.queueHeartbeat(row));
  return id;
}

describe("the nudge of a heartbeat", () => {
  it("is a turn with its own prompt, and no message or prompt of the session", async () => {
    await using bed = await openTurnBed();
    const id = await beating(bed);
    const turn = await bed.begins(2);
    expect(turn.request.prompt.text).toBe(text.heartbeatNudge);
    expect(bed.turns.hasWork(bed.row(id))).toBe(true);
    await turn.answer("Nothing to do");
    expect((await bed.reaches(id, "needs_input")).prompt).toBe("Begin");
    expect(bed.messages.pending(id)).toEqual([]);
    expect(bed.turns.hasWork(bed.row(id))).toBe(false);
  });

  it("is not sent at the next start of the service if its turn had not begun", async () => {
    await using bed = await openTurnBed({ threads: 1 });
    const first = bed.create();
    await (await bed.begins(1)).answer("Done");
    const row = await bed.reaches(first.id, "needs_input");
    const busy = bed.create();
    await bed.begins(2);
    bed.database.transaction(() => bed.turns.queueHeartbeat(row));
    expect(bed.row(first.id)).toMatchObject({ status: "waiting", waitingKind: "queued" });
    const { take } = await bed.restart();
    expect(bed.row(first.id)).toMatchObject({ status: "needs_input", jobId: null });
    take();
    const turn = await bed.begins(3);
    expect(turn.request.workspace.sessionId).toBe(busy.id);
    expect(bed.turns.hasWork(bed.row(first.id))).toBe(false);
  });

  it("is not repeated to an agent that was in the middle of it: the turn continues", async () => {
    await using bed = await openTurnBed();
    const id = await beating(bed);
    await bed.begins(2);
    const { take } = await bed.restart();
    take();
    const turn = await bed.begins(3);
    expect(turn.request.prompt.text).toBe(text.recoveryNudge);
    expect(bed.turnRows(id)).toMatchObject([{ kind: "first" }, { kind: "recovery", state: "running" }]);
  });
});
