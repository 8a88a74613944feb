import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import {
  type HostileIdentityProvider,
  honest,
  type Lies,
  startHostileIdentityProvider,
} from "../support/hostile-identity-provider.ts";
import { type Page, type Visitor, visitor } from "../support/sign-in.ts";
import { headingOf, isCallback } from "../support/sign-in-service.ts";

/** Attacks on web sign-in by what the identity provider answers, and by who stands between it and the browser. */

let idp: HostileIdentityProvider;
let service: BoardService;
let people = 0;

beforeAll(async () => {
  idp = await startHostileIdentityProvider();
  service = await startBoardService({ environment: idp.environment });
});
beforeEach(() => {
  people += 1;
  idp.lies = honest();
  idp.lies.claims = { sub: `${people}`, email: `person-${people}@corp.test` };
  idp.asked.length = 0;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await idp[Symbol.asyncDispose]();
});

const lie = (lies: Partial<Lies>): void => {
  const { claims, ...rest } = lies;
  Object.assign(idp.lies, rest);
  Object.assign(idp.lies.claims, claims);
};

async function signIn(browser: Visitor = visitor(service.url)): Promise<Page> {
  return browser.send(await browser.open("/"));
}

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;
const dayS = 86_400;

describe("an ID token", () => {
  it("is accepted as the provider should make it", async () => {
    expect(headingOf(await signIn())).toBe("Set up your authenticator");
  });

  it.each<[string, Partial<Lies>]>([
    ["that nobody signed", { header: { alg: "none", kid: undefined }, signer: "nobody" }],
    ["that nobody signed, with the usual algorithm", { signer: "nobody" }],
    ["signed with the public key as a secret", { header: { alg: "HS256" }, signer: "public key" }],
    ["signed by a stranger", { signer: "stranger" }],
    ["signed by a stranger without a key's name", { signer: "stranger", header: { kid: undefined } }],
    ["signed with a key of an unknown name", { header: { kid: "../../first" } }],
    [
      "that names the address of its keys",
      { signer: "stranger", header: { kid: "x", jku: "http://127.0.0.1:9" } },
    ],
    ["that names a certificate", { signer: "stranger", header: { x5u: "http://127.0.0.1:9", x5c: ["AA"] } }],
    ["with an extension that must be understood", { header: { crit: ["b64"], b64: false } }],
    ["for another client", { claims: { aud: "another" } }],
    ["for another client too", { claims: { aud: ["signalbox", "another"] } }],
    ["for nobody", { claims: { aud: undefined } }],
    ["that another client asked for", { claims: { azp: "another" } }],
    ["of another issuer", { claims: { iss: "https://accounts.google.com" } }],
    ["of an issuer with this one's name in it", { claims: { iss: "http://127.0.0.1.evil.test" } }],
    ["with another nonce", { claims: { nonce: "another" } }],
    ["without a nonce", { claims: { nonce: undefined } }],
    ["that has expired", { claims: { iat: inSeconds(-dayS), exp: inSeconds(-dayS / 2) } }],
    ["that never expires", { claims: { exp: undefined } }],
    ["that expires in words", { claims: { exp: "tomorrow" } }],
    ["that is not valid yet", { claims: { nbf: inSeconds(dayS) } }],
    ["from the future", { claims: { iat: inSeconds(dayS), exp: inSeconds(2 * dayS) } }],
    ["without a subject", { claims: { sub: undefined } }],
    ["with an empty subject", { claims: { sub: "" } }],
    ["with a subject that is no text", { claims: { sub: { $ne: null } } }],
    ["that is no token", { tokens: { id_token: "a.b.c" } }],
    ["that is missing", { tokens: { id_token: undefined } }],
  ])("is refused %s", async (_what, lies) => {
    lie(lies);
    const browser = visitor(service.url);
    const page = await signIn(browser);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("could not be verified")]);
    expect(browser.cookies.size).toBe(1);
  });

  it.each<[string, Record<string, unknown>]>([
    ["an address that somebody verified in words", { email_verified: "true" }],
    ["an address that is not verified", { email_verified: 1 }],
    ["no domain", { hd: undefined }],
    ["a list of domains", { hd: ["corp.test"] }],
    ["a domain before the allowed one", { email: "a@evil.corp.test", hd: "evil.corp.test" }],
    ["a domain after the allowed one", { email: "a@corp.test.evil.test", hd: "corp.test.evil.test" }],
    ["a domain that ends like it", { email: "a@evilcorp.test", hd: "evilcorp.test" }],
    ["a domain with a dot at its end", { email: "a@corp.test.", hd: "corp.test." }],
    ["a domain with a space", { hd: "corp.test " }],
    ["a domain in look-alike letters", { email: "a@wor\u212a.test", hd: "wor\u212a.test" }],
    ["a domain in look-alike letters, in the address alone", { email: "a@wor\u212a.test", hd: "work.test" }],
    ["two domains", { hd: "corp.test,evil.test" }],
    ["two addresses", { email: "mallory@evil.test,alice@corp.test" }],
    ["an address in an address", { email: "mallory@evil.test@corp.test" }],
    ["a quoted address", { email: '"mallory@evil.test"@corp.test' }],
    ["a name and an address", { email: "Alice <alice@corp.test" }],
    ["lines of its own", { email: "a\n[web_sign_in] b@corp.test signed in@corp.test" }],
    ["a text that turns around", { email: "alice\u202e@corp.test" }],
    ["letters that become others in lower case", { email: "mi\u212ae@corp.test" }],
    ["letters of another script", { email: "\u0430lice@corp.test" }],
    ["nothing before the domain", { email: "@corp.test" }],
    ["a list of addresses", { email: ["alice@corp.test"] }],
    ["an endless address", { email: `${"a".repeat(100_000)}@corp.test` }],
  ])("lets nobody in with %s", async (_what, claims) => {
    lie({ claims });
    const browser = visitor(service.url);
    const page = await signIn(browser);
    expect([page.status, headingOf(page)]).toEqual([403, "Sign-in refused"]);
    expect(browser.cookies.size).toBe(1);
  });
});

