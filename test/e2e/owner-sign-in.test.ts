import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import { authorizeUrl, registerClient } from "../support/oauth.ts";
import type { TestService } from "../support/service.ts";

const browser = useBrowser();
let service: TestService;

beforeAll(async () => {
  service = await startServiceWithBoard();
});
afterAll(() => service[Symbol.asyncDispose]());

const signedOut = (size: "desk" | "phone" = "desk") =>
  openBoard(browser(), { url: service.url, size, signedOut: true, expected: [/401/] });

test("a board that is open without sign-in says so above every page, until it is dismissed", async () => {
  await using open = await startServiceWithBoard({ environment: { SERVICE_WEB_OPEN: "1" } });
  await using board = await openBoard(browser(), { url: open.url, signedOut: true });
  const { page } = board;
  await board.open("/");
  const banner = page.getByText("This board is open without sign-in");
  await banner.waitFor();
  await board.picture("board-open");
  await page.getByRole("link", { name: "Sign-in settings" }).click();
  await page.getByText("SERVICE_WEB_OPEN is set").waitFor();
  await page.getByRole("status").getByRole("button", { name: "Dismiss" }).first().click();
  await banner.waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("SERVICE_WEB_OPEN is set").waitFor();
  expect(await banner.count()).toBe(0);
});

describe("the board's sign-in", () => {
  test("explains how to get a link, and opens the board with one", async () => {
    await using board = await signedOut();
    await board.open("/settings/keys");
    await board.page.getByRole("heading", { name: "Sign in to this board" }).waitFor();
    await board.picture("owner-sign-in");
    await board.page.getByLabel("Launch link or code").fill("nonsense");
    await board.page.getByRole("button", { name: "Sign in" }).click();
    await board.page.getByText("That is not a launch link.").waitFor();
    await board.page.getByLabel("Launch link or code").fill(service.service.launchLink());
    await board.page.getByRole("button", { name: "Sign in" }).click();
    await board.page.getByRole("heading", { name: "API keys" }).waitFor();
    expect(new URL(board.page.url()).pathname).toBe("/settings/keys");
  });

  test("follows a link by itself, once, and leaves no code in the address", async () => {
    await using board = await signedOut();
    const link = service.service.launchLink();
    await board.open(link);
    await board.page.getByRole("navigation").first().waitFor();
    expect(board.page.url()).toBe(`${service.url}/`);
    await using second = await signedOut("phone");
    await second.open(link);
    await second.page.getByText("This link was already used or has expired.", { exact: false }).waitFor();
    await second.picture("owner-sign-in-phone");
  });

  test("is passed through by the file that signalbox open gives to the browser", async () => {
    await using board = await signedOut();
    await board.page.goto(pathToFileURL(await service.service.launchFile()).href);
    await board.page.getByRole("navigation").first().waitFor();
    expect(board.page.url()).toBe(`${service.url}/`);
  });

  test("lists the browsers, and a browser that signs itself out has to sign in again", async () => {
    await using board = await openBoard(browser(), { url: service.url, expected: [/401/] });
    await board.open("/settings/sign-in");
    const list = board.page.getByRole("list", { name: "Signed-in browsers" });
    const own = list.getByRole("listitem").filter({ hasText: "This browser" });
    await own.waitFor();
    await board.picture("owner-browsers");
    await own.getByRole("button", { name: /^Sign out/ }).click();
    await board.page.getByRole("heading", { name: "Sign in to this board" }).waitFor();
  });

  test("asks to sign in before a program is approved, and goes on from there", async () => {
    const clientId = await registerClient(service, { client_name: "Editor" });
    await using board = await signedOut();
    await board.open(authorizeUrl(service, clientId).url.href);
    await board.page.getByRole("heading", { name: "Sign in to this board" }).waitFor();
    await board.page.getByLabel("Launch link or code").fill(service.service.launchLink());
    await board.page.getByRole("button", { name: "Sign in" }).click();
    await board.page.getByRole("heading", { name: /Editor/ }).waitFor();
  });
});
