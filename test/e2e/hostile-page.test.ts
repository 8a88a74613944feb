import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ticketed } from "../../renderer/lib/page-signer.ts";
import { connect, listen, loadElement, postForm, requestAttacks, sendRequest } from "../support/attacks.ts";
import {
  type BoardPage,
  foreignName,
  openBoard,
  startServiceWithBoard,
  useBrowser,
} from "../support/browser.ts";
import { differencesOf, openServiceDatabase } from "../support/database-dump.ts";
import { type HostileServer, startHostileServer } from "../support/hostile-server.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";

const browser = useBrowser();

let service: TestService;
let hostile: HostileServer;

beforeAll(async () => {
  service = await startServiceWithBoard();
  hostile = await startHostileServer();
  await restedSession(service, "Work.\n#script say Done.");
});
afterAll(async () => {
  await hostile[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

interface Victim {
  board: BoardPage;
  /** The page of the board, with its cookie. */
  page: Page;
}

/** A person with an open board, whose browser also runs the hostile page. */
async function openVictim(): Promise<Victim> {
  const board = await openBoard(browser(), { url: service.url });
  await board.open();
  await board.page.getByRole("link", { name: /Work/ }).waitFor();
  return { board, page: board.page };
}

interface Hostile {
  page: Page;
  /** `METHOD path status` of every answer of the service to this page. */
  answers: string[];
}

async function openHostile({ board }: Victim, host: string): Promise<Hostile> {
  const page = await board.context.newPage();
  const answers: string[] = [];
  page.on("response", (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === service.url)
      answers.push(`${response.request().method()} ${pathname} ${response.status()}`);
  });
  await page.goto(`http://${host}:${hostile.port}/`);
  return { page, answers };
}

/** The answers of the service to submitted forms; the browser may hide a refused frame. */
function answersToForms(path: string): Disposable & { statuses: number[] } {
  const statuses: number[] = [];
  const note = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const isForm = request.headers["sec-fetch-dest"] === "iframe";
    if (isForm && request.method === "POST" && request.url === path) statuses.push(response.statusCode);
  };
  subscribe("http.server.response.finish", note);
  return { statuses, [Symbol.dispose]: () => void unsubscribe("http.server.response.finish", note) };
}

const isRefusal = (answer: string): boolean => / 4\d\d$/.test(answer);
/** The page itself may be loaded: it holds no data, and the hostile page cannot read it. */
const isPage = (answer: string): boolean =>
  /^GET (?:\/ 303|(?:\/|\/sign-in|\/icon\.svg|\/assets\/\S+) (?:200|304))$/.test(answer);

describe.each([
  ["of another port", "127.0.0.1"],
  ["of another name of this machine", "localhost"],
  ["of another site", foreignName],
])("a page %s", (_title, host) => {
  it("can read nothing and change nothing", async () => {
    const victim = await openVictim();
    await using _closed = victim.board;
    const { page, answers } = await openHostile(victim, host);
    using data = openServiceDatabase(service);
    const before = data.dump();
    const asked = service.model.requests().length;

    for (const { name, path, init } of requestAttacks) {
      const learned = await page.evaluate(sendRequest, {
        url: service.url + path,
        init,
      });
      expect([name, learned]).toEqual([name, "nothing"]);
    }
    for (const tag of ["img", "script", "link", "iframe", "object", "embed", "video"]) {
      for (const path of ["/", "/ui/v1/sessions", "/api/v1/sessions"]) {
        const learned = await page.evaluate(loadElement, {
          tag,
          url: service.url + path,
        });
        expect([tag, path, learned]).toEqual([tag, path, "nothing"]);
      }
    }
    expect(await page.evaluate(listen, `${service.url}/ui/v1/events`)).toBe("nothing");
    for (const path of ["/ui/v1/events", "/mcp", "/"])
      expect(await page.evaluate(connect, service.url.replace("http", "ws") + path)).toBe("nothing");
    using forms = answersToForms("/ui/v1/sessions");
    const sent: number[] = [];
    for (const enctype of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      for (const sandbox of [false, true]) {
        await page.evaluate(postForm, {
          url: `${service.url}/ui/v1/sessions`,
          enctype,
          sandbox,
        });
        sent.push(403);
        await expect.poll(() => forms.statuses, soon).toEqual(sent);
      }
    }

    expect(answers).toContain("POST /ui/v1/sessions 403");
    expect(answers.filter((answer) => !isRefusal(answer) && !isPage(answer))).toEqual([]);
    const framed = (): string[] => page.frames().map((frame) => frame.url());
    // The last navigation is in progress until its refusal is shown.
    await expect.poll(framed, soon).not.toContain("");
    expect(framed().filter((url) => url.startsWith(`${service.url}/`))).toEqual([]);
    expect(differencesOf(before, data.dump())).toEqual([]);
    expect(service.model.requests()).toHaveLength(asked);
  });

  it("cannot put the board in a frame or keep a handle to its window", async () => {
    const victim = await openVictim();
    await using _closed = victim.board;
    const { page } = await openHostile(victim, host);
    using data = openServiceDatabase(service);
    const before = data.dump();

    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await page.evaluate(loadElement, { tag: "iframe", url: `${service.url}/` });
    await refused;

    const opened = victim.board.context.waitForEvent("page");
    await page.evaluate((url) => void Object.assign(window, { held: window.open(url) }), `${service.url}/`);
    const popup = await opened;
    await popup.getByRole("link", { name: /Work/ }).waitFor();
    expect(await popup.evaluate("window.opener")).toBeNull();
    await page.evaluate(() => {
      const { held: board } = window as unknown as { held: Window };
      board.postMessage({ type: "createSession", prompt: "Planted" }, "*");
    });
    // This process notices later than the other one that the window is out of reach.
    await expect.poll(() => page.evaluate("held.closed"), soon).toBe(true);
    expect(differencesOf(before, data.dump())).toEqual([]);
  });

  it("is refused when it navigates away with a form", async () => {
    const victim = await openVictim();
    await using _closed = victim.board;
    const { page } = await openHostile(victim, host);
    using data = openServiceDatabase(service);
    const before = data.dump();
    const answered = page.waitForEvent("response", (response) => response.request().method() === "POST");
    await page.evaluate((url) => {
      document.body.innerHTML = `<form method="post" action="${url}"><input name="end_turn" value="true"></form>`;
      document.forms[0]?.submit();
    }, `${service.url}/ui/v1/sessions/1/archive`);
    expect((await answered).status()).toBe(403);
    expect(differencesOf(before, data.dump())).toEqual([]);
  });
});

describe("a page whose name was rebound to the service's address", () => {
  it("is refused everything and gets no cookie", async () => {
    const victim = await openVictim();
    await using _closed = victim.board;
    using data = openServiceDatabase(service);
    const before = data.dump();
    const rebound = service.url.replace("127.0.0.1", foreignName);
    const page = await victim.board.context.newPage();
    expect((await page.goto(`${rebound}/`))?.status()).toBe(403);

    for (const { name, path, init } of requestAttacks) {
      const sent = { ...init, mode: "same-origin" as const };
      const learned = await page.evaluate(sendRequest, {
        url: rebound + path,
        init: sent,
      });
      expect([name, learned]).toEqual([name, expect.stringMatching(/^403 /)]);
      expect(learned).not.toContain("Done");
    }
    expect(await page.evaluate(listen, `${rebound}/ui/v1/events`)).toBe("nothing");
    expect(await victim.board.context.cookies(rebound)).toEqual([]);
    expect(differencesOf(before, data.dump())).toEqual([]);
  });
});

describe("the board's own page", () => {
  it("has a cookie that scripts cannot read and other sites' requests do not carry", async () => {
    const { board, page } = await openVictim();
    await using _closed = board;
    const cookies = await board.context.cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Strict", path: "/", domain: "127.0.0.1" }]);
    expect(await page.evaluate("document.cookie")).toBe("");
  });

  it("may do what the hostile page tried", async () => {
    const { board, page } = await openVictim();
    await using _closed = board;
    const renamed = requestAttacks.find(({ name }) => name === "changes a session");
    const { method = "", body = "" } = renamed?.init ?? {};
    const sign = ([verb, target, text]: readonly [string, string, string]) =>
      globalThis.signalboxSigner?.headers(verb, target, text);
    const signed = await page.evaluate(sign, [method, renamed?.path ?? "", String(body)] as const);
    const init = { ...renamed?.init, headers: { ...renamed?.init.headers, ...signed } };
    expect(await page.evaluate(sendRequest, { url: service.url + renamed?.path, init })).toMatch(
      /^200 .*"Mine"/,
    );
    const given = await page.evaluate(async () => {
      const answer = await globalThis.signalboxSigner?.ask("/ui/v1/page_ticket_key");
      return (await answer?.json()) as { key: string; now: number };
    });
    const events = ticketed("/ui/v1/events", { ...given, host: new URL(service.url).host });
    expect(await page.evaluate(listen, service.url + events)).toBe("the stream is open");
  });
});
