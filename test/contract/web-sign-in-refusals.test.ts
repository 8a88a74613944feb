import { describe, expect, test } from "vitest";
import { createSession } from "../support/sessions.ts";
import { comeFromProvider, enrol, visitor } from "../support/sign-in.ts";
import { alertOf, headingOf, isCallback, useSignInService } from "../support/sign-in-service.ts";
import { proves } from "./proves.ts";

const { bed, newcomer, ask } = useSignInService();
const json = { "content-type": "application/json" };
const isProvider = ({ origin }: URL): boolean => origin === bed().idp.issuer;

describe("sign-in is refused to", () => {
  test.each([
    [
      "a person of another domain",
      { hd: "evil.test", email: "alice@evil.test" },
      /does not belong to a domain/,
    ],
    [
      "a person of another domain with an allowed address",
      { hd: "evil.test" },
      /does not belong to a domain/,
    ],
    ["a private account, which has no domain", { hd: undefined }, /does not belong to a domain/],
    [
      "a person of an allowed domain with an address elsewhere",
      { email: "a@mail.test" },
      /does not belong to a domain/,
    ],
    ["a person whose address is not verified", { email_verified: false }, /not verified/],
  ])("%s", async (_title, change, reason) => {
    const { hd, ...rest } = { ...newcomer(), ...change };
    bed().idp.subject = hd === undefined ? rest : { ...rest, hd };
    const browser = visitor(bed().service.url);
    const page = await comeFromProvider(browser);
    expect([page.status, alertOf(page)]).toEqual([403, expect.stringMatching(reason)]);
    expect((await ask(browser, "GET", "/sessions")).status).toBe(401);
  });

  test("another account with the address of a known person", async () => {
    const person = newcomer();
    await enrol(visitor(bed().service.url));
    bed().idp.subject = { ...person, sub: "somebody-else" };
    const page = await comeFromProvider(visitor(bed().service.url));
    expect([page.status, alertOf(page)]).toEqual([403, expect.stringMatching(/Another account/)]);
  });

  test("a browser that sends the same answer a second time", async () => {
    const browser = visitor(bed().service.url);
    const returning = await browser.send(await browser.open("/"), {}, isCallback);
    const path = returning.url.pathname + returning.url.search;
    const cookie = browser.cookie();
    expect(headingOf(await browser.open(path))).toBe("Set up your authenticator");
    expect((await browser.open(path)).status).toBe(403);
    const replayed = await fetch(bed().service.url + path, { headers: { cookie }, redirect: "manual" });
    expect([replayed.status, await replayed.text()]).toEqual([
      403,
      expect.stringContaining("could not be verified"),
    ]);
  });

  test.each(["state", "nonce", "code_challenge"])(
    "a browser that changed the %s of its request",
    async (name) => {
      const browser = visitor(bed().service.url);
      const leaving = await browser.send(await browser.open("/"), {}, isProvider);
      leaving.url.searchParams.set(name, "B".repeat(43));
      const page = await browser.open(leaving.url.href);
      expect(page.status, headingOf(page)).toBe(403);
      expect((await ask(browser, "GET", "/sessions")).status).toBe(401);
    },
  );

  test("a browser with an answer to another browser's request", async () => {
    const [victim, attacker] = [visitor(bed().service.url), visitor(bed().service.url)];
    const theirs = await attacker.send(await attacker.open("/"), {}, isCallback);
    const path = theirs.url.pathname + theirs.url.search;
    expect((await victim.open(path)).status).toBe(403);
    await victim.send(await victim.open("/"), {}, isCallback);
    expect((await victim.open(path)).status).toBe(403);
  });

  test("a person whom the provider refuses, without showing the provider's own words", async () => {
    const browser = visitor(bed().service.url);
    const leaving = await browser.send(await browser.open("/"), {}, isProvider);
    const answer = new URLSearchParams({
      error: "access_denied",
      error_description: "<b>Call this number</b>",
      state: leaving.url.searchParams.get("state") ?? "",
      iss: bed().idp.issuer,
    });
    const page = await browser.open(`/sign-in/callback?${answer}`);
    expect([page.status, alertOf(page)]).toEqual([403, expect.stringMatching(/did not sign you in/)]);
    expect(page.text).not.toContain("Call this number");
  });

  test("a person who guesses codes; after the fifth, correct ones are refused too", async () => {
    const { recoveryCodes } = await enrol(visitor(bed().service.url));
    const browser = visitor(bed().service.url);
    const page = await comeFromProvider(browser);
    const guess = async (code: string): Promise<number> => (await browser.send(page, { code })).status;
    for (const _time of [1, 2, 3, 4]) expect(await guess("000000")).toBe(422);
    for (const code of ["000000", recoveryCodes[0] ?? ""]) expect(await guess(code)).toBe(429);
    expect((await ask(browser, "GET", "/sessions")).status).toBe(401);
  });

  test("a person who stopped before entering the code", async () => {
    await enrol(visitor(bed().service.url));
    const browser = visitor(bed().service.url);
    await comeFromProvider(browser);
    expect((await ask(browser, "GET", "/sessions")).status).toBe(401);
    expect((await browser.ask("/")).status).toBe(303);
    const page = await browser.open("/sign-in/enrol");
    expect([page.status, alertOf(page)]).toEqual([
      409,
      expect.stringMatching(/already has an authenticator/),
    ]);
    const stranger = await visitor(bed().service.url).open("/sign-in/code");
    expect(stranger.status).toBe(403);
  });
});

