import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pressBoth } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { routeChunks } from "../support/chunks.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { createSession, failedSession } from "../support/sessions.ts";
import { visualAudit } from "../support/visual-audit.ts";
import { type Shown, useShow } from "./open-page.ts";

let service: TestService;
let id = 0;
let other = 0;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard();
  ({ id } = await createSession(service, { title: "Greeter" }));
  ({ id: other } = await createSession(service, { title: "Fencer" }));
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const sayOf = (session_id: number, message: string) =>
  service.call("POST", "/notifications/push", { session_id, message });
const say = (message: string) => sayOf(id, message);
const pending = async () =>
  (await service.call<{ pending_count: number }>("GET", "/notifications/badge")).body.pending_count;
const entry = (page: Page, text: string) =>
  page.getByRole("list", { name: "Inbox" }).getByRole("listitem").filter({ hasText: text });

describe("the inbox", () => {
  it("is empty at first, says so, and fills without a reload", async () => {
    await using board = await show("/inbox");
    const { page } = board;
    await page.getByRole("heading", { name: "No notifications yet" }).waitFor();
    await board.picture("inbox-empty");
    await say("The plan is ready to be looked at.");
    await entry(page, "The plan is ready").waitFor();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByText("unread", { exact: true })
      .waitFor({ state: "attached" });
  });

  it("can be handled with the keyboard", async () => {
    await sayOf(other, "From the fencer");
    await say("Second message");
    await using board = await show("/");
    const { page } = board;
    await page
      .getByRole("link", { name: /Greeter/ })
      .first()
      .waitFor();
    await pressBoth(board, "g", "i");
    const second = entry(page, "Second message");
    await second.waitFor();
    await page.keyboard.press("j");
    await expect
      .poll(() => second.locator("a").evaluate((link) => link === document.activeElement), soon)
      .toBe(true);
    await page.keyboard.press("e");
    await second.getByRole("button", { name: "Dismiss: Greeter" }).waitFor();
    // Those of its session are read together.
    await expect.poll(pending, soon).toBe(1);
    await second.locator("a").focus();
    await page.keyboard.press("e");
    await second.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await second.waitFor();
    await second.locator("a").focus();
    await page.keyboard.press("e");
    await second.waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/sessions\/\d+/);
    await expect.poll(pending, soon).toBe(0);
  });

  it("marks everything as read, filters, and dismisses read entries after a confirmation", async () => {
    for (const message of ["One", "Two"]) await say(message);
    await using board = await show("/inbox");
    const { page } = board;
    await entry(page, "Two").waitFor();
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await page.getByText("2 marked as read").waitFor();
    await page.getByText("Unread", { exact: true }).click();
    await page.getByRole("heading", { name: "You're all caught up" }).waitFor();
    await page.getByText("All", { exact: true }).click();
    await page.getByRole("button", { name: "Dismiss read" }).click();
    await page.getByRole("button", { name: "Dismiss all" }).click();
    await page.getByRole("heading", { name: "No notifications yet" }).waitFor();
  });
});

