import { describe, expect, it } from "vitest";
import { dropPartial, dropWritten, type LiveView, markWritten, setPartial } from "./live.store.ts";

const empty: LiveView = { stream: "open", stopping: false, partials: new Map() };
const textOf = (view: LiveView, id: number) => view.partials.get(id)?.text;

describe("streamed text", () => {
  it("is the latest text of each session", () => {
    const view = setPartial(setPartial(setPartial(empty, 1, "Hel"), 2, "Other"), 1, "Hello");
    expect([textOf(view, 1), textOf(view, 2)]).toEqual(["Hello", "Other"]);
  });

  it("stays until its line is on the screen", () => {
    const written = markWritten(setPartial(empty, 1, "Hello"), 1);
    expect(textOf(written, 1)).toBe("Hello");
    expect(dropWritten(written, 1).partials.size).toBe(0);
  });

  it("stays if it began after the lines that were fetched", () => {
    const next = setPartial(markWritten(setPartial(empty, 1, "Hello"), 1), 1, "Next");
    expect(textOf(dropWritten(next, 1), 1)).toBe("Next");
  });

  it("is the same object if nothing changes", () => {
    expect(markWritten(empty, 1)).toBe(empty);
    expect(dropWritten(empty, 1)).toBe(empty);
    expect(dropPartial(empty, 1)).toBe(empty);
    const written = markWritten(setPartial(empty, 1, "Hello"), 1);
    expect(markWritten(written, 1)).toBe(written);
  });
});