describe("the forms", () => {
  proves("R136")("are accepted from our own pages only", async () => {
    const browser = visitor(bed().service.url);
    const body = new URLSearchParams({ return_to: "/" });
    expect((await browser.ask("/sign-in", { method: "POST", body })).status).toBe(403);
    const page = await browser.open("/sign-in");
    expect((await browser.send(page, { form_token: "guess" })).status).toBe(403);
    const stranger = visitor(bed().service.url);
    await stranger.open("/sign-in");
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const forged = new URLSearchParams({ form_token: token, return_to: "/" });
    expect((await stranger.ask("/sign-in", { method: "POST", body: forged })).status).toBe(403);
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.test" }]) {
      expect((await browser.ask("/sign-in", { method: "POST", body: forged, headers })).status).toBe(403);
    }
  });

  proves("R136")("and writes of a signed-in browser are refused from another site", async () => {
    const browser = visitor(bed().service.url);
    await enrol(browser);
    const { id } = await createSession(bed().service, { title: "Target" });
    const attempt = (headers: Record<string, string>, body = "{}") =>
      fetch(`${bed().service.url}/ui/v1/sessions/${id}`, {
        method: "DELETE",
        headers: { ...browser.headers(), ...headers },
        body,
      });
    expect((await attempt({ ...json, origin: "https://evil.test" })).status).toBe(403);
    expect((await attempt({ ...json, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await attempt({ "content-type": "text/plain" })).status).not.toBe(200);
    expect((await bed().service.call("GET", `/sessions/${id}`)).status).toBe(200);
  });

  test("survive malformed bodies", async () => {
    const browser = visitor(bed().service.url);
    await browser.open("/sign-in");
    for (const body of [
      "form_token=a&form_token=b",
      "%",
      `code=${"x".repeat(20_000)}`,
      "__proto__=1&code[a]=1",
    ]) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      for (const path of ["/sign-in", "/sign-in/code", "/sign-in/enrol"]) {
        const { status } = await browser.ask(path, { method: "POST", body, headers });
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
    }
    expect((await browser.ask("/sign-in", { method: "POST", body: "{}", headers: json })).status).toBe(403);
  });

  test.each(["//evil.test", "/\\evil.test", "https://evil.test", "/%5cevil.test/..//x", "/sign-in/callback"])(
    "never lead to another site, whatever return_to says: %s",
    async (target) => {
      const browser = visitor(bed().service.url);
      const { done } = await enrol(browser, `/sign-in?return_to=${encodeURIComponent(target)}`);
      const link = /class="button" href="([^"]*)"/.exec(done.text)?.[1] ?? "";
      expect(new URL(link, bed().service.url).origin).toBe(bed().service.url);
      const again = await browser.ask(`/sign-in?return_to=${encodeURIComponent(target)}`);
      const location = again.headers.get("location") ?? "";
      expect([again.status, new URL(location, bed().service.url).origin]).toEqual([303, bed().service.url]);
    },
  );
});
