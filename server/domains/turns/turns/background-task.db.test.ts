import { expect, it } from "vitest";
import { openTurnBed, type TurnBed } from "./turn-test-bed.ts";

const board = { kind: "board" } as const;

/** A session whose agent has put a command into the background. */
async function withTask(bed: TurnBed) {
  const { id } = bed.create();
  const turn = await bed.begins(1);
  const tasks = [{ taskId: "b1", description: "Waits" }];
  turn.listener.onEvent({ kind: "activity", step: { step: "background", tasks } });
  return { id, turn, stop: (task: string) => bed.turns.stopBackgroundTask(String(id), task, board) };
}

it("ends one task, says who did, and leaves the turn alone", async () => {
  await using bed = await openTurnBed();
  const { id, turn, stop } = await withTask(bed);
  await stop("b1");
  expect([turn.stoppedTasks, turn.interrupts, bed.row(id).status]).toEqual([["b1"], 0, "running"]);
  expect(bed.notes.at(-1)).toMatch(/Stopped in the background by .+: Waits$/);
});

it("refuses a task that does not run, and any once the turn is over", async () => {
  await using bed = await openTurnBed();
  const { id, turn, stop } = await withTask(bed);
  await expect(stop("b2")).rejects.toMatchObject({ status: 404 });
  await turn.answer("Done");
  await bed.reaches(id, "needs_input");
  await expect(stop("b1")).rejects.toMatchObject({ status: 404 });
  expect(turn.stoppedTasks).toEqual([]);
});

it("passes on why the CLI did not, and notes nothing", async () => {
  await using bed = await openTurnBed();
  const { turn, stop } = await withTask(bed);
  turn.stopProblem = "No task found with ID: b1";
  const before = bed.notes.length;
  await expect(stop("b1")).rejects.toMatchObject({ status: 409, message: "No task found with ID: b1" });
  Reflect.deleteProperty(turn, "stopTask");
  await expect(stop("b1")).rejects.toMatchObject({ status: 409, label: "Cannot stop" });
  expect(bed.notes).toHaveLength(before);
});
