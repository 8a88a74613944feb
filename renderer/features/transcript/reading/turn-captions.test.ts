import { expect, it } from "vitest";
import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import type { Turn } from "../../../../server/domains/turns/turns/model.ts";
import { turnCaptions, turnSpan } from "./turn-captions.ts";

const turn = (id: number, minute: number, ended: boolean): Turn => ({
  id,
  kind: id === 1 ? "first" : "follow_up",
  state: ended ? "ended" : "running",
  outcome: null,
  retries: 0,
  created_at: `2026-11-20T10:0${minute}:00Z`,
  started_at: `2026-11-20T10:0${minute}:01Z`,
  ended_at: ended ? `2026-11-20T10:0${minute}:31Z` : null,
});

const entry = (
  index: number,
  time: string,
  event: TimelineEntry["event"],
  tokens?: number,
): TimelineEntry => ({
  id: `${index}.0`,
  index,
  timestamp: `2026-11-20T10:${time}.500Z`,
  event,
  ...(tokens !== undefined && { tokens }),
});
const user = { type: "user", text: "Do", images: 0 } as const;
const answer = {
  type: "assistant",
  text: "Done",
  model: "anthropic/claude-opus-5-5",
  stopReason: null,
} as const;

it("describes the turn that a prompt began, and not one that it joined", () => {
  const entries = [
    entry(0, "00:01", user),
    entry(1, "00:09", answer, 940),
    entry(2, "00:10", user),
    entry(3, "05:00", user),
    entry(4, "05:09", answer, 41_700),
    entry(5, "03:00", user),
  ];
  const format = {
    reason: ({ kind }: Turn) => kind,
    time: (instant: string) => instant.slice(11, 19),
    cost: ({ id }: Turn) => (id === 1 ? "$0.12" : null),
  };
  expect([...turnCaptions(entries, [turn(2, 5, false), turn(1, 0, true)], format)]).toEqual([
    ["0.0", "first · 10:00:01 to 10:00:31, 30.0 s · Opus 5.5 · 940 tokens · $0.12"],
    ["3.0", "follow_up · since 10:05:01 · Opus 5.5 · 41.7K tokens"],
  ]);
});

it.each([
  ["2026-11-20T10:00:31Z", "10:00, 30.0 s"],
  ["2026-11-20T10:00:01Z", "10:00, under 1 s"],
  ["2026-11-20T10:02:01Z", "10:00 to 10:02, 2 min 0 s"],
])("shows the time once if a turn that began at 10:00:01 ended at %s", (ended_at, expected) => {
  const format = { reason: () => "", time: (instant: string) => instant.slice(11, 16), cost: () => null };
  expect(turnSpan({ ...turn(1, 0, true), ended_at }, format)).toBe(expected);
});
