import type { Request } from "express";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { cookiesOf } from "../../../http/cookies.ts";
import { digestOf } from "../../../lib/digest.ts";
import type { BoundKey, PageKeys } from "../page-keys/index.ts";
import { browserSignInService } from "./index.ts";
import { launchLinkMs, unusedMs } from "./rules.ts";

function openBrowsers() {
  const opened = openTestDatabase();
  const clock = { at: Date.UTC(2026, 5, 1), now: () => clock.at };
  const logged: string[] = [];
  const cookies = cookiesOf("secret");
  const log = pino({ base: null }, { write: (line) => void logged.push(line) });
  /** What pages of the app wait to have bound. */
  const waiting: ((key: BoundKey) => void)[] = [];
  /** Requests name their key here, instead of signing with it. */
  const pageKeys: Pick<PageKeys, "isFromPage" | "awaitKey"> = {
    isFromPage: ({ headers }, { publicKey }) => publicKey !== null && headers[signedWith] === publicKey,
    awaitKey: (bind) => `token ${waiting.push(bind)}`,
  };
  const start = () =>
    browserSignInService({ database: opened.database, clock, log, cookies, pageKeys, openTo: "nobody" });
  const browsers = start();
  let keys = 0;
  const signIn = () => {
    const pageKey = `key ${(keys += 1)}`;
    return {
      pageKey,
      ...browsers.signIn(browsers.createLaunchCode(), "Firefox on Linux", keyNamed(pageKey)),
    };
  };
  const from = (sent: { cookie?: string; pageKey?: string; url?: string; method?: string }): Request =>
    ({
      method: sent.method ?? "GET",
      originalUrl: sent.url ?? "/ui/v1/sessions",
      headers: {
        ...(sent.cookie !== undefined && { cookie: `${cookies.nameOf("browser")}=${sent.cookie}` }),
        ...(sent.pageKey !== undefined && { [signedWith]: sent.pageKey }),
      },
    }) as unknown as Request;
  return { ...opened, clock, browsers, start, signIn, from, logged, waiting };
}

const signedWith = "x-signed-with";
const keyNamed = (publicKey: string): BoundKey => ({ publicKey, keyPlace: "127.0.0.1:1 1" });

describe("a launch link", () => {
  it("signs in one browser, once", () => {
    using bed = openBrowsers();
    const code = bed.browsers.createLaunchCode();
    const { id, cookie } = bed.browsers.signIn(code, "Firefox on Linux", keyNamed("one"));
    expect(bed.browsers.authenticator.fromPage(bed.from({ cookie, pageKey: "one" }))).toBe(id);
    expect(() => bed.browsers.signIn(code, "Another", keyNamed("two"))).toThrow(/already used/);
  });

  it("expires after two minutes", () => {
    using bed = openBrowsers();
    const code = bed.browsers.createLaunchCode();
    bed.clock.at += launchLinkMs;
    expect(() => bed.browsers.signIn(code, "Firefox", keyNamed("one"))).toThrow(
      expect.objectContaining({ status: 401 }),
    );
  });

  it("leaves no secret in the database or the log", () => {
    using bed = openBrowsers();
    const { cookie } = bed.signIn();
    const rows = JSON.stringify(bed.database.sql.prepare("SELECT * FROM browser_sign_ins").all());
    expect(rows + bed.logged.join()).not.toContain(cookie);
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

  it("of a version without page keys has to sign in again", () => {
    using bed = openBrowsers();
    const browser = bed.signIn();
    bed.database.sql.exec("UPDATE browser_sign_ins SET public_key = NULL, key_place = NULL");
    expect(bed.browsers.authenticator.withCookie(bed.from(browser))).toBeNull();
    expect(bed.browsers.authenticator.fromPage(bed.from(browser))).toBeNull();
    expect(bed.browsers.list({ kind: "board" })).toEqual([]);
  });

  it("is the app's window, once its page has a key, only until the service restarts", () => {
    using bed = openBrowsers();
    const { cookie, cookieName, keyToken } = bed.browsers.signInApp();
    const pageKey = "the window's key";
    expect(cookieName).toMatch(/^signalbox_.*_browser$/);
    expect(bed.browsers.authenticator.withCookie(bed.from({ cookie }))).not.toBeNull();
    expect(bed.browsers.authenticator.fromPage(bed.from({ cookie, pageKey }))).toBeNull();
    expect(keyToken()).toBe("token 1");
    bed.waiting[0]?.(keyNamed(pageKey));
    expect(bed.browsers.authenticator.fromPage(bed.from({ cookie, pageKey }))).not.toBeNull();
    expect(bed.start().authenticator.fromPage(bed.from({ cookie, pageKey }))).toBeNull();
  });
});
