import { describe, expect, it } from "vitest";
import { firstSessions, mySessions } from "./my-sessions.ts";
import { someSession } from "./session.test-data.ts";

const now = Date.parse("2026-06-01T12:00:00Z");
const attention = { kind: "question", reason: "", said: null, since: "", corrected: false } as const;
const failure = { ...attention, kind: "failed" } as const;
const [asks, failed, runs, favorite] = [
  someSession({ id: 1, status: "needs_input", attention }),
  someSession({ id: 2, status: "failed", attention: failure }),
  someSession({ id: 3, status: "running" }),
  someSession({ id: 4, status: "needs_input", attention, favorited: true }),
];
const hidden = someSession({
  id: 5,
  status: "needs_input",
  attention,
  visibility: "hidden",
  effective_visibility: "hidden",
});
const open = [asks, failed, runs, favorite, hidden];
const ids = (sessions: readonly { id: number }[]): number[] => sessions.map(({ id }) => id);

describe("the sessions in the side bar", () => {
  it("are what needs a person on the board, the most urgent first, and the other favorites", () => {
    const restful = someSession({ id: 6, status: "running", favorited: true });
    const shown = mySessions([...open, restful], now);
    expect([ids(shown.pinned), ids(shown.needsMe), shown.count]).toEqual([[6], [4, 1, 2], 3]);
  });

  it("are at most six that need a person, with the number of all", () => {
    const many = Array.from({ length: 9 }, (_, id) => someSession({ id, status: "failed", attention }));
    const shown = mySessions(many, now);
    expect([shown.needsMe.length, shown.count]).toEqual([6, 9]);
  });
});

describe("the sessions that the palette offers first", () => {
  it("are what needs a person, then what was opened last, then the others", () => {
    const first = firstSessions(open, { recent: [3, 99], now, current: null });
    expect([ids(first.needsMe), ids(first.recent)]).toEqual([
      [4, 1, 2],
      [3, 5],
    ]);
    expect(first.count).toBe(3);
  });

  it("leave out the session on the screen", () => {
    const first = firstSessions(open, { recent: [1, 3], now, current: 1 });
    expect([ids(first.needsMe), ids(first.recent)]).toEqual([
      [4, 2],
      [3, 5],
    ]);
  });
});
