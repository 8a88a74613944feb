import { expect, it } from "vitest";
import { type Service, startService } from "../../server/index.ts";
import {
  type BoardPage,
  builtBoard,
  openBoard,
  startServiceWithBoard,
  useBrowser,
} from "../support/browser.ts";
import { routeChunks } from "../support/chunks.ts";
import { silentLog } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { interruptibleProxy } from "../support/interruptible-proxy.ts";
import { seedTranscript } from "../support/seed-transcript.ts";
import type { TestService } from "../support/service.ts";
import { gate, type SessionPage, sessionPage, soon } from "../support/session-page.ts";
import { createSession } from "../support/sessions.ts";

const browser = useBrowser();

/** What a page complains of while its service is away. */
const away = [/net::ERR_/];

/** The same service again on its port and data, after the first was closed. */
function startAgain(first: TestService): Promise<Service> {
  return startService({
    environment: first.environment,
    log: silentLog,
    rendererFolder: builtBoard,
  });
}

const wordsIn = async ({ transcript }: SessionPage): Promise<string[]> =>
  (await transcript.innerText()).split("\n").filter((line) => /^(one|two|three)$/.test(line));

it("neither loses nor repeats a line while the network is down", async () => {
  await using service = await startServiceWithBoard();
  await using line = await interruptibleProxy(service.url);
  const [first, second] = [gate(service, "first"), gate(service, "second")];
  const steps = [
    "#script bash cmd=echo one",
    first.step,
    "#script bash cmd=echo two",
    second.step,
    "#script bash cmd=echo three",
  ];
  const { id } = await createSession(service, {
    prompt: ["Count.", ...steps, "#script say Counted."].join("\n"),
  });
  await using board = await openBoard(browser(), {
    url: line.url,
    service,
    expected: away,
  });
  await board.open(`/sessions/${id}`);
  const session = sessionPage(board.page);
  await session.says("one");
  const paused = board.page.getByText("Signalbox is not running.", { exact: false });
  line.cut();
  await paused.waitFor();
  await board.picture("session-offline");
  await first.open();
  await service.waitFor(id, () => JSON.stringify(service.model.requests()).includes("two\\n"));
  line.restore();
  await session.says("two");
  await paused.waitFor({ state: "detached" });
  await second.open();
  await session.says("Counted.");
  expect(await wordsIn(session)).toEqual(["one", "two", "three"]);
});

it("works without a network, because its service runs on the same machine", async () => {
  await using service = await startServiceWithBoard();
  await using board = await openBoard(browser(), { url: service.url });
  const git_root = await service.repository();
  // What navigator.onLine and the browser's events say; loopback is not concerned.
  await board.context.addInitScript(() => {
    Object.defineProperty(navigator, "onLine", { get: () => false });
  });
  await board.open("/sessions/new");
  await board.page.evaluate(() => dispatchEvent(new Event("offline")));
  await board.page.getByLabel("Repository", { exact: true }).fill(git_root);
  await board.page.getByLabel("Prompt", { exact: true }).fill("Work.\n#script say Done.");
  const session = sessionPage(board.page);
  await session.press("Start session");
  await session.says("Done.");
  await session.send("More.\n#script say Done again.");
  await session.says("Done again.");
});

it("reconnects to a service that was restarted", async () => {
  const environment = { SERVICE_PORT: String(await freePort()) };
  await using service = await startServiceWithBoard({ environment });
  const held = gate(service, "held");
  const steps = ["#script bash cmd=echo one", held.step, "#script bash cmd=echo two", "#script say Counted."];
  const { id } = await createSession(service, {
    prompt: ["Count.", ...steps].join("\n"),
  });
  await using board = await openBoard(browser(), {
    url: service.url,
    expected: away,
  });
  await board.open(`/sessions/${id}`);
  const session = sessionPage(board.page);
  await session.says("one");
  await session.send("Later.\n#script bash cmd=echo three\n#script say All counted.");
  await session.queue.filter({ hasText: "Later." }).waitFor();
  await service.service.close();
  const stopping = board.page.getByText(/Signalbox is (?:stopping|not running)/);
  await stopping.waitFor();
  await held.open();
  const again = await startAgain(service);
  try {
    await session.says("All counted.");
    await session.status("Needs you");
    const words = await wordsIn(session);
    expect(words.filter((word) => word === "one")).toHaveLength(1);
    expect(words.filter((word) => word === "three")).toHaveLength(1);
    await expect.poll(() => session.queue.count(), soon).toBe(0);
    await stopping.waitFor({ state: "detached" });
    await board.picture("session-after-restart");
  } finally {
    await again.close();
  }
});

/**
 * For a page that is still to be opened: what makes the service seem away, and back. Code of the parts that was asked
 * for before it went is held until it is back, since Chromium gives up an address for good once it failed.
 */
