import { describe, expect, it } from "vitest";
import { pageTicketMs } from "../../server/domains/access/browser-sign-ins/model.ts";
import { ticketed } from "./page-key.ts";

const key = "k".repeat(43);
const now = 1_800_000_000_000;

describe("page tickets", () => {
  it("are added to a URL with or without a query", () => {
    expect(ticketed("/ui/v1/a", { key, now })).toMatch(/^\/ui\/v1\/a\?page_ticket=\d+\.[0-9a-f]{64}$/);
    expect(ticketed("/ui/v1/a?b=1", { key, now })).toMatch(/^\/ui\/v1\/a\?b=1&page_ticket=\d+\./);
  });

  it("are the same for a while, so that the browser can cache a picture", () => {
    const start = Math.floor(now / pageTicketMs) * pageTicketMs;
    const [first, last] = [start, start + pageTicketMs - 1].map((at) => ticketed("/a", { key, now: at }));
    expect(first).toBe(last);
    expect(ticketed("/a", { key, now: start + pageTicketMs })).not.toBe(first);
  });

  it("differ by path and key", () => {
    const proofs = [
      ticketed("/a", { key, now }),
      ticketed("/b", { key, now }),
      ticketed("/a", { key: "other", now }),
    ];
    expect(new Set(proofs.map((url) => url.split(".")[1])).size).toBe(3);
  });
});
