import { describe, expect, it } from "vitest";
import { someSession } from "../../sessions/session.test-data.ts";
import { needsMe } from "../filters/board-search.ts";
import {
  builtInViews,
  countOf,
  readViews,
  type SavedView,
  viewForSearch,
  viewLimit,
  withRenamedView,
  withView,
} from "./saved-views.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const view = (id: string, search: SavedView["search"] = { class: "spot" }): SavedView => ({
  id,
  name: id,
  search,
});

describe("saved views", () => {
  it("count what they would show", () => {
    const open = [
      someSession({ id: 1 }),
      someSession({ id: 2, status: "failed", visibility: "hidden" }),
      someSession({ id: 3, status: "running", favorited: true }),
    ];
    const count = (search: SavedView["search"]) => countOf(search, open, now);
    expect([{}, needsMe, { board: "both" } as const, { favourites: true } as const].map(count)).toEqual([
      2, 1, 3, 1,
    ]);
  });

  it("are found by what they show, whatever is searched in them", () => {
    const views = [...builtInViews, view("spot")];
    expect(viewForSearch(views, { q: "gate", class: "spot" })?.id).toBe("spot");
    expect(viewForSearch(views, { q: "gate" })?.id).toBe("all");
    expect(viewForSearch(views, { class: "spot", layout: "table" })).toBeUndefined();
  });

  it("are named, without what was searched, and not without end", () => {
    const named = withView([], { ...view("a", { q: "gate", class: "spot" }), name: "  Spot  " });
    expect(named).toEqual([{ id: "a", name: "Spot", search: { class: "spot" } }]);
    expect(withView([], { ...view("a"), name: " " })).toBeNull();
    expect(
      withView(
        Array.from({ length: viewLimit }, (_, at) => view(String(at))),
        view("more"),
      ),
    ).toBeNull();
  });

  it("keep their names where a new one says nothing", () => {
    expect(withRenamedView([view("a")], "a", "Nightly")[0]?.name).toBe("Nightly");
    expect(withRenamedView([view("a")], "a", " ")[0]?.name).toBe("a");
  });

  it("lose what means nothing any more", () => {
    expect(readViews([{ id: "a", name: "A", search: { class: "spot", gone: "x", runtime: true } }])).toEqual([
      { id: "a", name: "A", search: { class: "spot" } },
    ]);
  });
});
