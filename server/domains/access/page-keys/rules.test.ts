import { describe, expect, it } from "vitest";
import { isUnused, newWindow, noteUsed, readSignature, readTicket } from "./rules.ts";

describe("the numbers of a nonce", () => {
  it("count once each, in whatever order they arrive", () => {
    const window = newWindow();
    for (const number of [3, 1, 2, 40, 39, 33]) {
      expect(isUnused(window, number)).toBe(true);
      noteUsed(window, number);
      expect(isUnused(window, number)).toBe(false);
    }
    expect([4, 32, 38, 41].map((number) => isUnused(window, number))).toEqual([true, true, true, true]);
  });

  it("that fell out of the window are not known to be new, so they are refused", () => {
    const window = newWindow();
    noteUsed(window, 5);
    noteUsed(window, 1_029);
    expect(isUnused(window, 5)).toBe(false);
    expect(isUnused(window, 6)).toBe(true);
    noteUsed(window, 1_028 + 1_024);
    expect([1_028, 1_029, 1_030].map((number) => isUnused(window, number))).toEqual([false, false, true]);
    noteUsed(window, 1_000_000);
    expect([998_977, 999_999].map((number) => isUnused(window, number))).toEqual([true, true]);
    expect(isUnused(window, 998_976)).toBe(false);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])("are never %s", (number) => {
    expect(isUnused(newWindow(), number)).toBe(false);
  });
});

describe("what a request proves itself with", () => {
  const [digest, signature] = ["d".repeat(43), "s".repeat(86)];

  it("is read only in its one form", () => {
    expect(readSignature(`1.abc;7;${digest};${signature}`)).toEqual({
      nonce: "1.abc",
      number: 7,
      digest,
      signature,
    });
    for (const wrong of [
      "",
      `1.abc;7;${digest}`,
      `1.abc;-7;${digest};${signature}`,
      `;7;${digest};${signature}`,
    ])
      expect(readSignature(wrong)).toBeNull();
  });

  it("is a ticket at the end of the target, for all that is before it", () => {
    const ticket = `page_ticket=9.${"a".repeat(64)}`;
    expect(readTicket(`/a?${ticket}`, "page_ticket")).toMatchObject({ target: "/a", expires: 9 });
    expect(readTicket(`/a?b=1&${ticket}`, "page_ticket")).toMatchObject({ target: "/a?b=1" });
    expect(readTicket(`/a?${ticket}&b=1`, "page_ticket")).toBeNull();
    expect(readTicket("/a?b=1", "page_ticket")).toBeNull();
  });
});
