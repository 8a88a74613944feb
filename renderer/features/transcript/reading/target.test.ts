import { describe, expect, it } from "vitest";
import { type Aim, aimAt, followAnchor, settle, startAim, targetStep } from "./target.ts";

const window = { from: 100, to: 200, lineCount: 200 };
const atLine = (line: number): Aim => startAim(line);

describe("the target of a transcript", () => {
  it("does nothing without a target and waits for the first lines with one", () => {
    expect(targetStep(startAim(null), window, false)).toEqual({ is: "idle" });
    expect(targetStep(atLine(3), undefined, false)).toEqual({ is: "wait" });
  });

  it("loads a missing line, one request at a time", () => {
    expect(targetStep(atLine(3), window, false)).toEqual({ is: "fetch", line: 3 });
    expect(targetStep(atLine(3), window, true)).toEqual({ is: "wait" });
  });

  it("uses the last line for one past the end, and nothing for an empty transcript", () => {
    expect(targetStep(atLine(900), window, false).is).toBe("reached");
    expect(targetStep(atLine(5), { from: 0, to: 0, lineCount: 0 }, false).is).toBe("reached");
  });

  it("does not return to a line that was reached or unavailable until it is requested again", () => {
    const aim = atLine(3);
    const settled = settle(aim, aim.target);
    expect(targetStep(settled, window, false)).toEqual({ is: "idle" });
    expect(targetStep(aimAt(settled, 3), window, false)).toEqual({ is: "fetch", line: 3 });
  });

  it("expands a match, but not a line that is only shown", () => {
    const found = aimAt(atLine(3), 5);
    expect(found.target).toEqual({ line: 5, asked: 1, found: true });
    expect(aimAt(found, 5, false).target).toEqual({ line: 5, asked: 2, found: false });
  });

  it("follows the address to another line and stays if the address has none", () => {
    const aim = startAim(null);
    expect(followAnchor(aim, null)).toBe(aim);
    const followed = followAnchor(aim, 7);
    expect(followed.target).toEqual({ line: 7, asked: 1, found: false });
    expect(followAnchor(followed, null).target).toBe(followed.target);
    expect(followAnchor(followAnchor(followed, null), 7).target?.asked).toBe(2);
  });
});
