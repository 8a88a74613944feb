import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen, requestFromPage } from "../support/board-page.ts";
import { type BoardOptions, openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import { placeInShell } from "../support/desktop-bridge.ts";
import { alice, startIdentityProvider, type TestIdentityProvider } from "../support/identity-provider.ts";
import type { TestService } from "../support/service.ts";
import { sessionPage, soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";

const browser = useBrowser();
let idp: TestIdentityProvider;
let service: TestService;
let people = 0;

beforeAll(async () => {
  idp = await startIdentityProvider();
  service = await startServiceWithBoard({ environment: idp.environment });
});
beforeEach(() => {
  people += 1;
  idp.subject = { ...alice, sub: `${people}`, email: `alice-${people}@corp.test` };
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await idp[Symbol.asyncDispose]();
});

const show = (options: Omit<BoardOptions, "url"> = {}) =>
  openBoard(browser(), { url: service.url, ...options });

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

/** The code of the authenticator app after it scanned the page. */
async function scan(page: Page): Promise<(later?: number) => string> {
  const secret = (await page.locator("code").first().textContent()) ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  return (later = 0) => totp.generate({ timestamp: Date.now() + later * 30_000 });
}

/** Signs in for the first time, from the sign-in page to the board. */
async function enrol(page: Page): Promise<(later?: number) => string> {
  await page.getByRole("button", { name: /Continue with/ }).click();
  await heading(page, "Set up your authenticator").waitFor();
  const code = await scan(page);
  await page.getByLabel("Code", { exact: true }).fill(code());
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("link", { name: "I saved them, continue" }).click();
  return code;
}

describe.each([
  { look: "light", size: "desk" },
  { look: "dark", size: "phone" },
] as const)("signing in, $look, $size", (options) => {
  const name = `${options.look}-${options.size}`;

  it("signs in through the provider and an authenticator and opens the requested page", async () => {
    await using board = await show({ ...options, expected: [/422/] });
    const { page } = board;
    const inOrder = async (picture: string): Promise<void> => {
      expect(await isWiderThanScreen(board), picture).toBe(false);
      expect(await graveViolations(board), picture).toEqual([]);
      await board.picture(`sign-in-${picture}-${name}`);
    };
    await board.open("/settings/sign-in");
    await heading(page, "Sign in").waitFor();
    await inOrder("start");
    await page.getByRole("button", { name: /Continue with/ }).click();
    await heading(page, "Set up your authenticator").waitFor();
    await inOrder("enrol");
    const code = await scan(page);
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Code", { exact: true }).fill(code());
    await page.keyboard.press("Enter");
    await heading(page, "Save your recovery codes").waitFor();
    await inOrder("recovery-codes");
    await page.getByRole("link", { name: "I saved them, continue" }).click();
    await page.getByRole("heading", { name: "Web sign-in is on" }).waitFor();
    await page.getByText("10 recovery codes are left.").waitFor();
    await inOrder("settings");

    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByText("You are signed out.").waitFor();
    await page.getByRole("button", { name: /Continue with/ }).click();
    await heading(page, "Enter your code").waitFor();
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.getByRole("button", { name: "Sign in" }).first().click();
    await page.getByRole("alert").waitFor();
    await inOrder("code");
  });
});

it("signs in a window of the app through the person's browser", async () => {
  const userAgent =
    "Mozilla/5.0 (X11; Linux x86_64) Signalbox/1.0.0 Chrome/150.0 Electron/45.0 Safari/537.36";
  await using app = await show({ look: "dark", size: "phone", userAgent });
  await placeInShell(app.page);
  await app.open("/settings/sign-in");
  const number = app.page.getByText(/^\d{4}$/);
  await number.waitFor();
  const inOrder = async (board: typeof app, picture: string): Promise<void> => {
    expect(await isWiderThanScreen(board), picture).toBe(false);
    expect(await graveViolations(board), picture).toEqual([]);
    await board.picture(`sign-in-${picture}`);
  };
  await inOrder(app, "window-waits");
  await app.page.getByRole("button", { name: "I have signed in there" }).click();
  await app.page
    .getByRole("status")
    .getByText(/^Checking\./)
    .waitFor();
  const address =
    (await app.page.getByRole("link", { name: "Continue in your browser" }).getAttribute("href")) ?? "";

  await using person = await show();
  await person.page.goto(address);
  await person.page.getByText((await number.textContent()) ?? "", { exact: true }).waitFor();
  await expect.poll(() => new URL(person.page.url()).search, soon).toBe("");
  await inOrder(person, "window-browser");
  await person.page.getByRole("button", { name: /Continue with/ }).click();
  await heading(person.page, "Return to Signalbox").waitFor();
  await inOrder(person, "window-done");

  await heading(app.page, "Set up your authenticator").waitFor();
  await app.page.getByLabel("Code", { exact: true }).fill((await scan(app.page))());
  await app.page.getByRole("button", { name: "Set up" }).click();
  await app.page.getByRole("link", { name: "I saved them, continue" }).click();
  await app.page.getByRole("heading", { name: "Web sign-in is on" }).waitFor();
});

it("explains in its settings how to turn it on", async () => {
  await using off = await startServiceWithBoard();
  await using board = await openBoard(browser(), { url: off.url, size: "phone" });
  await board.open("/settings/sign-in");
  await board.page.getByRole("heading", { name: "Web sign-in is off" }).waitFor();
  await board.page.getByText(`${off.url}/sign-in/callback`).waitFor();
  expect(await isWiderThanScreen(board)).toBe(false);
  expect(await graveViolations(board)).toEqual([]);
  await board.picture("sign-in-off");
});

it("says what is missing while it is half set up", async () => {
  const environment = { SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID: "signalbox" };
  await using half = await startServiceWithBoard({ environment });
  await using board = await openBoard(browser(), { url: half.url, expected: [/503/] });
  await board.open("/");
  await board.page.getByText("SERVICE_WEB_AUTH_ALLOWED_DOMAINS").waitFor();
  expect(await graveViolations(board)).toEqual([]);
  await board.picture("sign-in-half");
});

it("returns to the page after a sign-out, with the unsent draft", async () => {
  const { id } = await restedSession(service, "#script say Done.");
  await using board = await show({ expected: [/401/] });
  const { page } = board;
  await board.open(`/sessions/${id}?panel=log`);
  const code = await enrol(page);
  const { composer } = sessionPage(page);
  await composer.fill("Not sent yet");
  expect(await requestFromPage(board, { method: "POST", path: "/web_sign_in/sign_out", body: {} })).toBe(200);
  await heading(page, "Sign in").waitFor();
  await page.getByRole("button", { name: /Continue with/ }).click();
  await page.getByLabel("Code", { exact: true }).fill(code(1));
  await page.keyboard.press("Enter");
  await composer.waitFor();
  expect(new URL(page.url()).search).toBe("?panel=log");
  await expect.poll(() => composer.inputValue(), soon).toBe("Not sent yet");
});

it("leads a browser that has lost its key to another sign-in, instead of back and forth", async () => {
  await using board = await show({ expected: [/401/] });
  const { page } = board;
  await board.open("/");
  const code = await enrol(page);
  await page.getByRole("heading", { name: "Board", exact: true }).waitFor();
  await page.evaluate(async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
  await page.reload();
  await heading(page, "Sign in").waitFor();
  await page.getByRole("button", { name: /Continue with/ }).click();
  await page.getByLabel("Code", { exact: true }).fill(code(1));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Board", exact: true }).waitFor();
});

it("names the person who signed in, not the owner of the machine", async () => {
  await mkdir(join(service.folder, "home"), { recursive: true });
  await writeFile(join(service.folder, "home/.gitconfig"), "[user]\n\tname = Ada Lovelace\n");
  await using board = await show();
  const { page } = board;
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await board.open("/");
  const told = page.waitForResponse(/\/ui\/v1\/me$/);
  await enrol(page);
  await told;
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { name: `Alice Adams, ${idp.subject.email}` }).waitFor();
  expect(await page.getByLabel("Name").count()).toBe(0);
  expect(asked).not.toContain("/ui/v1/owner/suggestion");
  expect(await graveViolations(board)).toEqual([]);
  await board.picture("sign-in-you");
});

it("manages browsers, recovery codes and the authenticator in its settings", async () => {
  await using board = await show({ expected: [/422/] });
  const { page } = board;
  await board.open("/settings/sign-in");
  const code = await enrol(page);
  await page.getByRole("button", { name: "New recovery codes" }).click();
  const field = page.getByLabel("Authenticator code or recovery code");
  await field.fill("no");
  await page.getByRole("button", { name: "Create new codes" }).click();
  await page.getByText("That code is wrong", { exact: false }).waitFor();
  await field.fill(code(1));
  await page.getByRole("button", { name: "Create new codes" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.last().waitFor();
  const kept = await codes.allTextContents();
  expect(kept).toHaveLength(10);
  await board.picture("sign-in-new-codes");
  await page.getByRole("button", { name: "I saved the codes" }).click();

  await page.getByRole("button", { name: "New authenticator" }).click();
  await heading(page, "Set up a new authenticator").waitFor();
  await board.picture("sign-in-replace");
  const fresh = await scan(page);
  await page.getByLabel("Code from your current authenticator").fill(kept[0] ?? "");
  await page.getByLabel("Code from the new authenticator").fill(fresh());
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("link", { name: "I saved them, continue" }).click();
  await page.getByRole("heading", { name: "Authenticator" }).waitFor();

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByText("You are signed out.").waitFor();
});
