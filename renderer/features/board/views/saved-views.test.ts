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
  it("count the sessions they show", () => {
    const attention = { kind: "question", reason: "", said: null, since: "", corrected: false } as const;
    const open = [
      someSession({ id: 1, attention }),
      someSession({ id: 2, attention, visibility: "hidden" }),
      someSession({ id: 3, status: "running", favorited: true }),
    ];
    const count = (search: SavedView["search"]) => countOf(search, open, now);
    expect([{}, needsMe, { board: "both" } as const, { favourites: true } as const].map(count)).toEqual([
      2, 1, 3, 1,
    ]);
  });

  it("match an address regardless of its typed search", () => {
    const views = [...builtInViews, view("spot")];
    expect(viewForSearch(views, { q: "gate", class: "spot" })?.id).toBe("spot");
    expect(viewForSearch(views, { q: "gate" })?.id).toBe("all");
    expect(viewForSearch(views, { class: "spot", layout: "table" })).toBeUndefined();
  });

  it("are stored with a name, without the typed search, up to a limit", () => {
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

  it("keep their name if the new one is blank", () => {
    expect(withRenamedView([view("a")], "a", "Nightly")[0]?.name).toBe("Nightly");
    expect(withRenamedView([view("a")], "a", " ")[0]?.name).toBe("a");
  });

  it("drop parts that are no longer valid", () => {
    expect(readViews([{ id: "a", name: "A", search: { class: "spot", gone: "x", runtime: true } }])).toEqual([
      { id: "a", name: "A", search: { class: "spot" } },
    ]);
  });
});
