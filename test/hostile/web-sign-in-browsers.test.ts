import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startIdentityProvider, type TestIdentityProvider } from "../support/identity-provider.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
  authenticatorOf,
  comeFromProvider,
  enrol,
  type Page,
  type Visitor,
  visitor,
} from "../support/sign-in.ts";
import { headingOf, useSignInService } from "../support/sign-in-service.ts";

/** Attacks on web sign-in by who has the first factor alone, another browser's cookies, or what was valid before. */

const { bed, newcomer, ask } = useSignInService();
const here = (): Visitor => visitor(bed().service.url);

/** The value of a cookie of this purpose, and its name. */
function cookieOf(browser: Visitor, purpose: string): { name: string; value: string } {
  const [name = "", value = ""] = [...browser.cookies].find(([known]) => known.endsWith(`_${purpose}`)) ?? [];
  return { name, value };
}

describe("the first factor alone", () => {
  it("opens no operation of the board and no page behind it", async () => {
    await enrol(here());
    const thief = here();
    expect(headingOf(await comeFromProvider(thief))).toBe("Enter your code");
    const closed = allOperations.filter(
      ({ base = "api", callers }) => base === "api" && !callers.includes("anyone"),
    );
    const opened: string[] = [];
    for (const operation of closed) {
      const { method } = operation;
      const body = method === "get" ? undefined : {};
      const { status } = await ask(thief, method.toUpperCase(), pathOf(operation, { id: "1" }), body);
      if (status !== 401 && status !== 403) opened.push(`${status} ${operation.id}`);
    }
    expect([closed.length > 150, opened]).toEqual([true, []]);
    for (const path of ["/", "/sessions/1", "/settings/sign-in"])
      expect((await thief.ask(path)).status).toBe(303);
  });

  it("sets up no second authenticator, shows none, and makes no recovery codes", async () => {
    const { app } = await enrol(here());
    const thief = here();
    const page = await comeFromProvider(thief);
    const form = { form_token: /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "" };
    const shown = await thief.ask("/sign-in/enrol");
    const sent = new URLSearchParams({ ...form, code: "000000", current: "000000", trust: "1" });
    const posted = await thief.ask("/sign-in/enrol", { method: "POST", body: sent });
    expect([shown.status, posted.status]).toEqual([409, 403]);
    for (const { text } of [page, shown, posted]) expect(text.replaceAll(" ", "")).not.toContain(app.secret);
    expect((await ask(thief, "POST", "/web_sign_in/recovery_codes", { code: app.code(1) })).status).toBe(401);
  });

  it("with the cookies of a person who has not set one up, as a server on another port gets them, sets up none", async () => {
    const victim = here();
    const page = await comeFromProvider(victim);
    const thief = here();
    for (const [name, value] of victim.cookies) thief.cookies.set(name, value);
    for (const path of ["/sign-in/enrol", "/sign-in/enrol?step=", "/sign-in/code"])
      expect((await thief.open(path)).status).toBe(403);
    const form = { form_token: /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "" };
    const sent = new URLSearchParams({ ...form, code: authenticatorOf(page).code() });
    expect((await thief.ask("/sign-in/enrol", { method: "POST", body: sent })).status).toBe(403);
    expect((await victim.send(page, { code: authenticatorOf(page).code() })).status).toBe(200);
  });

  it("with the set-up of an earlier browser, is refused once the person has set one up", async () => {
    const thief = here();
    const early = await comeFromProvider(thief);
    await enrol(here());
    expect((await thief.send(early, { code: "000000" })).status).toBe(403);
    expect((await thief.ask("/sign-in/enrol")).status).toBe(403);
  });
});

describe("a code", () => {
  it("that was used is worth nothing elsewhere", async () => {
    const browser = here();
    const { app, code } = await enrol(browser);
    const renew = await ask(browser, "POST", "/web_sign_in/recovery_codes", { code });
    const page = await browser.open("/sign-in/enrol");
    const replaced = await browser.send(page, { code: app.code(), current: code });
    expect([renew.status, replaced.status]).toEqual([422, 422]);
  });

  it("cannot be guessed from many browsers, nor on many pages, nor after a lock by signing in again", async () => {
    const laptop = here();
    const { app, recoveryCodes } = await enrol(laptop);
    const thieves = [here(), here(), here()];
    const statuses: number[] = [];
    for (const thief of thieves) {
      const page = await comeFromProvider(thief);
      statuses.push((await thief.send(page, { code: "000000" })).status);
    }
    for (const code of ["000000", "no"])
      statuses.push((await ask(laptop, "POST", "/web_sign_in/recovery_codes", { code })).status);
    const [thief = here()] = thieves;
    for (const code of [app.code(1), recoveryCodes[0] ?? ""])
      statuses.push((await thief.send(await comeFromProvider(thief), { code })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 429, 429, 429]);
    expect((await ask(laptop, "GET", "/sessions")).status).toBe(200);
  });
});