async function comingAndGoing({ page }: BoardPage, chunks: readonly string[]) {
  let isAway = false;
  const held = Promise.withResolvers<void>();
  await routeChunks(page, chunks, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.route("/", (route) =>
    isAway && !route.request().isNavigationRequest() ? route.abort("connectionrefused") : route.continue(),
  );
  return {
    leave() {
      isAway = true;
    },
    comeBack() {
      isAway = false;
      held.resolve();
    },
  };
}

it("loads parts of the page and notices after the service is back", async () => {
  await using service = await startServiceWithBoard();
  await createSession(service, { title: "Apples" });
  await using board = await openBoard(browser(), {
    url: service.url,
    intercepted: true,
    expected: [/net::ERR_/, /500/],
  });
  const { page } = board;
  await page.route("**/toggle_favorite", (route) =>
    route.fulfill({ status: 500, json: { error: "Broken", message: "It broke.", messages: ["It broke."] } }),
  );
  const there = await comingAndGoing(board, ["ToastList", "CommandPalette", "MenuPopup"]);
  await board.open();
  await page.getByRole("link", { name: /Apples/ }).waitFor();
  there.leave();
  // A page that was loaded only now takes it that its service is there.
  await page.waitForFunction(() => performance.now() > 1_600);
  await page.getByRole("link", { name: /Apples/ }).focus();
  await page.keyboard.press("*");
  const menu = page.getByRole("button", { name: /^Actions for/ });
  await menu.click();
  await page.keyboard.press("ControlOrMeta+k");
  // No field is there yet, and still no letter is lost, and none goes to the page.
  await page.keyboard.type("densx");
  await page.keyboard.press("Backspace");
  there.comeBack();
  await page.getByText("It broke.").waitFor();
  const field = page.getByPlaceholder("Find a session or an action");
  await expect.poll(() => field.inputValue(), soon).toBe("dens");
  await page.keyboard.type("ity");
  await page.getByRole("option", { name: "Density: compact" }).waitFor();
});

it("says so if a newer build is served and a part of this one is missing", async () => {
  await using service = await startServiceWithBoard();
  await using board = await openBoard(browser(), {
    url: service.url,
    intercepted: true,
    expected: [/404/, /ChunkLoadError/],
  });
  const { page } = board;
  await board.open("/settings/you");
  await page.getByRole("heading", { name: "Profile", exact: true }).waitFor();
  const restoreChunks = await routeChunks(page, ["AboutPage", "CommandPalette"], (route) =>
    route.fulfill({ status: 404 }),
  );
  const isBoard = ({ pathname }: URL): boolean => pathname === "/";
  const newer = '<meta name="last-event-id" content="" /><script type="module" src="/assets/index-new.js">';
  await page.route(isBoard, (route) => route.fulfill({ contentType: "text/html", body: newer }));
  await page.getByRole("link", { name: /^About/ }).click();
  await page.getByRole("alert").getByText("Signalbox was updated", { exact: true }).waitFor();
  // What is opened over a page does not take the page along.
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByText("Signalbox was updated while this page was open.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^Profile/ }).click();
  await page.getByRole("heading", { name: "Profile", exact: true }).waitFor();
  await board.picture("board-newer-build");
  await restoreChunks();
  await page.unroute(isBoard);
  await page.getByRole("link", { name: /^About/ }).click();
  await page.getByRole("alert").getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "About", exact: true }).waitFor();
  await page.getByRole("alert").waitFor({ state: "detached" });
});

it("keeps the rest of a session's page if one part of it fails", async () => {
  await using service = await startServiceWithBoard();
  const { id } = await createSession(service, { prompt: "Hello.\n#script say Counted." });
  await using board = await openBoard(browser(), {
    url: service.url,
    intercepted: true,
    expected: [/is not iterable|not a function|undefined/],
  });
  const { page } = board;
  // An answer that no service of this version gives.
  await page.route("**/enqueued_messages**", (route) => route.fulfill({ json: { enqueued_messages: 7 } }));
  await board.open(`/sessions/${id}`);
  const session = sessionPage(page);
  await session.says("Counted.");
  await page.getByRole("alert").getByText("Could not show the queue").waitFor();
  await session.composer.fill("Still here.");
  await board.picture("session-part-fails");
  await page.unroute("**/enqueued_messages**");
});

it("reads nothing twice when it opens and misses nothing in between", async () => {
  await using service = await startServiceWithBoard();
  await using board = await openBoard(browser(), { url: service.url, intercepted: true });
  await createSession(service, { title: "Early" });
  const reads: string[] = [];
  const follow = Promise.withResolvers<void>();
  await board.page.route("**/ui/v1/events**", async (route) => {
    await follow.promise;
    await route.continue();
  });
  board.page.on("request", (request) => reads.push(new URL(request.url()).pathname));
  await board.open();
  await board.page.getByRole("link", { name: /Early/ }).waitFor();
  await createSession(service, { title: "Between" });
  follow.resolve();
  await board.page.getByRole("link", { name: /Between/ }).waitFor();
  expect(reads.filter((path) => path === "/ui/v1/sessions")).toHaveLength(1);
});

it("opens a transcript of 5,000 lines at its end and scrolls to its beginning", async () => {
  await using service = await startServiceWithBoard();
  const { id } = await createSession(service, { agent_runtime: "claude_code" });
  await seedTranscript(service, id, 5_000);
  await using board = await openBoard(browser(), { url: service.url });
  await board.open(`/sessions/${id}`);
  const session = sessionPage(board.page);
  await session.says("Line 5000.");
  expect(await session.transcript.getByRole("article").count()).toBeLessThan(200);
  await session.transcript.focus();
  await expect
    .poll(
      async () => {
        await board.page.keyboard.press("Home");
        return session.transcript.getByText("Line 1.", { exact: true }).isVisible();
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(true);
  await board.picture("session-5000-top");
  await session.press("Jump to latest");
  await session.says("Line 5000.");
  const order = (await session.transcript.getByRole("article").allInnerTexts()).map((text) =>
    Number(/\d+/.exec(text)?.[0]),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(new Set(order).size).toBe(order.length);
  await board.picture("session-5000-end");
});
