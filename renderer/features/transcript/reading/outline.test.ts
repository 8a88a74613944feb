import { expect, it } from "vitest";
import type { Turn } from "../../../../server/domains/turns/turns/model.ts";
import { outlineParts, turnLine } from "./outline.ts";

/** Ten minutes from one to the next, each of five. */
const turn = (id: number, changes: Partial<Turn> = {}): Turn => ({
  id,
  kind: "follow_up",
  state: "ended",
  outcome: "completed",
  retries: 0,
  created_at: `2026-11-20T10:${id}0:00Z`,
  started_at: `2026-11-20T10:${id}0:00Z`,
  ended_at: `2026-11-20T10:${id}5:00Z`,
  ...changes,
});
const prompt = (index: number, minute: number | null) => ({
  index,
  timestamp: minute === null ? null : `2026-11-20T10:${minute}:00.000Z`,
  text: `Prompt ${index}`,
});
const turns = [turn(4), turn(3), turn(2), turn(1)];
const linesOf = (parts: ReturnType<typeof outlineParts>) =>
  parts.map(({ turn: of, prompts }) => [of?.id ?? null, ...prompts.map(({ index }) => index)]);

it("lists prompts under their turns, with turns without prompts in between", () => {
  const prompts = [prompt(0, null), prompt(3, 10), prompt(7, 12), prompt(9, 18), prompt(20, 30)];
  expect(linesOf(outlineParts({ prompts, truncated: false }, turns))).toEqual([
    [null, 0],
    [1, 3, 7],
    [null, 9],
    [2],
    [3, 20],
    [4],
  ]);
});

it("leaves out turns before the listed prompts", () => {
  const parts = outlineParts({ prompts: [prompt(20, 30)], truncated: true }, turns);
  expect(linesOf(parts)).toEqual([[3, 20], [4]]);
});

it("lists prompts without known turns, and turns without prompts", () => {
  expect(linesOf(outlineParts({ prompts: [prompt(1, 10)], truncated: false }, []))).toEqual([[null, 1]]);
  expect(linesOf(outlineParts({ prompts: [], truncated: false }, [turn(1)]))).toEqual([[1]]);
});

it("describes a turn: why it began, when, its cost, and its state unless it ended normally", () => {
  const words = {
    reason: ({ kind }: Turn) => kind,
    time: (instant: string) => instant.slice(11, 16),
    cost: ({ id }: Turn) => (id === 1 ? "$0.12" : null),
  };
  expect(turnLine(turn(1), words)).toBe("follow_up · 10:10 to 10:15, 5 min 0 s · $0.12");
  expect(turnLine(turn(2, { outcome: "fail" }), words)).toBe(
    "follow_up · 10:20 to 10:25, 5 min 0 s · Failed",
  );
  const waits = turn(3, { state: "queued", outcome: null, started_at: null, ended_at: null });
  expect(turnLine(waits, words)).toBe("follow_up · Waiting in the queue");
});
