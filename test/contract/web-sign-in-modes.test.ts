import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startBoardService } from "../support/board.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { comeFromProvider, enrol, visitor } from "../support/sign-in.ts";
import { proves } from "./proves.ts";

describe("while web sign-in is off", () => {
  proves("R134", "R225")("the board opens without a sign-in if the owner asked for that", async () => {
    await using service = await startBoardService({ environment: { SERVICE_WEB_OPEN: "1" } });
    const { board } = service;
    expect((await board.call("GET", "/sessions")).status).toBe(200);
    const state = await board.call("GET", "/web_sign_in");
    expect(state.body).toMatchObject({ state: "off", you: null, browsers: [], trusted_browsers: [] });
    expect((await board.call<{ web_sign_in: unknown }>("GET", "/me")).body.web_sign_in).toBeNull();
    expect((await board.call("POST", "/web_sign_in/sign_out", {})).status).toBe(409);
    expect((await board.call("POST", "/web_sign_in/recovery_codes", { code: "1" })).status).toBe(409);
    const page = await visitor(service.url).ask("/sign-in?return_to=/sessions/1");
    expect([page.status, page.headers.get("location")]).toEqual([303, "/"]);
  });
});

describe("web sign-in that is only partly set up", () => {
  test.each([
    ["GOOGLE_CLIENT_ID", ["GOOGLE_CLIENT_SECRET", "ALLOWED_DOMAINS"]],
    ["ALLOWED_DOMAINS", ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"]],
  ])("lets no one in and names what is missing besides %s", async (made, missing) => {
    const name = (part: string) => `SERVICE_WEB_AUTH_${part}`;
    await using service = await startBoardService({ environment: { [name(made)]: "corp.test" } });
    const browser = visitor(service.url);
    const page = await browser.open("/sessions/3");
    expect(page.status).toBe(503);
    for (const part of missing) expect(page.text).toContain(name(part));
    expect(page.text).not.toContain(name(made));
    const { status, body } = await service.board.call<{ messages: string[] }>("GET", "/sessions");
    expect([status, body.messages.length]).toEqual([401, missing.length]);
    for (const part of missing) expect(body.messages.join(" ")).toContain(name(part));
    const posted = await browser.ask("/sign-in", { method: "POST", body: new URLSearchParams() });
    expect(posted.status).toBe(503);
    expect((await service.call("GET", "/sessions")).status).toBe(200);
  });
});

proves("R135")("without a second factor, the provider's sign-in is enough", async () => {
  await using idp = await startIdentityProvider();
  const environment = { ...idp.environment, SERVICE_WEB_AUTH_SECOND_FACTOR: "off" };
  await using service = await startBoardService({ environment });
  const browser = visitor(service.url);
  expect((await comeFromProvider(browser, "/sessions/3")).url.pathname).toBe("/sessions/3");
  const headers = browser.headers();
  const { body } = await service.call("GET", "/ui/v1/me", undefined, { key: null, headers });
  expect(body).toMatchObject({ web_sign_in: { totp_required: false, totp_enrolled_at: null } });
});

test("reports a provider that does not answer, and asks it again the next time", async () => {
  await using idp = await startIdentityProvider();
  const environment = { ...idp.environment, SERVICE_WEB_AUTH_ISSUER: "http://127.0.0.1:9" };
  await using service = await startBoardService({ environment });
  const browser = visitor(service.url);
  for (const _time of [1, 2]) {
    const page = await browser.send(await browser.open("/"));
    expect([page.status, page.text]).toEqual([502, expect.stringContaining("did not answer")]);
  }
});

test("behind a configured https address, the provider redirects there and the cookies are secure", async () => {
  await using idp = await startIdentityProvider();
  const environment = { ...idp.environment, SERVICE_PROD_BASE_URL: "https://board.example" };
  await using service = await startBoardService({ environment });
  const browser = visitor(service.url);
  const page = await browser.send(await browser.open("/"), {}, ({ origin }) => origin === idp.issuer);
  expect(page.url.searchParams.get("redirect_uri")).toBe("https://board.example/sign-in/callback");
  const [flow = ""] = page.headers.getSetCookie().filter((line) => line.includes("_flow="));
  expect(flow).toMatch(/HttpOnly; Secure; SameSite=Lax/);
});

test("stores no secret in the database or the log", async () => {
  await using idp = await startIdentityProvider();
  const lines: string[] = [];
  const { pino } = await import("pino");
  const log = pino({ level: "trace" }, { write: (line) => void lines.push(line) });
  await using service = await startBoardService({ environment: idp.environment, log });
  const browser = visitor(service.url);
  const { app, recoveryCodes } = await enrol(browser, "/", { trust: "1" });
  const folder = join(service.folder, "data");
  const files = ["signalbox.db", "signalbox.db-wal"].map((name) => readFile(join(folder, name), "latin1"));
  const kept = [...(await Promise.all(files)), ...lines].join("\n");
  const secrets = [...browser.cookies.values(), ...recoveryCodes, app.secret, "a-client-secret-of-a-test"];
  expect(secrets.length).toBeGreaterThanOrEqual(14);
  for (const secret of secrets) expect(kept).not.toContain(secret);
  expect(lines.join("\n")).toContain("[web_sign_in] alice@corp.test signed in");
});
