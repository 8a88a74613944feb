import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BoardPage,
  openBoard,
  openBoardTrusting,
  startServiceWithBoard,
  useBrowser,
} from "../support/browser.ts";
import { askLan } from "../support/lan.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { visualAudit } from "../support/visual-audit.ts";

const browser = useBrowser();
let service: TestService;
let session: number;

beforeAll(async () => {
  service = await startServiceWithBoard();
  session = (await restedSession(service, "#script say Done, as asked.", { title: "Paint the shed" })).id;
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

/** No text is cut off and there is no serious accessibility problem, in light or dark. */
async function expectNoVisualProblems(board: BoardPage, picture: string): Promise<void> {
  expect(await visualAudit(board, `devices-${picture}`), picture).toEqual([]);
}

/** Opens the network in the settings; returns the address shown there. */
async function openNetwork(desk: BoardPage): Promise<string> {
  const { page } = desk;
  await desk.open("/settings/network");
  const toggle = page.getByRole("switch", { name: "Open to the local network" });
  if (!(await toggle.isChecked())) await toggle.click();
  await page.getByRole("heading", { name: "Certificate" }).waitFor();
  return (await page.getByRole("list", { name: "Addresses" }).locator("code").first().textContent()) ?? "";
}

/** Creates a pairing code in the settings; returns it with the fingerprint to compare. */
async function askForCode(
  desk: BoardPage,
  privilege: string,
): Promise<{ code: string; fingerprint: string }> {
  const { page } = desk;
  await desk.open("/settings/devices");
  await page.getByRole("button", { name: "Connect a device" }).click();
  await page.getByRole("radio", { name: privilege }).check();
  await page.getByRole("button", { name: "Show code" }).click();
  const dialog = page.getByRole("dialog", { name: "Scan this code with the device" });
  const code = (await dialog.getByText(/^[A-Z]{4}-[A-Z]{4}$/).textContent()) ?? "";
  await dialog.getByText("The browser warns about the certificate").click();
  const fingerprint = (await dialog.locator("dd").first().textContent()) ?? "";
  return { code, fingerprint };
}

async function openPhone(origin: string): Promise<BoardPage> {
  const { publicKey } = await askLan(origin, "/up");
  return openBoardTrusting(publicKey, {
    url: origin,
    size: "phone",
    // After sign-out it gets no data, and none of the pages it was about to preload.
    expected: [/40[13]/, /404.*\/assets\//],
  });
}

describe("a phone", () => {
  it("is paired with a code, shows the whole board, and is signed out from the settings", async () => {
    await using desk = await openBoard(browser(), { url: service.url });
    const origin = await openNetwork(desk);
    await expectNoVisualProblems(desk, "network");
    const { code, fingerprint } = await askForCode(desk, "Acts as you");
    await expectNoVisualProblems(desk, "code");
    expect((await askLan(origin, "/up")).fingerprint).toBe(fingerprint.replaceAll(" ", ""));

    await using phone = await openPhone(origin);
    await phone.open("/");
    await heading(phone.page, "Connect this device").waitFor();
    await phone.open(`/pair#${code.replace("-", "")}`);
    await expect.poll(() => phone.page.getByLabel("Code").inputValue(), soon).toBe(code);
    await phone.page.waitForURL(`${origin}/pair`);
    await phone.page.getByLabel("Name of this device").fill("My phone");
    await expectNoVisualProblems(phone, "pair");
    await phone.page.getByRole("button", { name: "Connect" }).click();
    await phone.page.getByRole("link", { name: /Paint the shed/ }).waitFor();
    await desk.page.getByText("The device is connected").waitFor();
    await desk.page.getByRole("list", { name: "Devices" }).getByText("My phone").waitFor();
    await expectNoVisualProblems(desk, "list");

    await walkScreens(phone);
    await desk.page.getByRole("button", { name: "Sign out: My phone" }).click();
    await desk.page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await desk.page.getByText("No devices yet").waitFor();
    await heading(phone.page, "Connect this device").waitFor();
  }, 120_000);
});

async function walkScreens(phone: BoardPage): Promise<void> {
  const { page } = phone;
  await expectNoVisualProblems(phone, "phone-board");
  const screens: [path: string, shown: () => Promise<void>][] = [
    [`/sessions/${session}`, () => page.getByText("Done, as asked.").first().waitFor()],
    ["/sessions/new", () => heading(page, "New session").waitFor()],
    ["/triggers", () => heading(page, "Triggers").waitFor()],
    ["/settings", () => page.getByRole("link", { name: /^Devices/ }).waitFor()],
    ["/settings/devices", () => page.getByText("This device").waitFor()],
    ["/settings/network", () => page.getByRole("heading", { name: "Certificate" }).waitFor()],
  ];
  for (const [path, shown] of screens) {
    await phone.open(path);
    await shown();
    await expectNoVisualProblems(phone, `phone${path.replaceAll("/", "-").replace(/\d+/, "one")}`);
  }
}

it("a device that only relays is refused more, with the reason", async () => {
  await using desk = await openBoard(browser(), { url: service.url });
  const origin = await openNetwork(desk);
  const { code } = await askForCode(desk, "Only relays");
  await using phone = await openPhone(origin);
  await phone.open(`/pair#${code.replace("-", "")}`);
  await phone.page.getByRole("button", { name: "Connect" }).click();
  await phone.page.getByRole("link", { name: /Paint the shed/ }).waitFor();
  await phone.open("/settings/devices");
  await phone.page.getByRole("button", { name: "Connect a device" }).click();
  await phone.page.getByRole("button", { name: "Show code" }).click();
  await phone.page.getByText("This device only relays").waitFor();
  await phone.picture("devices-phone-relay");
});

it("can be installed: its manifest, icons and service worker are available", async () => {
  const manifest = (await (await fetch(`${service.url}/manifest.webmanifest`)).json()) as {
    display: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest.display).toBe("standalone");
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  for (const { src } of manifest.icons) expect((await fetch(service.url + src)).status, src).toBe(200);
  await using board = await openBoard(browser(), {
    url: service.url,
    expected: [/ERR_INTERNET_DISCONNECTED/],
    serviceWorker: true,
  });
  await board.open("/");
  const state = await board.page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    return (await navigator.serviceWorker.ready).active?.state;
  });
  expect(state).toMatch(/activat/);
  const keepsApp = () =>
    board.page.evaluate(async () => (await caches.match("/", { cacheName: "signalbox-app" })) !== undefined);
  await expect.poll(keepsApp, soon).toBe(true);
  await board.context.setOffline(true);
  await board.page.reload();
  await board.page.getByText("Signalbox is not running.", { exact: false }).waitFor();
  await board.picture("devices-away");
});
