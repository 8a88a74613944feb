import { expect, it } from "vitest";
import { openTurnBed } from "./turn-test-bed.ts";

const board = { kind: "board" } as const;

it("resumes the sessions it paused, except those that were touched since", async () => {
  await using bed = await openTurnBed();
  const [byHand, mended, kept] = [bed.create().id, bed.create().id, bed.create().id];
  await bed.begins(3);
  await bed.turns.pause(String(byHand), board);

  expect(await bed.turns.pauseAll(board)).toBe(2);
  expect(bed.turns.resumable()).toEqual(expect.arrayContaining([mended, kept]));
  await bed.turns.followUp(String(mended), { prompt: "Continue with this" }, board);
  await bed.begins(4);
  expect(bed.turns.resumable()).toEqual([kept]);

  expect(await bed.turns.resumeAll(board)).toBe(1);
  await bed.begins(5);
  expect([byHand, mended, kept].map((id) => bed.row(id).status)).toEqual([
    "needs_input",
    "running",
    "running",
  ]);
  expect([bed.turns.resumable(), await bed.turns.resumeAll(board)]).toEqual([[], 0]);
});

it("keeps sessions of an earlier pause that are still idle", async () => {
  await using bed = await openTurnBed();
  const first = bed.create().id;
  await bed.begins(1);
  await bed.turns.pauseAll(board);
  const second = bed.create().id;
  await bed.begins(2);
  expect(await bed.turns.pauseAll(board)).toBe(1);
  expect(bed.turns.resumable()).toEqual([first, second]);
});
