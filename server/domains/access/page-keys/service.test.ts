import { createHmac } from "node:crypto";
import type { Request } from "express";
import { describe, expect, it } from "vitest";
import { newPageKey, offerOf, signedHeader, type ToSign } from "../../../../test/support/page-signer.ts";
import { pageKeyService } from "./index.ts";
import { pageTicketMessage, pageTicketMs, signatureHeader, startHeader } from "./model.ts";

const host = "127.0.0.1:3000";
const key = newPageKey();

/** A start of the service, and a browser whose key is bound. */
function start() {
  const clock = { at: Date.UTC(2026, 5, 1), now: () => clock.at };
  const pageKeys = pageKeyService({ clock });
  const by = { holder: "browser 1", publicKey: key.publicKey, keyPlace: `${host} 3000` };
  const isFromPage = (request: Request, change: Partial<typeof by> = {}) =>
    pageKeys.isFromPage(request, { ...by, ...change });
  return { clock, pageKeys, isFromPage };
}

/** A request as it arrives, with the headers of its answer. */
function arrive(
  sent: {
    method?: string;
    target?: string;
    headers?: Record<string, string>;
    host?: string;
    port?: number;
  } = {},
): Request & { answered: Map<string, string> } {
  const answered = new Map<string, string>();
  return {
    method: sent.method ?? "GET",
    originalUrl: sent.target ?? "/ui/v1/sessions",
    headers: { host: sent.host ?? host, ...sent.headers },
    socket: { localPort: sent.port ?? 3_000 },
    res: { setHeader: (name: string, value: string) => answered.set(name, value) },
    answered,
  } as unknown as Request & { answered: Map<string, string> };
}

const signed = (nonce: string, change: Partial<ToSign> = {}) =>
  signedHeader(key, {
    host,
    method: "GET",
    target: "/ui/v1/sessions",
    body: "",
    nonce,
    number: 1,
    ...change,
  });

describe("a signed request", () => {
  it("counts once, and is the same however often it is asked about", () => {
    const { pageKeys, isFromPage } = start();
    const headers = signed(pageKeys.issueNonce());
    const first = arrive({ headers });
    expect([isFromPage(first), isFromPage(first)]).toEqual([true, true]);
    expect(pageKeys.holderOf(first)).toBe("browser 1");
    const again = arrive({ headers });
    expect(isFromPage(again)).toBe(false);
    expect(pageKeys.holderOf(again)).toBeNull();
    expect(again.answered.get(startHeader)).toMatch(/^\d+\./);
  });

  it("may arrive in another order than it was signed in", () => {
    const { pageKeys, isFromPage } = start();
    const nonce = pageKeys.issueNonce();
    for (const number of [5, 2, 9, 1])
      expect(isFromPage(arrive({ headers: signed(nonce, { number }) }))).toBe(true);
  });

  it("is worthless to another start of the service, which offers its own nonce", () => {
    const headers = signed(start().pageKeys.issueNonce());
    const { pageKeys, isFromPage } = start();
    pageKeys.issueNonce();
    const request = arrive({ headers });
    expect(isFromPage(request)).toBe(false);
    const offered = request.answered.get(startHeader) ?? "";
    expect(isFromPage(arrive({ headers: signed(offered) }))).toBe(true);
  });

  it.each([
    ["method", { method: "DELETE" }],
    ["target", { target: "/ui/v1/sessions?page=2" }],
    ["host", { host: "127.0.0.1:3001" }],
  ])("is refused with another %s", (_what, change) => {
    const { pageKeys, isFromPage } = start();
    expect(isFromPage(arrive({ ...change, headers: signed(pageKeys.issueNonce()) }))).toBe(false);
  });

  it("is refused with another key, and where the key was not bound", () => {
    const { pageKeys, isFromPage } = start();
    const headers = () => signed(pageKeys.issueNonce());
    expect(isFromPage(arrive({ headers: headers() }), { publicKey: newPageKey().publicKey })).toBe(false);
    expect(isFromPage(arrive({ headers: headers() }), { publicKey: "nonsense" })).toBe(false);
    // A program that took the old port of a service that moved passes on what the page signs there.
    expect(isFromPage(arrive({ headers: headers(), port: 3_001 }))).toBe(false);
    expect(isFromPage(arrive({ headers: headers() }), { keyPlace: "127.0.0.1:3001 3001" })).toBe(false);
    const [name = "", value = ""] = Object.entries(headers())[0] ?? [];
    expect(isFromPage(arrive({ headers: { [name]: value.replace(/^(\d+)\./, "9$1.") } }))).toBe(false);
    expect(isFromPage(arrive({ headers: { [signatureHeader]: "nonsense" } }))).toBe(false);
  });

  it("stays used when its nonce is forgotten", () => {
    const { pageKeys, isFromPage } = start();
    const first = signed(pageKeys.issueNonce());
    expect(isFromPage(arrive({ headers: first }))).toBe(true);
    for (let page = 0; page < 2_001; page += 1)
      expect(isFromPage(arrive({ headers: signed(pageKeys.issueNonce()) }))).toBe(true);
    expect(isFromPage(arrive({ headers: first }))).toBe(false);
  });
});

