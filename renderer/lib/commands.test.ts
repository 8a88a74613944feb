import { describe, expect, it } from "vitest";
import { type Command, type PendingStep, resolveKeyPress } from "./commands.ts";

const command = (id: string, hotkey: NonNullable<Command["hotkey"]>): Command => ({
  id,
  label: id,
  group: "Go to",
  hotkey,
  run: () => undefined,
});
const state = {
  registered: new Map([
    [
      "app",
      [command("inbox", "go.inbox"), command("settings", "go.settings"), command("palette", "app.palette")],
    ],
    ["board", [command("search", "board.search")]],
    ["transcript", [command("find", "transcript.find")]],
  ]),
};

function press(
  key: string,
  more: { pendingStep?: PendingStep | null; now?: number; ctrlKey?: boolean; typing?: boolean } = {},
) {
  const { pendingStep = null, now = 0, ctrlKey = false, typing = false } = more;
  const event = { key, ctrlKey, metaKey: false, altKey: false, shiftKey: false };
  const found = resolveKeyPress(state, { event, pendingStep, now, typing });
  return { id: found.command?.id, pendingStep: found.pendingStep };
}

describe("a key press", () => {
  it("runs the command with this shortcut, and prefers the one registered last", () => {
    expect(press(",").id).toBe("settings");
    expect(press("/").id).toBe("find");
  });

  it("prefers the innermost scope to what was registered later", () => {
    const registered = new Map([
      ["changes", [command("hunk", "changes.next")]],
      ["app", [command("new", "go.new")]],
    ]);
    const event = { key: "n", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    const found = resolveKeyPress({ registered }, { event, pendingStep: null, now: 0, typing: false });
    expect(found.command?.id).toBe("hunk");
  });

  it("waits for the second step of a two-step shortcut", () => {
    const first = press("g");
    expect(first).toEqual({ id: undefined, pendingStep: { step: "g", at: 0 } });
    expect(press("i", { pendingStep: first.pendingStep, now: 400 })).toEqual({
      id: "inbox",
      pendingStep: null,
    });
  });

  it("forgets the first step after a short time", () => {
    expect(press("i", { pendingStep: { step: "g", at: 0 }, now: 2_000 }).id).toBeUndefined();
    expect(press(",", { pendingStep: { step: "g", at: 0 }, now: 100 }).id).toBe("settings");
  });

  it("is ignored in text fields, with few exceptions", () => {
    expect(press(",", { typing: true }).id).toBeUndefined();
    expect(press("k", { typing: true, ctrlKey: true }).id).toBe("palette");
  });
});
