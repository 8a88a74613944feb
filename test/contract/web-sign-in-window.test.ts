import { describe, expect, test } from "vitest";
import { startBoardService } from "../support/board.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { authenticatorOf, type Page, type Visitor, visitor } from "../support/sign-in.ts";
import { alertOf, headingOf, isCallback, useSignInService } from "../support/sign-in-service.ts";

const { bed, newcomer, ask, stateOf } = useSignInService();

const appAgent = "Mozilla/5.0 (X11; Linux x86_64) Signalbox/1.0.0 Chrome/150.0 Electron/45.0 Safari/537.36";
const headers = { "user-agent": appAgent };

/** A window of the app, and the link that it opens in the person's browser. */
async function waitingWindow(path = "/sessions/3?panel=goal") {
  const window = visitor(bed().service.url);
  const page = await window.ask(`/sign-in?return_to=${encodeURIComponent(path)}`, { headers });
  const address = /<a class="button" href="([^"]+)" target="_blank"/.exec(page.text)?.[1] ?? "";
  return { window, page, address, number: numberOn(page) };
}

const numberOn = ({ text }: Page): string => /class="number"><strong>(\d{4})</.exec(text)?.[1] ?? "";

/** Asks whether the window is signed in, like the script of its page. */
function poll(window: Visitor, { text }: Page): Promise<Page> {
  const token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
  return window.ask("/sign-in/window", {
    method: "POST",
    headers,
    body: new URLSearchParams({ form_token: token }),
  });
}

describe("a window of the app", () => {
  test("is signed in by the person's browser, which gets no access itself", async () => {
    const person = newcomer();
    const { window, page, address, number } = await waitingWindow();
    expect(page.headers.get("content-security-policy")).toContain("connect-src 'self'");
    expect((await poll(window, page)).status).toBe(202);
    const browser = visitor(bed().service.url);
    const asked = await browser.open(address);
    expect([asked.url.search, numberOn(asked)]).toEqual(["", number]);
    const done = await browser.send(asked);
    expect([done.url.pathname, done.url.search, headingOf(done)]).toEqual([
      "/sign-in/done",
      "",
      "Return to Signalbox",
    ]);
    expect((await ask(browser, "GET", "/sessions")).status).toBe(401);
    expect([...browser.cookies.keys()].filter((name) => /_(?:in|trusted|flow|browser)$/.test(name))).toEqual(
      [],
    );

    const entered = await poll(window, page);
    const next = entered.headers.get("location") ?? "";
    expect([entered.status, next]).toEqual([
      303,
      expect.stringMatching(/^\/sign-in\/enrol\?return_to=%2Fsessions%2F3%3Fpanel%3Dgoal&step=./),
    ]);
    expect((await ask(window, "GET", "/sessions")).status).toBe(401);
    const step = await window.open(next);
    const app = authenticatorOf(step);
    expect((await window.send(step, { code: app.code() })).text).toContain('href="/sessions/3?panel=goal"');
    const { you, browsers } = await stateOf(window);
    expect([you?.email, browsers.map((one) => one.browser)]).toEqual([
      person.email,
      ["The Signalbox app on Linux"],
    ]);
    expect((await poll(window, page)).status).toBe(403);
  });

  test("is not signed in through another window, or without its secret or its form", async () => {
    const [mine, other] = [await waitingWindow(), await waitingWindow()];
    const browser = visitor(bed().service.url);
    await browser.send(await browser.open(mine.address));
    expect((await poll(other.window, other.page)).status).toBe(202);
    const stranger = visitor(bed().service.url);
    const strange = await stranger.open("/");
    expect((await poll(stranger, strange)).status).toBe(403);
    expect((await poll(mine.window, { ...mine.page, text: "" })).status).toBe(403);
    expect((await poll(mine.window, mine.page)).status).toBe(303);
    expect((await poll(mine.window, mine.page)).status).toBe(403);
  });

  test("has a link that works once, in one browser, whose answer no other browser can use", async () => {
    const { window, page, address } = await waitingWindow();
    const [browser, thief] = [visitor(bed().service.url), visitor(bed().service.url)];
    const asked = await browser.open(address);
    expect([(await thief.open(address)).status, (await thief.open("/sign-in/browser")).status]).toEqual([
      403, 403,
    ]);
    const back = await browser.send(asked, {}, isCallback);
    const path = back.url.pathname + back.url.search;
    expect((await thief.open(path)).status).toBe(403);
    expect((await browser.send(asked)).status).toBe(403);
    expect((await poll(window, page)).status).toBe(202);
    expect(headingOf(await browser.open(path))).toBe("Return to Signalbox");
    expect((await browser.open(path)).status).toBe(403);
    expect((await poll(window, page)).status).toBe(303);
  });

  test("keeps waiting if the provider's account is not allowed", async () => {
    bed().idp.subject = { ...newcomer(), hd: "evil.test" };
    const { window, page, address } = await waitingWindow();
    const browser = visitor(bed().service.url);
    const refused = await browser.send(await browser.open(address));
    expect([refused.status, alertOf(refused)]).toEqual([
      403,
      expect.stringContaining("does not belong to a domain"),
    ]);
    expect((await poll(window, page)).status).toBe(202);
  });

  test("exists on this machine only: a visitor through a tunnel gets no secret and no answer", async () => {
    const forwarded = { ...headers, "x-forwarded-for": "203.0.113.5" };
    const visit = visitor(bed().service.url);
    const page = await visit.ask("/sign-in", { headers: forwarded });
    expect(numberOn(page)).toBe("");
    const { window, page: own } = await waitingWindow();
    const token = /name="form_token" value="([^"]+)"/.exec(own.text)?.[1] ?? "";
    const body = new URLSearchParams({ form_token: token });
    const answer = await window.ask("/sign-in/window", { method: "POST", headers: forwarded, body });
    expect(answer.status).toBe(403);
  });
});

test("behind a configured https address, the browser goes there and the window stays on loopback", async () => {
  await using idp = await startIdentityProvider();
  const environment = { ...idp.environment, SERVICE_PROD_BASE_URL: "https://board.example" };
  await using service = await startBoardService({ environment });
  const page = await visitor(service.url).ask("/sign-in", { headers });
  expect(page.text).toMatch(
    /href="https:\/\/board\.example\/sign-in\/browser\?ticket=[\w-]{43}" target="_blank"/,
  );
});