describe("an answer of the provider", () => {
  it.each<[string, Partial<Lies>]>([
    [
      "with an error in place of a token",
      { answer: (to) => void to.writeHead(400).end('{"error":"<b>x</b>"}') },
    ],
    [
      "that is a page",
      { answer: (to) => void to.writeHead(200, { "content-type": "text/html" }).end("<b>") },
    ],
    [
      "that leads elsewhere",
      { answer: (to) => void to.writeHead(302, { location: "http://127.0.0.1:9" }).end() },
    ],
    ["that breaks off", { answer: (to) => void to.destroy() }],
    ["of no known kind", { tokens: { token_type: "<b>x</b>" } }],
  ])("%s ends on a page of ours", async (_what, lies) => {
    lie(lies);
    const page = await signIn();
    expect([403, 502]).toContain(page.status);
    expect(page.text).not.toContain("<b>");
  });

  it("is read only so far", async () => {
    let sent = 0;
    lie({
      answer: (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const more = (): void => {
          while (!response.destroyed && sent < 100_000_000 && response.write(" ".repeat(65_536)))
            sent += 65_536;
          if (sent >= 100_000_000) response.end();
        };
        response.on("drain", more);
        more();
      },
    });
    expect((await signIn()).status).toBeGreaterThanOrEqual(400);
    expect(sent).toBeLessThan(50_000_000);
  });

  it.each([
    ["the state is missing", { state: undefined }],
    ["the state is another", { state: "another" }],
    ["another provider sent it", { iss: "https://accounts.google.com" }],
    ["there is no code", { code: undefined }],
    ["tokens come in the address", { id_token: "a.b.c" }],
    ["it comes with an error", { error: "access_denied", error_description: "<script>1</script>" }],
  ])("is refused if %s", async (_what, callback) => {
    lie({ callback });
    const page = await signIn();
    expect([page.status, headingOf(page)]).toEqual([403, "Sign-in refused"]);
    expect(page.text).not.toContain("<script>");
    expect(idp.asked).not.toContain("/token");
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,<script>1</script>",
    "vscode://file/etc/passwd",
    "http://evil.test/authorize",
    "https://accounts.google.com@evil.test/authorize",
  ])("sends no browser to %s", async (address) => {
    lie({ metadata: { authorization_endpoint: address } });
    await using fresh = await startBoardService({ environment: idp.environment });
    const browser = visitor(fresh.url);
    const page = await browser.send(await browser.open("/"), {}, () => true);
    expect([page.status, page.text]).toEqual([502, expect.not.stringContaining(address)]);
  });

  it("counts once, though the provider takes its codes again and again", async () => {
    const browser = visitor(service.url);
    const returning = await browser.send(await browser.open("/"), {}, isCallback);
    const headers = { cookie: browser.cookie() };
    const come = () => fetch(returning.url, { headers, redirect: "manual" });
    expect((await come()).headers.get("location")).toMatch(/^\/sign-in\/enrol/);
    const again = await come();
    expect([again.status, again.headers.getSetCookie().filter((line) => line.includes("_in="))]).toEqual([
      403,
      [],
    ]);
  });

  it("counts for the browser that asked alone, whatever code is put into it", async () => {
    const [victim, attacker] = [visitor(service.url), visitor(service.url)];
    const mine = await attacker.send(await attacker.open("/"), {}, isCallback);
    const theirs = await victim.send(await victim.open("/"), {}, isCallback);
    theirs.url.searchParams.set("code", mine.url.searchParams.get("code") ?? "");
    expect((await victim.open(theirs.url.href)).status).toBe(403);
  });
});