it("keeps its filters in the address, across a reload and the way back", async () => {
  await sayOf(other, "The fence is painted");
  for (const message of ["The hinge is oiled", "The gate is mended", "The lock is new"]) await say(message);
  await failedSession(service);
  await using board = await show("/inbox");
  const { page } = board;
  const entries = page.getByRole("list", { name: "Inbox" }).getByRole("listitem");
  await entry(page, "does not appear to be a git repository").waitFor();
  await page.getByLabel("Notification type").selectOption("failed");
  await expect.poll(() => entries.count(), soon).toBe(1);
  await page.goBack();
  await entry(page, "The fence").waitFor();
  // What failed needs a person and comes first; each session has one entry, with its newest words.
  const first = () =>
    entries.evaluateAll((rows) => rows.map((row) => row.querySelector("a")?.firstChild?.textContent));
  expect((await first()).slice(1)).toEqual(["Greeter", "Fencer"]);
  expect(await entry(page, "The gate").count()).toBe(0);
  await page.keyboard.press("/");
  await page.keyboard.type("GREETER gate");
  await expect.poll(() => entries.count(), soon).toBe(1);
  await expect.poll(() => new URL(page.url()).search, soon).toBe("?q=GREETER+gate");
  await page.reload();
  await entry(page, "The gate").waitFor();
  await page
    .getByRole("status")
    .getByText(/^1 of \d+$/)
    .waitFor();
  expect(await page.getByLabel("Search the inbox").inputValue()).toBe("GREETER gate");
  expect(await entries.count()).toBe(1);
  await page.getByLabel("Notification type").selectOption("question");
  await page.getByRole("heading", { name: "No matches" }).waitFor();
  await board.picture("inbox-nothing-fits");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await entry(page, "The fence").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await board.open("/inbox?status=read");
  await page.getByRole("heading", { name: "No read notifications" }).waitFor();
});

/** Allows notifications and keeps those that the page showed. */
async function keepNotifications({ page }: Shown): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Kept {
      static permission = "granted";
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: Kept, shown });
    document.hasFocus = () => false;
  });
}

it("is shown as a notification by a page in the background", async () => {
  await using board = await show("/");
  const { page } = board;
  await keepNotifications(board);
  await page.reload();
  await page.getByText("Connected", { exact: true }).waitFor();
  await say("Spoken");
  await expect.poll(() => page.evaluate("window.shown"), soon).toEqual(["Greeter: Spoken"]);
});

it("is shown by the service worker when it is pushed, and opens its session", async () => {
  await using board = await show("/settings/notifications", { serviceWorker: true });
  const { page, context } = board;
  const arrived = context.waitForEvent("serviceworker");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  const worker = await arrived;
  // A headless browser allows no notifications, so they are recorded where they would be shown.
  await worker.evaluate(`
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, look) => void shown.push({ title, ...look });
  `);
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [found] }) => {
      if (found) resolve(found.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const message = { title: "Greeter", body: "From afar", url: `/sessions/${id}`, tag: "notification-9" };
  const push = { origin: service.url, registrationId: await registered, data: JSON.stringify(message) };
  await cdp.send("ServiceWorker.deliverPushMessage", push);
  const { title, body, tag, url } = message;
  await expect
    .poll(() => worker.evaluate("shown"), soon)
    .toEqual([{ title, body, tag, icon: "/icon.svg", data: { url } }]);
  await worker.evaluate(
    `dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification: { close() {}, ...shown[0] } }))`,
  );
  await page.waitForURL(`**/sessions/${id}`);
});

it("opens the page of a clicked notification even before the code of that page is loaded", async () => {
  await using board = await show("/inbox", { intercepted: true });
  const { page } = board;
  const held = Promise.withResolvers<void>();
  await routeChunks(page, ["SettingsPage"], async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/settings/notifications", { waitUntil: "domcontentloaded" });
  await page.evaluate(
    (open) => navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { open } })),
    `/sessions/${id}`,
  );
  held.resolve();
  await page.waitForURL(`**/sessions/${id}`);
  await page.getByRole("heading", { name: "Greeter", exact: true }).waitFor();
});

