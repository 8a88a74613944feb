import { expect, it } from "vitest";
import { type Service, startService } from "../../server/index.ts";
import { builtBoard, openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import { cuttableLine } from "../support/cuttable-line.ts";
import { silentLog } from "../support/database.ts";
import { seedTranscript } from "../support/seed-transcript.ts";
import type { TestService } from "../support/service.ts";
import { gate, type SessionPage, sessionPage } from "../support/session-page.ts";
import { createSession } from "../support/sessions.ts";

const browser = useBrowser();

/** What a page complains of while its service is away. */
const away = [/net::ERR_/];

/** The same service again on its port and data, after the first was closed. */
function startAgain(first: TestService): Promise<Service> {
  return startService({
    environment: {
      ...first.environment,
      SERVICE_PORT: new URL(first.url).port,
    },
    log: silentLog,
    rendererFolder: builtBoard,
  });
}

const wordsIn = async ({ transcript }: SessionPage): Promise<string[]> =>
  (await transcript.innerText()).split("\n").filter((line) => /^(one|two|three)$/.test(line));

it("loses and doubles no line while the network is away", async () => {
  await using service = await startServiceWithBoard();
  await using line = await cuttableLine(service.url);
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
    expected: away,
  });
  await board.open(`/sessions/${id}`);
  const session = sessionPage(board.page);
  await session.says("one");
  const paused = board.page.getByText("Live updates are paused");
  line.cut();
  await paused.waitFor();
  await board.picture("session-offline");
  await first.open();
  await service.waitFor(id, () => JSON.stringify(service.model.requests()).includes("two\\n"));
  line.mend();
  await session.says("two");
  await paused.waitFor({ state: "detached" });
  await second.open();
  await session.says("Counted.");
  expect(await wordsIn(session)).toEqual(["one", "two", "three"]);
});

it("works on a machine without a network, since its service is on the machine", async () => {
  await using service = await startServiceWithBoard();
  await using board = await openBoard(browser(), { url: service.url });
  const git_root = await service.repository();
  // What navigator.onLine and the browser's events say; loopback is not concerned.
  await board.context.addInitScript(() => {
    Object.defineProperty(navigator, "onLine", { get: () => false });
  });
  await board.open("/sessions/new");
  await board.page.evaluate(() => dispatchEvent(new Event("offline")));
  await board.page.getByLabel("Repository").fill(git_root);
  await board.page.getByLabel("Prompt").fill("Work.\n#script say Done.");
  const session = sessionPage(board.page);
  await session.press("Start session");
  await session.says("Done.");
  await session.send("More.\n#script say Done again.");
  await session.says("Done again.");
});

it("finds its way back to a service that was started again", async () => {
  await using service = await startServiceWithBoard();
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
  await board.page.getByText("Live updates are paused").waitFor();
  await held.open();
  const again = await startAgain(service);
  try {
    await session.says("All counted.");
    await session.status("Needs you");
    const words = await wordsIn(session);
    expect(words.filter((word) => word === "one")).toHaveLength(1);
    expect(words.filter((word) => word === "three")).toHaveLength(1);
    expect(await session.queue.count()).toBe(0);
    await board.picture("session-after-restart");
  } finally {
    await again.close();
  }
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
