import { describe, expect, it } from "vitest";
import { type BoardView, isFiltered, setRuntime, setSearch, toggleArchived } from "./board.store.ts";

const view: BoardView = { runtime: null, showArchived: false, search: "" };

describe("the board's view", () => {
  it("is the same object when nothing changes", () => {
    expect(setRuntime(view, null)).toBe(view);
    expect(setSearch(view, "")).toBe(view);
  });

  it("shows and hides the archive", () => {
    expect(toggleArchived(toggleArchived(view))).toEqual(view);
  });

  it.each([
    ["by a runtime", setRuntime(view, "pi"), true],
    ["by a search", setSearch(view, "gate"), true],
    ["not by blanks", setSearch(view, "  "), false],
    ["not by the archive being shown", toggleArchived(view), false],
  ])("is filtered %s", (_title, changed, expected) => {
    expect(isFiltered(changed)).toBe(expected);
  });
});
