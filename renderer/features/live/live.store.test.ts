import { describe, expect, it } from "vitest";
import { dropPartial, dropStored, type LiveView, setPartial } from "./live.store.ts";

const empty: LiveView = { stream: "open", stopping: false, openTo: "nobody", partials: new Map() };
const written = (view: LiveView, text: string, from = 0) => setPartial(view, 1, { from, text });
const stored = (view: LiveView, text: string) => setPartial(view, 1, { from: 0, text, stored: true });

describe("streamed text", () => {
  it("is what the events add up to, for each session", () => {
    const view = setPartial(written(written(empty, "Hel"), "lo", 3), 2, { from: 0, text: "Other" });
    expect(view.partials).toEqual(
      new Map([
        [1, { stored: "", text: "Hello" }],
        [2, { stored: "", text: "Other" }],
      ]),
    );
    expect(written(view, "y there", 4).partials.get(1)?.text).toBe("Helly there");
  });

  it("stays until its line is on the screen, before the text that follows", () => {
    const view = stored(written(empty, "Hello"), "Ne");
    expect(view.partials.get(1)).toEqual({ stored: "Hello", text: "Ne" });
    const next = written(view, "xt", 2);
    expect(dropStored(next, 1).partials.get(1)).toEqual({ stored: "", text: "Next" });
    expect(stored(next, "").partials.get(1)).toEqual({ stored: "Hello\n\nNext", text: "" });
  });

  it("is gone when its line is on the screen and nothing follows", () => {
    expect(dropStored(stored(written(empty, "Hello"), ""), 1).partials.size).toBe(0);
    expect(stored(empty, "").partials.size).toBe(0);
  });

  it("is the same object if nothing changes", () => {
    expect(dropStored(empty, 1)).toBe(empty);
    expect(dropPartial(empty, 1)).toBe(empty);
    const view = written(empty, "Hello");
    expect(dropStored(view, 1)).toBe(view);
  });
});
