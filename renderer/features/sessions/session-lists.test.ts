import { describe, expect, it } from "vitest";
import { newestKnown } from "./newest-known.ts";
import { someSession } from "./session.test-data.ts";
import { isOpen, placeInPages, placeSession, settleList } from "./session-lists.ts";

const ids = (list: readonly { id: number }[] | undefined) => list?.map(({ id }) => id);
const page = (numbers: number[]) => ({
  sessions: numbers.map((id) => someSession({ id, status: "archived" })),
  pagination: { page: 1, per_page: 100, total_count: null, total_pages: null },
});

describe("placeSession", () => {
  const list = [someSession({ id: 1 }), someSession({ id: 2 })];

  it("changes a session in its place", () => {
    const placed = placeSession(list, someSession({ id: 2, title: "New" }), isOpen);
    expect(placed.map(({ title }) => title)).toEqual(["Mend the gate", "New"]);
  });

  it("adds one that is new, and takes out one that no longer belongs", () => {
    expect(ids(placeSession(list, someSession({ id: 3 }), isOpen))).toEqual([3, 1, 2]);
    expect(ids(placeSession(list, someSession({ id: 1, status: "archived" }), isOpen))).toEqual([2]);
  });

  it("is the same list when a stranger does not belong", () => {
    expect(placeSession(list, someSession({ id: 8, status: "archived" }), isOpen)).toBe(list);
  });
});

describe("placeInPages", () => {
  const pages = { pages: [page([4, 3]), page([2, 1])], pageParams: [1, 2] };

  it("puts a newly archived session on the first page", () => {
    const placed = placeInPages(pages, someSession({ id: 9, status: "archived" }));
    expect(placed.pages.map(({ sessions }) => ids(sessions))).toEqual([
      [9, 4, 3],
      [2, 1],
    ]);
  });

  it("changes or removes one on the page that holds it", () => {
    const placed = placeInPages(pages, someSession({ id: 1, status: "failed" }));
    expect(placed.pages.map(({ sessions }) => ids(sessions))).toEqual([[4, 3], [2]]);
  });
});

describe("settleList", () => {
  it("takes the stream's word for what changed while the list was fetched", () => {
    const known = newestKnown();
    const since = known.mark();
    known.learn(1, null);
    known.learn(5, someSession({ id: 5 }));
    expect(ids(settleList([someSession({ id: 1 }), someSession({ id: 2 })], since, known))).toEqual([5, 2]);
  });
});