describe("the notification settings", () => {
  it("are saved", async () => {
    await using board = await show("/settings/notifications");
    const { page } = board;
    const phones = page.getByRole("checkbox", { name: "A session failed: Phones" });
    await phones.uncheck();
    await page.getByRole("switch", { name: "Quiet hours" }).click();
    await page.getByLabel("From").fill("21:30");
    await page.getByLabel("To", { exact: true }).focus();
    // The choices are saved in order.
    const saved = page.waitForResponse((response) => {
      const request = response.request();
      return request.method() === "PUT" && request.postData()?.includes("Europe/Berlin") === true;
    });
    await page.getByLabel("Time zone").selectOption("Europe/Berlin");
    await saved;
    await page.reload();
    await expect.poll(() => phones.isChecked(), soon).toBe(false);
    expect(await page.getByLabel("From").inputValue()).toBe("21:30");
    expect(await page.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("Test notification sent").waitFor();
  });

  it("never jump back while a choice is being saved", async () => {
    await using board = await show("/settings/notifications", { intercepted: true });
    const { page } = board;
    const box = page.getByRole("checkbox", { name: "A session failed: Desktop" });
    await box.waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route("**/notification_preferences", async (route) => {
      if (route.request().method() === "PUT") await answer.promise;
      await route.continue();
    });
    const before = await box.isChecked();
    // The browser may first draw in the next task.
    const states = await box.evaluate(async (element) => {
      const input = element as HTMLInputElement;
      const seen: boolean[] = [];
      const { port1, port2 } = new MessageChannel();
      const drawn = new Promise((resolve) => {
        port1.onmessage = resolve;
      });
      input.click();
      port2.postMessage(0);
      await drawn;
      seen.push(input.checked);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      seen.push(input.checked);
      return seen;
    });
    expect(states).toEqual([!before, !before]);
    answer.resolve();
    await expect.poll(() => box.isChecked(), soon).toBe(!before);
  });

  it("show a choice from a list at once, and the old one if it is refused", async () => {
    await using board = await show("/settings/data", { intercepted: true, expected: [/500/] });
    const { page } = board;
    const days = page.getByLabel("Sessions stay in the trash for");
    await days.waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route("**/retention", async (route) => {
      if (route.request().method() === "GET") return route.fallback();
      await answer.promise;
      return route.fulfill({
        status: 500,
        json: { error: "Broken", message: "It broke.", messages: ["It broke."] },
      });
    });
    const before = await days.inputValue();
    const other = await days
      .locator("option")
      .evaluateAll(
        (options, held) => options.map((one) => (one as HTMLOptionElement).value).find((one) => one !== held),
        before,
      );
    await days.selectOption(other ?? "");
    expect(await days.inputValue()).toBe(other);
    answer.resolve();
    await page.getByText("It broke.").waitFor();
    await expect.poll(() => days.inputValue(), soon).toBe(before);
  });

  it("list phones, and remove one", async () => {
    await service.call("POST", "/apns_devices", {
      token: "a".repeat(64),
      environment: "production",
      device_name: "Ada's iPhone",
      app_version: "2.1",
    });
    await using board = await show("/settings/notifications");
    const { page } = board;
    await page.getByText("Phone notifications are off", { exact: false }).waitFor();
    await board.picture("settings-notifications-phone-listed");
    await page.getByRole("button", { name: "Remove Ada's iPhone, app 2.1" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No phones yet. Sign in with the app on a phone to add it.").waitFor();
  });
});

it.each(["desk", "phone"] as const)(
  "has no serious accessibility problem on a %s, in light or dark",
  async (size) => {
    await failedSession(service);
    await say(
      "A message of more than a line: the tests pass, the change is pushed, and the plan has a question.",
    );
    await using board = await show("/inbox", { size });
    const { page } = board;
    await page.getByRole("list", { name: "Inbox" }).waitFor();
    expect.soft(await visualAudit(board, `inbox-${size}`), "inbox").toEqual([]);
    await board.open("/settings/notifications");
    await page.getByRole("checkbox", { name: "A session failed: Phones" }).waitFor();
    await page.getByText("No phones yet. Sign in with the app on a phone to add it.").waitFor();
    expect.soft(await visualAudit(board, `settings-notifications-${size}`), "settings").toEqual([]);
  },
);

it("is searched to its end, page after page", async () => {
  await say("The needle");
  for (let straw = 1; straw <= 51; straw += 1) await say(`Straw ${straw}`);
  await using board = await show("/inbox?q=needle");
  await entry(board.page, "The needle").waitFor();
  await board.page
    .getByRole("status")
    .getByText(/^1 of \d+$/)
    .waitFor();
});
