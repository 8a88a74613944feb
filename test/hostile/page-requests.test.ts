import { createHash, createPublicKey } from "node:crypto";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { certificateStore } from "../../server/domains/access/lan/certificate.ts";
import { signatureHeader } from "../../server/domains/access/page-keys/model.ts";
import { type Service, startService } from "../../server/index.ts";
import { openBoard as signIn } from "../support/board.ts";
import { requestFromPage } from "../support/board-page.ts";
import {
  type BoardPage,
  builtBoard,
  openBoard,
  openBoardTrusting,
  startServiceWithBoard,
  useBrowser,
} from "../support/browser.ts";
import { silentLog } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { askLan, invite, openLan } from "../support/lan.ts";
import { newPageKey, offerOf } from "../support/page-signer.ts";
import {
  isWorthStealing,
  type PortSquatter,
  type Received,
  replay,
  squatOn,
  variants,
} from "../support/port-squatter.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";

const browser = useBrowser();

/** What a page complains of while its service is away and somebody else answers. */
const away = [/net::ERR_/, /status of (?:401|403|409|503)/];

const port = async (): Promise<Record<string, string>> => ({
  SERVICE_PORT: String(await freePort()),
  SERVICE_LAN_PORT: String(await freePort()),
});

let again: Service | undefined;
afterEach(async () => {
  await again?.close();
  again = undefined;
});

/** The same service on its port and data. */
async function startAgain({ environment }: TestService): Promise<void> {
  again = await startService({ environment, log: silentLog, rendererFolder: builtBoard });
}

const row = (page: Page, title: string) => page.getByRole("link", { name: new RegExp(title) });

/** Everything that a page sends while somebody else answers in place of its service. */
async function robbed(
  service: TestService,
  { board, squatter }: { board: BoardPage; squatter: () => Promise<PortSquatter> },
): Promise<Received[]> {
  await service.service.close();
  await using thief = await squatter();
  const sent = { method: "PATCH", path: "/sessions/1", body: { title: "Planted" } };
  expect(await requestFromPage(board, sent)).toBe(503);
  await expect
    .poll(() => thief.received.map(({ target }) => target), soon)
    .toEqual(expect.arrayContaining([expect.stringMatching(/^\/ui\/v1\/(?!sessions\/1$)/)]));
  return thief.received.filter(isWorthStealing);
}

/** The answers to each request that was recorded, as it was and changed. */
async function answersTo(origin: string, received: readonly Received[]): Promise<string[]> {
  const answers: string[] = [];
  for (const one of received.flatMap(variants)) {
    const status = await replay(origin, one);
    answers.push(`${one.method} ${one.target.replace(/\?.*$/, "")}: ${status}`);
  }
  return answers;
}

const opened = (answers: readonly string[]): string[] =>
  answers.filter((answer) => !/: 40[134]$/.test(answer));

