import { describe, expect, it } from "vitest";
import { type Asked, decide, mostConfirmations, mostOfOneAsker, surplus } from "./rules.ts";

describe("a request that names a confirmation", () => {
  const asked: Asked = { asker: "browser 1", digest: "d", state: "confirmed" };
  const request = { asker: "browser 1", digest: "d" };

  it.each<[string, Asked | undefined]>([
    ["passes", asked],
    ["waits", { ...asked, state: "waiting" }],
    ["denied", { ...asked, state: "denied" }],
    ["not_valid", undefined],
    ["not_valid", { ...asked, asker: "browser 2" }],
    ["other_request", { ...asked, digest: "e" }],
  ])("%s: %j", (verdict, entry) => {
    expect(decide(entry, request)).toBe(verdict);
  });
});

describe("room for another confirmation", () => {
  const of = (asker: string, count: number) => Array.from({ length: count }, (_, id) => ({ asker, id }));

  it("is made by the browser's own oldest, before another browser's", () => {
    const all = [...of("b", 2), ...of("a", mostOfOneAsker)];
    expect(surplus(all, "a")).toEqual([{ asker: "a", id: 0 }]);
    expect(surplus(all, "b")).toEqual([]);
  });

  it("is made by the oldest of all if many browsers ask", () => {
    const all = Array.from({ length: mostConfirmations }, (_, id) => ({ asker: `browser ${id}`, id }));
    expect(surplus(all, "another")).toEqual([all[0]]);
  });
});
