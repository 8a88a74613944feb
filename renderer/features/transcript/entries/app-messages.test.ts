import { describe, expect, it } from "vitest";
import { answerTo, wantedHeight } from "./app-messages.ts";

const size = (height: unknown) => ({
  jsonrpc: "2.0",
  method: "ui/notifications/size-changed",
  params: { width: 10, height },
});

describe("the height that a frame asks for", () => {
  it.each<[unknown, number | null]>([
    [size(300.4), 300],
    [{ type: "ui-size-change", payload: { height: 100 } }, 100],
    [size(1), 48],
    [size(-5), 48],
    [size(1e9), 640],
    [size("300"), null],
    [size(Number.NaN), null],
    [size(Number.POSITIVE_INFINITY), null],
    [{ type: "navigate", payload: { height: 100 } }, null],
    ["300", null],
    [null, null],
  ])("of %j is %s", (message, height) => {
    expect(wantedHeight(message)).toBe(height);
  });
});

describe("what a frame is answered", () => {
  it("is the beginning of the protocol, with nothing on offer", () => {
    expect(answerTo({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params: {} })).toMatchObject({
      id: 1,
      result: { hostCapabilities: {} },
    });
  });

  it("is a refusal for each other request, calls of tools among them", () => {
    expect(answerTo({ jsonrpc: "2.0", id: "a", method: "tools/call", params: {} })).toMatchObject({
      id: "a",
      error: { code: -32601 },
    });
  });

  it.each([size(1), null, "x", { jsonrpc: "2.0", method: "ui/initialize" }, { id: 1, method: "x" }])(
    "is nothing for %j",
    (message) => {
      expect(answerTo(message)).toBeNull();
    },
  );
});