describe("a squatter on the port of a service that is down", () => {
  it("gets nothing from an open page that works after the restart, and the page goes on by itself", async () => {
    await using service = await startServiceWithBoard({ environment: await port() });
    await restedSession(service, "#script say Done.", { title: "Paint the shed" });
    await using board = await openBoard(browser(), { url: service.url, expected: away });
    await board.open();
    await row(board.page, "Paint the shed").waitFor();
    const at = Number(new URL(service.url).port);
    const received = await robbed(service, { board, squatter: () => squatOn({ port: at }) });
    expect(received.filter(({ headers }) => headers["cookie"]?.includes("_browser=")).length).toBe(
      received.length,
    );
    expect(received.some(({ headers, method }) => signatureHeader in headers && method === "PATCH")).toBe(
      true,
    );

    await startAgain(service);
    expect(opened(await answersTo(service.url, received))).toEqual([]);
    await service.call("PATCH", "/sessions/1", { title: "Paint the fence" });
    await row(board.page, "Paint the fence").waitFor();
    expect(
      await requestFromPage(board, { method: "PATCH", path: "/sessions/1", body: { title: "Mine" } }),
    ).toBe(200);
  });

  it("gets launch codes that are worth nothing after the restart, with whatever key", async () => {
    await using service = await startServiceWithBoard({ environment: await port() });
    const { host } = new URL(service.url);
    const link = service.service.launchLink();
    const code = new URL(link).hash.slice("#code=".length);
    await using board = await openBoard(browser(), { url: service.url, signedOut: true, expected: away });
    await board.open("/sign-in");
    await service.service.close();
    let received: Received[];
    {
      await using thief = await squatOn({ port: Number(new URL(service.url).port) });
      await board.page.getByLabel("Launch link or code").fill(link);
      await board.page.getByRole("button", { name: "Sign in" }).click();
      await expect.poll(() => thief.received.filter(({ body }) => body.includes(code)), soon).toHaveLength(1);
      received = thief.received.filter(({ method }) => method === "POST");
    }
    await startAgain(service);
    const own = { ...received[0], body: JSON.stringify({ code, ...offerOf(newPageKey(), host, code) }) };
    for (const one of [...received, own as Received]) expect(await replay(service.url, one)).toBe(401);
  });

  it("that answers that the sign-in has ended finds no key when the page comes to it", async () => {
    await using service = await startServiceWithBoard({ environment: await port() });
    await using board = await openBoard(browser(), { url: service.url, expected: away });
    await board.open();
    await board.page.getByRole("link", { name: "Settings" }).first().waitFor();
    await service.service.close();
    const ended = {
      status: 401,
      body: JSON.stringify({ error: "Unauthorized", message: "", messages: [""] }),
    };
    const page = { status: 200, type: "text/html", body: "<!doctype html><title>A squatter's page</title>" };
    await using _thief = await squatOn({
      port: Number(new URL(service.url).port),
      answer: ({ target }) => (target.startsWith("/ui/") ? ended : page),
    });
    await board.page.waitForURL(/\/sign-in/);
    await expect.poll(() => board.page.title(), soon).toBe("A squatter's page");
    const kept = await board.page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
      const found: unknown[] = [];
      for (const name of names) {
        const opening = indexedDB.open(name);
        await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }));
        const keys = opening.result.transaction("keys").objectStore("keys").getAll();
        await new Promise((resolve) => Object.assign(keys, { onsuccess: resolve }));
        found.push(...(keys.result as unknown[]));
      }
      return { found: found.length, id: localStorage.getItem("signalbox.page-key-id") };
    });
    expect(kept).toEqual({ found: 0, id: null });
  });

  it("gets nothing from a page of web sign-in that works after the restart", async () => {
    await using idp = await startIdentityProvider();
    const environment = { ...idp.environment, ...(await port()), SERVICE_WEB_AUTH_SECOND_FACTOR: "off" };
    await using service = await startServiceWithBoard({ environment });
    await restedSession(service, "#script say Done.", { title: "Paint the shed" });
    await using board = await openBoard(browser(), { url: service.url, expected: away });
    await board.open();
    await board.page.getByRole("button", { name: /Continue with/ }).click();
    await row(board.page, "Paint the shed").waitFor();
    const at = Number(new URL(service.url).port);
    const received = await robbed(service, { board, squatter: () => squatOn({ port: at }) });
    expect(received.filter(({ headers }) => headers["cookie"]?.includes("_in=")).length).toBe(
      received.length,
    );

    await startAgain(service);
    expect(opened(await answersTo(service.url, received))).toEqual([]);
    await service.call("PATCH", "/sessions/1", { title: "Paint the fence" });
    await row(board.page, "Paint the fence").waitFor();
  });

  it("gets nothing from the page of a paired phone that works after the restart", async () => {
    await using service = await startServiceWithBoard({ environment: await port() });
    await restedSession(service, "#script say Done.", { title: "Paint the shed" });
    const owner = { ...service, board: await signIn(service) };
    const { origin } = await openLan(owner);
    const { code } = await invite(owner);
    const secrets = { read: () => null, write: () => undefined };
    const certificate = await certificateStore({ secrets, clock: { now: Date.now } }).for(["127.0.0.1"]);
    const ownKey = createPublicKey(certificate.key).export({ type: "spki", format: "der" });
    const trusted = [
      (await askLan(origin, "/up")).publicKey,
      createHash("sha256").update(ownKey).digest("base64"),
    ];
    await using phone = await openBoardTrusting(trusted.join(), { url: origin, expected: away });
    await phone.open("/pair");
    await phone.page.getByLabel("Code").fill(code);
    await phone.page.getByRole("button", { name: "Connect" }).click();
    await row(phone.page, "Paint the shed").waitFor();
    const at = Number(new URL(origin).port);
    const received = await robbed(service, {
      board: phone,
      squatter: () => squatOn({ port: at, certificate }),
    });
    expect(received.filter(({ headers }) => headers["cookie"]?.includes("_device=")).length).toBe(
      received.length,
    );

    await startAgain(service);
    expect(opened(await answersTo(origin, received))).toEqual([]);
    await service.call("PATCH", "/sessions/1", { title: "Paint the fence" });
    await row(phone.page, "Paint the fence").waitFor();
  });
});

/** A page of the squatter's that leaves a worker behind, which answers in place of the service from then on. */
const squattersPage = ({ target }: Received) =>
  target === "/worker.js"
    ? {
        status: 200,
        type: "text/javascript",
        body: `addEventListener("install", () => skipWaiting());
addEventListener("fetch", (event) => {
  const headers = { "content-type": "text/html" };
  if (event.request.mode === "navigate") event.respondWith(new Response("<title>Still here</title>", { headers }));
});`,
      }
    : {
        status: 200,
        type: "text/html",
        body: '<script>navigator.serviceWorker.register("/worker.js")</script>',
      };

it("a service worker that a squatter left behind goes with the first answers of the service", async () => {
  await using service = await startServiceWithBoard({ environment: await port() });
  await service.service.close();
  const options = { url: service.url, signedOut: true, serviceWorker: true, expected: away };
  await using board = await openBoard(browser(), options);
  const { page } = board;
  {
    await using _thief = await squatOn({ port: Number(new URL(service.url).port), answer: squattersPage });
    await board.open("/anything");
    await page.evaluate(() => navigator.serviceWorker.ready);
  }
  await startAgain(service);
  const titleAt = async (path: string): Promise<string> => {
    await board.open(path);
    return page.title();
  };
  expect(await titleAt("/sign-in")).toBe("Still here");
  // The browser asks for the worker's script again a moment after the page has loaded.
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registered, soon).toBe(0);
  expect(await titleAt("/sign-in")).toBe("Sign in · Signalbox");
});

describe("a request that the page signed", () => {
  it("counts once, while the service runs", async () => {
    await using service = await startServiceWithBoard();
    await restedSession(service, "#script say Done.", { title: "Paint the shed" });
    await using board = await openBoard(browser(), { url: service.url });
    await board.open();
    const path = "/sessions/1";
    const sending = board.page.waitForRequest((request) => request.method() === "PATCH");
    expect(await requestFromPage(board, { method: "PATCH", path, body: { title: "Mine" } })).toBe(200);
    const request = await sending;
    const captured: Received = {
      method: "PATCH",
      target: `/ui/v1${path}`,
      headers: await request.allHeaders(),
      body: request.postData() ?? "",
    };
    expect(captured.headers[signatureHeader]).toBeDefined();
    expect(opened(await answersTo(service.url, [captured]))).toEqual([]);
  });
});