describe("a cookie", () => {
  it("of one purpose opens nothing as another", async () => {
    const [laptop, thief] = [here(), here()];
    await enrol(laptop, "/", { trust: "1" });
    await comeFromProvider(thief);
    await thief.send(await thief.open("/sign-in"), {}, () => true);
    const { name } = cookieOf(laptop, "in");
    const values = ["trusted", "form"].map((purpose) => cookieOf(laptop, purpose).value);
    const others = ["in", "flow", "form"].map((purpose) => cookieOf(thief, purpose).value);
    for (const value of [...values, ...others, "", "null", "%00", "a".repeat(4_000)]) {
      const headers = { cookie: `${name}=${value}` };
      const { status } = await bed().service.call("GET", "/ui/v1/sessions", undefined, {
        key: null,
        headers,
      });
      expect([value, status]).toEqual([value, 401]);
    }
    const flow = cookieOf(thief, "flow").name;
    for (const value of [...values, ...others.slice(0, 1), "AAAA", "%", "v1.a.b.c"]) {
      const answer = await fetch(`${bed().service.url}/sign-in/callback?code=1&state=1`, {
        headers: { cookie: `${flow}=${value}` },
        redirect: "manual",
      });
      expect(answer.status).toBe(403);
    }
  });

  it("that somebody planted before the sign-in opens nothing after it", async () => {
    const [thief, victim] = [here(), here()];
    await comeFromProvider(thief);
    const planted = cookieOf(thief, "in");
    newcomer();
    victim.cookies.set(planted.name, planted.value);
    await enrol(victim);
    expect(cookieOf(victim, "in").value).not.toBe(planted.value);
    expect((await ask(thief, "GET", "/sessions")).status).toBe(401);
  });

  it("of a trusted browser skips the code of its person alone, and not the provider", async () => {
    const [laptop, thief] = [here(), here()];
    await enrol(laptop, "/", { trust: "1" });
    const trusted = cookieOf(laptop, "trusted");
    newcomer();
    await enrol(here());
    thief.cookies.set(trusted.name, trusted.value);
    expect(headingOf(await comeFromProvider(thief))).toBe("Enter your code");
    expect((await ask(thief, "GET", "/sessions")).status).toBe(401);
  });

  it("is out of reach of scripts and of other sites, at each step", async () => {
    const browser = here();
    const pages = [await browser.ask("/sign-in"), await browser.open("/sign-in")];
    const back = await browser.send(pages[1] as Page, {}, () => true);
    const done = (await enrol(browser)).done;
    const set = [...pages, back, done].flatMap(({ headers }) => headers.getSetCookie());
    expect(set.length).toBeGreaterThan(4);
    for (const line of set) expect(line).toMatch(/; Path=\/(; .*)?; HttpOnly(; SameSite=(Lax|Strict))?$/);
    for (const { headers } of [...pages, back, done]) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    }
  });
});

