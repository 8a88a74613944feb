import { describe, expect, it } from "vitest";
import { hotkeyIds, hotkeyOf } from "./hotkeys.ts";
import { bindingError, findConflict, shortcutOf, withDefaultKey } from "./key-bindings.ts";

describe("default shortcuts", () => {
  it.each(hotkeyIds)("%s has a shortcut of its own", (id) => {
    expect(findConflict(id, hotkeyOf(id).shortcut, {})).toBeUndefined();
  });
});

describe("changing a shortcut", () => {
  it("replaces the old shortcut", () => {
    expect(shortcutOf("go.inbox", { "go.inbox": "g n" })).toBe("g n");
    expect(shortcutOf("go.inbox", {})).toBe("g i");
  });

  it("refuses a shortcut that is used on the same screen, and names its owner", () => {
    expect(bindingError("board.archived", "e", {})).toBe("“Archive” already uses this shortcut.");
  });

  it("allows separate screens to share a shortcut", () => {
    expect(bindingError("inbox.done", "x", {})).toBeNull();
  });

  it("checks against the current shortcuts", () => {
    expect(bindingError("board.archived", "e", { "act.archive": "shift+e" })).toBeNull();
    expect(bindingError("board.archived", "shift+e", { "act.archive": "shift+e" })).not.toBeNull();
  });

  it("refuses the first step of another shortcut", () => {
    expect(bindingError("board.archived", "g", {})).not.toBeNull();
  });

  it("refuses the browser's shortcuts and changes to fixed ones", () => {
    expect(bindingError("board.archived", "mod+w", {})).toBe("The browser uses this shortcut.");
    expect(shortcutOf("app.close", { "app.close": "q" })).toBe("escape");
  });

  it.each(["k", "shift+k", "backspace", "mod+a", "mod+v", "mod+z", "mod+arrowleft"])(
    "keeps %s for the text where a line works while something is typed",
    (shortcut) => expect(bindingError("app.palette", shortcut, {})).not.toBeNull(),
  );

  it("accepts a shortcut that types nothing for such an action", () => {
    expect(bindingError("app.palette", "mod+p", {})).toBeNull();
  });

  it("restores the default of the hotkey that took the shortcut", () => {
    const changed = { "go.new": "c", "go.settings": "n", "app.shortcuts": ",", "go.inbox": "g n" };
    expect(withDefaultKey("go.new", changed)).toEqual({ "go.inbox": "g n" });
    expect(withDefaultKey("go.inbox", changed)).toEqual({
      "go.new": "c",
      "go.settings": "n",
      "app.shortcuts": ",",
    });
  });
});