describe("a page ticket", () => {
  const ticket = (secret: string, target: string, expires: number): string =>
    `${expires}.${createHmac("sha256", secret).update(pageTicketMessage({ host, target, expires })).digest("hex")}`;

  it("replaces the signature where a request cannot carry one, for one target, one start and a while", () => {
    const { clock, pageKeys, isFromPage } = start();
    const secret = pageKeys.ticketKey("browser 1");
    const expires = clock.at + pageTicketMs;
    const ask = (target: string, made: string, method = "GET") =>
      isFromPage(
        arrive({ target: `${target}${target.includes("?") ? "&" : "?"}page_ticket=${made}`, method }),
      );
    const made = ticket(secret, "/ui/v1/events", expires);
    expect(ask("/ui/v1/events", made)).toBe(true);
    expect(ask("/ui/v1/sessions", made)).toBe(false);
    expect(ask("/ui/v1/events?a=1", made)).toBe(false);
    expect(ask("/ui/v1/events", made, "POST")).toBe(false);
    expect(ask("/ui/v1/events", ticket(pageKeys.ticketKey("browser 2"), "/ui/v1/events", expires))).toBe(
      false,
    );
    const other = start().pageKeys.ticketKey("browser 1");
    expect(ask("/ui/v1/events", ticket(other, "/ui/v1/events", expires))).toBe(false);
    expect(ask("/ui/v1/events", ticket(secret, "/ui/v1/events", expires + 2 * pageTicketMs))).toBe(false);
    expect(ask("/ui/v1/events", "nonsense")).toBe(false);
    clock.at = expires;
    expect(ask("/ui/v1/events", made)).toBe(false);
  });

  it("is made by the service for the answer to a consent page", () => {
    const { pageKeys, isFromPage } = start();
    const made = pageKeys.ticketFor(arrive(), "browser 1", "/oauth/authorize");
    expect(isFromPage(arrive({ target: `/oauth/authorize?page_ticket=${made}`, method: "POST" }))).toBe(true);
    expect(isFromPage(arrive({ target: `/oauth/authorize?a=1&page_ticket=${made}` }))).toBe(false);
  });
});

describe("a key", () => {
  it("is bound once, by the page that got the secret and proves to have the private half", () => {
    const { pageKeys } = start();
    const bound: unknown[] = [];
    const secret = pageKeys.awaitKey((given) => void bound.push(given));
    const offer = ({ public_key: publicKey, proof }: ReturnType<typeof offerOf>) => ({
      publicKey,
      proof,
      secret,
    });
    const bind = (of: ReturnType<typeof offerOf>) => pageKeys.bind(arrive(), offer(of));
    const invalid = expect.objectContaining({ status: 422 });
    expect(() => bind({ ...offerOf(key, host, secret), public_key: newPageKey().publicKey })).toThrow(
      invalid,
    );
    expect(() => bind(offerOf(key, host, "another secret"))).toThrow(invalid);
    expect(() => bind(offerOf(key, "127.0.0.1:4000", secret))).toThrow(invalid);
    expect(() => bind({ public_key: "", proof: "" })).toThrow(invalid);
    bind(offerOf(key, host, secret));
    expect(bound).toEqual([{ publicKey: key.publicKey, keyPlace: `${host} 3000` }]);
    expect(() => bind(offerOf(key, host, secret))).toThrow(expect.objectContaining({ status: 401 }));
  });
});
