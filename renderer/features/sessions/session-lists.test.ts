import { describe, expect, it } from "vitest";
import { createLiveSessions } from "./live-sessions.ts";
import { someSession } from "./session.test-data.ts";
import { placeInPages, reconcileList, replaceInPages } from "./session-lists.ts";

const ids = (list: readonly { id: number }[] | undefined) => list?.map(({ id }) => id);
const page = (numbers: number[]) => ({
  sessions: numbers.map((id) => someSession({ id, status: "archived" })),
  pagination: { page: 1, per_page: 100, total_count: null, total_pages: null },
});

describe("pages", () => {
  const pages = { pages: [page([4, 3]), page([2, 1])], pageParams: [1, 2] };
  const idsOf = ({ pages: list }: typeof pages) => list.map(({ sessions }) => ids(sessions));

  it("take a session that is new on the first page", () => {
    expect(idsOf(placeInPages(pages, someSession({ id: 9 }), true) as typeof pages)).toEqual([
      [9, 4, 3],
      [2, 1],
    ]);
  });

  it("change or lose one on the page that holds it", () => {
    expect(idsOf(placeInPages(pages, someSession({ id: 1 }), false) as typeof pages)).toEqual([[4, 3], [2]]);
    const changed = placeInPages(pages, someSession({ id: 1, title: "New" }), true);
    expect(changed.pages[1]?.sessions[1]?.title).toBe("New");
  });

  it("are the same when they hold nothing of the session and need not", () => {
    expect(placeInPages(pages, someSession({ id: 9 }), false)).toBe(pages);
    expect(replaceInPages(pages, someSession({ id: 9 }))).toBe(pages);
  });
});

describe("settleList", () => {
  it("takes the stream's word for what changed while the list was fetched", () => {
    const known = createLiveSessions();
    const since = known.mark();
    known.receive(1, null);
    known.receive(5, someSession({ id: 5 }));
    expect(ids(reconcileList([someSession({ id: 1 }), someSession({ id: 2 })], since, known))).toEqual([
      5, 2,
    ]);
  });
});