describe("a form", () => {
  it.each([
    ["a page at another port", { "sec-fetch-site": "same-site" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["an address that was typed", { "sec-fetch-site": "none" }],
    ["a frame without an origin", { origin: "null" }],
    ["an origin with this one's name in it", { origin: "http://127.0.0.1.evil.test" }],
    ["another port of this machine", { origin: "http://127.0.0.1:1" }],
  ])("is refused from %s", async (_what, headers) => {
    const browser = here();
    const { text } = await browser.open("/sign-in");
    const body = new URLSearchParams({
      form_token: /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "",
    });
    for (const path of ["/sign-in", "/sign-in/code", "/sign-in/enrol", "/sign-in/window", "/sign-in/browser"])
      expect((await browser.ask(path, { method: "POST", body, headers })).status).toBe(403);
  });
});

describe("return_to", () => {
  let browser: Visitor;
  beforeAll(async () => {
    browser = here();
    await enrol(browser);
  });

  it.each([
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/%09/evil.test",
    "/%2f%2fevil.test",
    "/%5cevil.test",
    "/@evil.test",
    "//127.0.0.1@evil.test",
    "/x/../..//evil.test",
    "/%0d%0aSet-Cookie:%20a=b",
    "/\r\nSet-Cookie: a=b",
    "javascript:alert(1)",
    "/%6aavascript:alert(1)",
    "data:text/html,x",
    "https://evil.test",
    "?//evil.test",
    "/\u2044\u2044evil.test",
  ])("%j leads to this service alone", async (target) => {
    const { status, headers } = await browser.ask(`/sign-in?return_to=${encodeURIComponent(target)}`);
    const { url } = bed().service;
    expect([status, new URL(headers.get("location") ?? "", url).origin, headers.getSetCookie()]).toEqual([
      303,
      url,
      [],
    ]);
  });
});

describe("the app's window that waits for a browser", () => {
  const app = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Signalbox/1.0.0 Chrome/150.0 Electron/45.0" };

  /** A window whose person is back from the provider. */
  async function readyWindow(): Promise<() => Promise<Page>> {
    const window = here();
    const { text } = await window.ask("/sign-in", { headers: app });
    const address = /<a class="button" href="([^"]+)" target="_blank"/.exec(text)?.[1] ?? "";
    const browser = here();
    expect(headingOf(await browser.send(await browser.open(address)))).toBe("Return to Signalbox");
    const body = new URLSearchParams({
      form_token: /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "",
    });
    return () => window.ask("/sign-in/window", { method: "POST", headers: app, body });
  }

  it("is signed in while nothing happens in between", async () => {
    const poll = await readyWindow();
    expect((await poll()).status).toBe(303);
  });

  it("is not signed in after its person signed out everywhere", async () => {
    const laptop = here();
    await enrol(laptop);
    const poll = await readyWindow();
    await ask(laptop, "POST", "/sign_out_everywhere", {});
    expect((await poll()).status).toBe(403);
  });

  it("is not signed in with an address that another account has meanwhile", async () => {
    const person = newcomer();
    bed().idp.subject = { ...person, sub: `another-${person.sub}` };
    const poll = await readyWindow();
    bed().idp.subject = person;
    await enrol(here());
    expect((await poll()).status).toBe(403);
  });
});

describe("after a restart with other settings", () => {
  let idp: TestIdentityProvider;
  let service: TestService;
  let folder: string;
  // The keys of browsers belong to the port at which they signed in.
  let port: string;
  const begin = async (change: Record<string, string> = {}): Promise<void> => {
    const environment = { ...idp.environment, SERVICE_PORT: port, ...change };
    service = await startTestService({ folder, environment });
  };
  /** The same service as a browser of before reaches it. */
  const ofBefore = (browser: Visitor) => (path: string) =>
    fetch(service.url + path, { headers: browser.headers(), redirect: "manual" });
  const atBoard = async (browser: Visitor): Promise<number> =>
    (await ofBefore(browser)("/ui/v1/sessions")).status;
  async function restart(change: Record<string, string>): Promise<void> {
    await service.service.close();
    await begin(change);
  }

  beforeAll(async () => {
    idp = await startIdentityProvider();
    folder = await mkdtemp(join(tmpdir(), "signalbox-test-"));
    port = String(await freePort());
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await idp[Symbol.asyncDispose]();
  });

  it("a domain that was removed opens nothing, and its half-done sign-ins neither", async () => {
    await begin();
    const [laptop, half] = [visitor(service.url), visitor(service.url)];
    await enrol(laptop, "/sign-in");
    await comeFromProvider(half, "/sign-in");
    await restart({ SERVICE_WEB_AUTH_ALLOWED_DOMAINS: "other.test" });
    expect([await atBoard(laptop), (await ofBefore(half)("/sign-in/code")).status]).toEqual([401, 403]);
    await restart({});
    expect(await atBoard(laptop)).toBe(200);
  });

  it("a sign-in that was begun before the reset sets up no authenticator", async () => {
    const half = visitor(service.url);
    expect(headingOf(await comeFromProvider(half, "/sign-in"))).toBe("Enter your code");
    await restart({ SERVICE_WEB_AUTH_RESET_BEFORE: new Date(Date.now() + 1).toISOString() });
    const shown = await ofBefore(half)("/sign-in/enrol");
    expect([shown.status, (await ofBefore(half)("/sign-in/code")).status]).toEqual([403, 403]);
  });

  it("a sign-in without a code is not enough once one is required again", async () => {
    await restart({ SERVICE_WEB_AUTH_SECOND_FACTOR: "off" });
    const thief = visitor(service.url);
    await comeFromProvider(thief, "/sign-in");
    expect(await atBoard(thief)).toBe(200);
    await restart({});
    expect(await atBoard(thief)).toBe(401);
  });
});
