import { createHmac } from "node:crypto";
import type { Request } from "express";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { cookiesOf } from "../../../http/cookies.ts";
import { digestOf } from "../../../lib/digest.ts";
import { browserSignInService } from "./index.ts";
import { pageKeyHeader, pageTicketMessage, pageTicketMs } from "./model.ts";
import { launchLinkMs, unusedMs } from "./rules.ts";

function openBrowsers() {
  const opened = openTestDatabase();
  const clock = { at: Date.UTC(2026, 5, 1), now: () => clock.at };
  const logged: string[] = [];
  const cookies = cookiesOf("secret");
  const log = pino({ base: null }, { write: (line) => void logged.push(line) });
  const start = () =>
    browserSignInService({ database: opened.database, clock, log, cookies, openTo: "nobody" });
  const browsers = start();
  const signIn = () => browsers.signIn(browsers.createLaunchCode(), "Firefox on Linux");
  const from = (sent: { cookie?: string; pageKey?: string; url?: string; method?: string }): Request =>
    ({
      method: sent.method ?? "GET",
      originalUrl: sent.url ?? "/ui/v1/sessions",
      headers: {
        ...(sent.cookie !== undefined && { cookie: `${cookies.nameOf("browser")}=${sent.cookie}` }),
        ...(sent.pageKey !== undefined && { [pageKeyHeader]: sent.pageKey }),
      },
    }) as unknown as Request;
  return { ...opened, clock, browsers, start, signIn, from, logged };
}

describe("a launch link", () => {
  it("signs in one browser, once", () => {
    using bed = openBrowsers();
    const code = bed.browsers.createLaunchCode();
    const { id, cookie, pageKey } = bed.browsers.signIn(code, "Firefox on Linux");
    expect(bed.browsers.authenticator.fromPage(bed.from({ cookie, pageKey }))).toBe(id);
    expect(() => bed.browsers.signIn(code, "Another")).toThrow(/already used/);
  });

  it("expires after two minutes", () => {
    using bed = openBrowsers();
    const code = bed.browsers.createLaunchCode();
    bed.clock.at += launchLinkMs;
    expect(() => bed.browsers.signIn(code, "Firefox")).toThrow(expect.objectContaining({ status: 401 }));
  });

  it("leaves no secret in the database or the log", () => {
    using bed = openBrowsers();
    const { cookie, pageKey } = bed.signIn();
    const rows = JSON.stringify(bed.database.sql.prepare("SELECT * FROM browser_sign_ins").all());
    for (const secret of [cookie, pageKey]) expect(rows + bed.logged.join()).not.toContain(secret);
    expect(rows).toContain(digestOf(cookie));
  });
});

describe("a signed-in browser", () => {
  it("needs the page key of its own cookie", () => {
    using bed = openBrowsers();
    const [one, two] = [bed.signIn(), bed.signIn()];
    const { authenticator } = bed.browsers;
    expect(authenticator.withCookie(bed.from({ cookie: one.cookie }))).toBe(one.id);
    expect(authenticator.fromPage(bed.from({ cookie: one.cookie }))).toBeNull();
    expect(authenticator.fromPage(bed.from({ pageKey: one.pageKey }))).toBeNull();
    expect(authenticator.fromPage(bed.from({ cookie: one.cookie, pageKey: two.pageKey }))).toBeNull();
    expect(authenticator.fromPage(bed.from({ cookie: one.cookie, pageKey: "" }))).toBeNull();
  });

  it("stays signed in while it is used, and not 30 days after its last use", () => {
    using bed = openBrowsers();
    const browser = bed.signIn();
    for (let month = 0; month < 3; month++) {
      bed.clock.at += unusedMs - 1;
      expect(bed.browsers.authenticator.fromPage(bed.from(browser))).toBe(browser.id);
    }
    bed.clock.at += unusedMs;
    expect(bed.browsers.authenticator.fromPage(bed.from(browser))).toBeNull();
    expect(bed.browsers.list({ kind: "board" })).toEqual([]);
  });

  it("can be signed out, alone or with all others, which ends its live updates", () => {
    using bed = openBrowsers();
    const [one, two, three] = [bed.signIn(), bed.signIn(), bed.signIn()];
    const ended: number[] = [];
    for (const browser of [one, two, three])
      bed.browsers.onSignedOut(bed.from(browser), () => void ended.push(browser.id));
    const by = { kind: "board", browserId: one.id } as const;
    expect(bed.browsers.list(by).map(({ id, current }) => [id, current])).toEqual([
      [three.id, false],
      [two.id, false],
      [one.id, true],
    ]);
    expect(bed.browsers.end(two.id, by)).toBe("Firefox on Linux");
    expect(() => bed.browsers.end(two.id, by)).toThrow(expect.objectContaining({ status: 404 }));
    expect(bed.browsers.endOthers(by)).toBe(1);
    expect(ended).toEqual([two.id, three.id]);
    expect(bed.browsers.authenticator.fromPage(bed.from(three))).toBeNull();
    expect(bed.browsers.authenticator.fromPage(bed.from(one))).toBe(one.id);
  });

  it("is the app's window only until the service restarts", () => {
    using bed = openBrowsers();
    const { cookie, pageKey, cookieName } = bed.browsers.signInApp();
    expect(cookieName).toMatch(/^signalbox_.*_browser$/);
    expect(bed.browsers.authenticator.fromPage(bed.from({ cookie, pageKey }))).not.toBeNull();
    expect(bed.start().authenticator.fromPage(bed.from({ cookie, pageKey }))).toBeNull();
  });
});

describe("a page ticket", () => {
  const ticket = (pageKey: string, path: string, expires: number): string =>
    `${expires}.${createHmac("sha256", digestOf(pageKey)).update(pageTicketMessage(path, expires)).digest("hex")}`;

  it("replaces the page key where a request cannot carry it, for one path and a while", () => {
    using bed = openBrowsers();
    const { id, cookie, pageKey } = bed.signIn();
    const expires = bed.clock.at + pageTicketMs;
    const ask = (path: string, made: string, method = "GET") =>
      bed.browsers.authenticator.fromPage(
        bed.from({ cookie, url: `${path}?a=1&page_ticket=${made}`, method }),
      );
    const made = ticket(pageKey, "/ui/v1/events", expires);
    expect(ask("/ui/v1/events", made)).toBe(id);
    expect(ask("/ui/v1/sessions", made)).toBeNull();
    expect(ask("/ui/v1/events", made, "POST")).toBeNull();
    expect(ask("/ui/v1/events", ticket("another key", "/ui/v1/events", expires))).toBeNull();
    expect(ask("/ui/v1/events", ticket(pageKey, "/ui/v1/events", expires + 2 * pageTicketMs))).not.toBeNull();
    expect(ask("/ui/v1/events", ticket(pageKey, "/ui/v1/events", expires + 3 * pageTicketMs))).toBeNull();
    expect(ask("/ui/v1/events", "nonsense")).toBeNull();
    bed.clock.at = expires;
    expect(ask("/ui/v1/events", made)).toBeNull();
  });

  it("also covers the answer to a consent page", () => {
    using bed = openBrowsers();
    const { id, cookie, pageKey } = bed.signIn();
    const made = ticket(pageKey, "/oauth/authorize", bed.clock.at + pageTicketMs);
    const request = bed.from({ cookie, url: `/oauth/authorize?page_ticket=${made}`, method: "POST" });
    expect(bed.browsers.authenticator.fromPage(request)).toBe(id);
  });
});
