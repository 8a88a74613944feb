import { describe, expect, it } from "vitest";
import { hotkeyIds, hotkeyOf } from "./hotkeys.ts";
import { bindingError, findConflict, shortcutOf, withDefaultKey } from "./key-bindings.ts";

describe("the keys as they are shipped", () => {
  it.each(hotkeyIds)("%s has a key that nothing beside it has", (id) => {
    expect(findConflict(id, hotkeyOf(id).shortcut, {})).toBeUndefined();
  });
});

describe("changing a key", () => {
  it("takes the new one for the old one", () => {
    expect(shortcutOf("go.inbox", { "go.inbox": "g n" })).toBe("g n");
    expect(shortcutOf("go.inbox", {})).toBe("g i");
  });

  it("refuses the key of another line on the same screen, and says whose it is", () => {
    expect(bindingError("board.archived", "e", {})).toBe("“Archive” has this key.");
  });

  it("lets screens that never meet share a key", () => {
    expect(bindingError("inbox.done", "x", {})).toBeNull();
  });

  it("goes by the keys as they are now", () => {
    expect(bindingError("board.archived", "e", { "act.archive": "shift+e" })).toBeNull();
    expect(bindingError("board.archived", "shift+e", { "act.archive": "shift+e" })).not.toBeNull();
  });

  it("refuses a key that begins another", () => {
    expect(bindingError("board.archived", "g", {})).not.toBeNull();
  });

  it("leaves the browser's own and the fixed ones alone", () => {
    expect(bindingError("board.archived", "mod+w", {})).toBe("The browser needs this key itself.");
    expect(shortcutOf("app.close", { "app.close": "q" })).toBe("escape");
  });

  it.each(["k", "shift+k", "backspace", "mod+a", "mod+v", "mod+z", "mod+arrowleft"])(
    "keeps %s for the text where a line works while something is typed",
    (shortcut) => expect(bindingError("app.palette", shortcut, {})).not.toBeNull(),
  );

  it("lets such a line have a key that types nothing", () => {
    expect(bindingError("app.palette", "mod+p", {})).toBeNull();
  });

  it("takes a key back from whoever had it meanwhile", () => {
    const changed = { "go.new": "c", "go.settings": "n", "app.shortcuts": ",", "go.inbox": "g n" };
    expect(withDefaultKey("go.new", changed)).toEqual({ "go.inbox": "g n" });
    expect(withDefaultKey("go.inbox", changed)).toEqual({
      "go.new": "c",
      "go.settings": "n",
      "app.shortcuts": ",",
    });
  });
});
