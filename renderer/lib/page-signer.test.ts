import { describe, expect, it } from "vitest";
import { pageTicketMs } from "../../server/domains/access/page-keys/model.ts";
import { ticketed } from "./page-signer.ts";

const of = { key: "k".repeat(43), host: "127.0.0.1:3000", now: 1_800_000_000_000 };

describe("page tickets", () => {
  it("are added to a URL with or without a query", () => {
    expect(ticketed("/ui/v1/a", of)).toMatch(/^\/ui\/v1\/a\?page_ticket=\d+\.[0-9a-f]{64}$/);
    expect(ticketed("/ui/v1/a?b=1", of)).toMatch(/^\/ui\/v1\/a\?b=1&page_ticket=\d+\./);
  });

  it("are the same for a while, so that the browser can cache a picture", () => {
    const start = Math.floor(of.now / pageTicketMs) * pageTicketMs;
    const at = (now: number) => ticketed("/a", { ...of, now });
    expect(at(start)).toBe(at(start + pageTicketMs - 1));
    expect(at(start + pageTicketMs)).not.toBe(at(start));
  });

  it("differ by target, host and key", () => {
    const proofs = [
      ticketed("/a", of),
      ticketed("/b", of),
      ticketed("/a?b=1", of),
      ticketed("/a", { ...of, key: "other" }),
      ticketed("/a", { ...of, host: "127.0.0.1:3001" }),
    ];
    expect(new Set(proofs.map((url) => url.split(".").at(-1))).size).toBe(5);
  });
});
