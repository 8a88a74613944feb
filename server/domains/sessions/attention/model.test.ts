import { expect, it } from "vitest";
import type { AttentionKind } from "../sessions/model.ts";
import { needingPerson } from "./model.ts";

const now = Date.parse("2026-06-01T12:00:00Z");

const session = (id: number, kind: AttentionKind | null, changes: object = {}) => ({
  id,
  status: "needs_input" as const,
  favorited: false,
  visibility: "visible" as const,
  snoozed_until: null,
  attention: kind && { kind, since: "2026-06-01T10:00:00Z" },
  ...changes,
});
const listed = (...sessions: ReturnType<typeof session>[]): number[] =>
  needingPerson(sessions, now).map(({ id }) => id);
const since = (time: string, kind: AttentionKind = "question") => ({
  attention: { kind, since: `2026-06-01T${time}:00Z` },
});

it("lists questions, then failures, then reviews, and nothing that waits for nobody", () => {
  expect(
    listed(
      session(1, "review"),
      session(2, "done"),
      session(3, "failed", { status: "failed" }),
      session(4, "idle"),
      session(5, "question", { status: "waiting" }),
      session(6, "ci"),
      session(7, null),
    ),
  ).toEqual([5, 3, 1]);
});

it("lists favorites first among their kind, then the latest, then the newest", () => {
  expect(
    listed(
      session(1, "question", since("09:00")),
      session(2, "question", since("10:00")),
      session(3, "question", { ...since("08:00"), favorited: true }),
      session(4, "review", { ...since("11:00", "review"), favorited: true }),
      session(5, "question", since("10:00")),
    ),
  ).toEqual([3, 5, 2, 1, 4]);
});

it("leaves out what is archived, hidden or snoozed for longer", () => {
  const snoozed = (until: string) => ({ visibility: "snoozed", snoozed_until: until });
  expect(
    listed(
      session(1, "question", { status: "archived" }),
      session(2, "question", { visibility: "hidden" }),
      session(3, "question", snoozed("2026-06-01T12:00:01Z")),
      session(4, "question", snoozed("2026-06-01T12:00:00Z")),
    ),
  ).toEqual([4]);
});
