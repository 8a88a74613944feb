import { describe, expect, it } from "vitest";
import { type Allowance, decideMessage, type Excess, fullAllowance, isFrom } from "./app-limits.ts";

/** What is left after so many messages, one each `everyMs`. */
function after(count: number, everyMs: number, message: unknown = {}): Allowance | Excess {
  let now: Allowance | Excess = fullAllowance(0);
  for (let sent = 1; sent <= count; sent += 1) {
    if (typeof now === "string") return now;
    now = decideMessage(now, message, sent * everyMs);
  }
  return now;
}

describe("how many messages a frame may send", () => {
  it.each<[string, number, number, boolean]>([
    ["300 at once", 300, 0, true],
    ["one more", 301, 0, false],
    ["60 a second, for an hour", 216_000, 1_000 / 60, true],
    ["100 a second, for an hour", 360_000, 10, true],
    ["200 a second, for less than three seconds", 590, 5, true],
    ["200 a second, for longer", 610, 5, false],
  ])("%s", (_what, count, everyMs, isFine) => {
    expect(after(count, everyMs)).toEqual(isFine ? expect.any(Object) : "too_many");
  });

  it("gains nothing from a clock that goes back", () => {
    expect(decideMessage({ messages: 0.5, at: 1_000 }, {}, 0)).toBe("too_many");
  });
});

describe("how large a message may be", () => {
  const limit = 64 * 1024;
  const circle: Record<string, unknown> = { jsonrpc: "2.0" };
  circle["self"] = circle;

  it.each<[string, unknown, boolean]>([
    [
      "what the protocol has",
      { jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: 3 } },
      true,
    ],
    ["a text just below", "x".repeat(limit - 2), true],
    ["a text at the limit", "x".repeat(limit), false],
    ["many short values", Array.from({ length: limit }, () => 0), false],
    ["long names", { ["x".repeat(limit)]: 1 }, false],
    ["bytes", new Uint8Array(limit), false],
    ["bytes that are shared out", [new ArrayBuffer(limit)], false],
    ["a map", new Map([["a", "x".repeat(limit)]]), false],
    ["a set", new Set(["x".repeat(limit)]), false],
    ["a file", new Blob(["x".repeat(limit)]), false],
    ["what contains itself", circle, true],
    ["nothing", null, true],
  ])("%s", (_what, message, isFine) => {
    expect(after(1, 0, message)).toEqual(isFine ? expect.any(Object) : "too_large");
  });
});

describe("whose message it is", () => {
  const windowIn = (parent: unknown): Window => {
    const own = {} as { parent: unknown };
    own.parent = parent ?? own;
    return own as unknown as Window;
  };
  const board = windowIn(null);
  const frame = windowIn(board);

  it.each([
    ["the frame's", frame, true],
    ["one's inside of it", windowIn(windowIn(frame)), true],
    ["another frame's", windowIn(board), false],
    ["the board's", board, false],
    ["nobody's", null, false],
  ])("%s", (_who, source, isItsOwn) => {
    expect(isFrom(source, frame)).toBe(isItsOwn);
  });
});
