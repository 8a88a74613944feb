import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { type FaultyService, startFaultyService } from "../faults/support/faulty-service.ts";
import { type BoardPage, openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import type { Session } from "../support/service.ts";
import { atRest } from "../support/service.ts";
import { sessionPage, soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { makeTestFolder } from "../support/test-folder.ts";

const browser = useBrowser();

/** What a page complains of while its service is away. */
const away = [/net::ERR_/, /status of 40[01]/];
const notRunning = "Signalbox is not running.";

/** A page that signed in with a launch link, as a person does. */
async function signedIn(service: FaultyService, size: "desk" | "phone" = "desk"): Promise<BoardPage> {
  const board = await openBoard(browser(), {
    url: service.url,
    signedOut: true,
    serviceWorker: true,
    size,
    expected: away,
  });
  const link = /\S+#code=\S+/.exec(service.run(["open", "--print"]).stdout)?.[0] ?? "";
  await board.open(link);
  await board.page.getByRole("navigation").first().waitFor();
  return board;
}

async function sessionWith(service: FaultyService, git_root: string, title: string): Promise<Session> {
  const body = { git_root, title, prompt: `#script say ${title} is done.` };
  const answer = await service.call<{ session: Session }>("POST", "/sessions", body);
  return service.waitFor(answer.body.session.id, atRest);
}

/** The paths of everything that the browser keeps, by the name of its cache. */
const keptPaths = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const entries = names.map(async (name): Promise<[string, string[]]> => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => new URL(url).pathname)];
    });
    return Object.fromEntries(await Promise.all(entries));
  });

/** Resolves once the browser keeps the app and the answers with these paths. */
async function keeps(page: Page, answers: readonly string[]): Promise<void> {
  await expect
    .poll(async () => Object.values(await keptPaths(page)).flat(), soon)
    .toEqual(expect.arrayContaining(["/", "/offline-files.json", ...answers]));
}

const banner = (page: Page) => page.getByRole("status").getByText(notRunning, { exact: false });

it("says at once that the service is away, answers a reload, and is back by itself", async () => {
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({ folder: folder.path });
  const repository = await service.repository();
  const { id } = await sessionWith(service, repository, "Counted");
  await sessionWith(service, repository, "Never opened");
  await using board = await signedIn(service);
  const { page } = board;
  const session = sessionPage(page);
  await page.getByRole("link", { name: /Counted/ }).click();
  await session.says("Counted is done.");
  await keeps(page, ["/ui/v1/sessions", `/ui/v1/sessions/${id}`, `/ui/v1/sessions/${id}/timeline`]);

  await service.stop("SIGKILL");
  await banner(page).waitFor();
  await session.says("Counted is done.");
  await session.composer.fill("Typed while it is away.\n#script say Sent once.");
  await page.getByText("Signalbox is away. Your text is kept", { exact: false }).waitFor();
  expect(await page.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
  await board.picture("offline-session");

  await page.reload();
  await page.getByText(/Showing what was read/).waitFor();
  await session.says("Counted is done.");
  expect(await session.composer.inputValue()).toContain("Typed while it is away.");
  await page.goto(service.url);
  await page.getByRole("link", { name: /Never opened/ }).waitFor();
  await board.picture("offline-board");
  // What was never read says so at once, and is read when the service is back.
  await page.getByRole("link", { name: /Never opened/ }).click();
  await page.getByRole("alert").getByText("Could not load", { exact: false }).first().waitFor();
  await board.picture("offline-never-read");

  await service.start();
  await session.says("Never opened is done.");
  await banner(page).waitFor({ state: "detached" });
  await page.goto(`/sessions/${id}`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await session.says("Sent once.");
});

it("keeps the app's own files and the board's answers, and forgets the answers at sign-out", async () => {
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({ folder: folder.path });
  await sessionWith(service, await service.repository(), "Counted");
  await using board = await signedIn(service);
  const { page } = board;
  await page.getByRole("link", { name: /Counted/ }).waitFor();
  await keeps(page, ["/ui/v1/sessions"]);
  await page.goto("/oauth/authorize?client_id=nobody");
  await page.goto("/settings/sign-in");
  const kept = await keptPaths(page);
  const allowed =
    /^\/(?:$|assets\/[\w.-]+$|offline-files\.json$|ui\/v1\/(?:sessions|counts|row_facts|notifications\/badge))/;
  expect(
    Object.values(kept)
      .flat()
      .filter((path) => !allowed.test(path)),
  ).toEqual([]);
  await page.getByRole("button", { name: /^Sign out/ }).click();
  await page.waitForURL(/\/sign-in/);
  await expect.poll(async () => Object.keys(await keptPaths(page)), soon).toEqual(["signalbox-app"]);
  await service.stop("SIGKILL");
  await page.goto("/");
  await page.getByText(notRunning, { exact: false }).waitFor();
  expect(await page.getByRole("link", { name: /Counted/ }).count()).toBe(0);
});

it("opens the newest page whenever the service answers", async () => {
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({ folder: folder.path });
  await using board = await signedIn(service);
  const { page } = board;
  await keeps(page, []);
  const keepOldPage = () =>
    page.evaluate(async () => {
      const cache = await caches.open("signalbox-app");
      const headers = { "content-type": "text/html" };
      await cache.put("/", new Response("<head></head><h1>An old page</h1>", { headers }));
    });
  await keepOldPage();
  await service.stop("SIGKILL");
  await page.reload();
  await page.getByRole("heading", { name: "An old page" }).waitFor();
  await service.start();
  await page.reload();
  await page.getByRole("heading", { name: "Sessions" }).first().waitFor();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.match("/"))?.text()) ?? ""), soon)
    .toContain("last-event-id");
});

it("sends a message once, however often it is sent until its answer arrives", async () => {
  await using service = await startServiceWithBoard();
  const { id } = await restedSession(service);
  await using board = await openBoard(browser(), { url: service.url, intercepted: true, expected: away });
  const { page } = board;
  await board.open(`/sessions/${id}`);
  const session = sessionPage(page);
  // The service gets the message; its answer is lost.
  await page.route("**/follow_up", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await session.send("Work.\n#script say Worked.");
  await page.getByRole("alert").getByText("The message was not sent").waitFor();
  await session.says("Worked.");
  await page.unroute("**/follow_up");
  const again = page.waitForResponse((response) => response.url().endsWith("/follow_up"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  expect((await again).headers()["idempotent-replayed"]).toBe("true");
  await expect.poll(() => session.composer.inputValue(), soon).toBe("");
  const { body } = await service.call<{ enqueued_messages: unknown[] }>(
    "GET",
    `/sessions/${id}/enqueued_messages`,
  );
  expect(body.enqueued_messages).toEqual([]);
  expect(await session.transcript.getByText("Worked.", { exact: true }).count()).toBe(1);
});
