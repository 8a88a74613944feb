import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
let git_root: string;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard({ environment: { SERVICE_SANDBOX: "off" } });
  git_root = await service.repository();
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

it("says above the board that agents run without a sandbox, until the person dismisses it", async () => {
  await using board = await show("/sessions");
  const { page } = board;
  const sentence = page.getByText("Agents run without a sandbox: they can read your files and keys.");
  await sentence.waitFor();
  await board.picture("board-without-sandbox");
  expect(await graveViolations(board)).toEqual([]);
  await page.getByRole("link", { name: "Sandbox settings" }).click();
  await page.getByRole("heading", { name: "Sandbox" }).waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await sentence.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "Sandbox" }).waitFor();
  expect(await sentence.count()).toBe(0);
});

it("starts a session in a stricter sandbox, and shows and changes it on the session's page", async () => {
  await using board = await show("/sessions/new");
  const { page } = board;
  await page.getByLabel("Repository", { exact: true }).fill(git_root);
  await page.getByText("Title, subdirectory, scheduling class, extensions and models").click();
  await page.getByRole("checkbox", { name: "Only create the clone" }).check();
  await page.getByRole("combobox", { name: "Sandbox" }).selectOption("Workspace");
  await page.getByText("Agents see their clone, their own home").waitFor();
  await board.picture("new-session-sandbox");
  expect(await graveViolations(board)).toEqual([]);
  await page.getByRole("button", { name: "Start session" }).click();
  await page.waitForURL(/\/sessions\/\d+/);
  const id = Number(/\/sessions\/(\d+)/.exec(page.url())?.[1]);
  expect(await sessionOf(service, id)).toMatchObject({
    sandbox: { level: "workspace", source: "session" },
  });

  await board.open(`/sessions/${id}?panel=setup`);
  const section = page.getByRole("region", { name: "Sandbox", exact: true });
  await section.getByText("Workspace. Set for this session.").waitFor();
  await section.scrollIntoViewIfNeeded();
  await board.picture("session-sandbox");
  expect(await graveViolations(board)).toEqual([]);
  await section.getByRole("combobox").selectOption("Default (Off)");
  await section.getByText("Off. Set by SERVICE_SANDBOX.").waitFor();
  expect(await sessionOf(service, id)).toMatchObject({ sandbox: { level: "off", wished: null } });
});

it("sets a repository's level and folders, and says what is wrong with one", async () => {
  const folder = join(service.folder, "assets");
  await mkdir(folder);
  const { id } = await createSession(service, { git_root, clone_only: true });
  await using board = await show("/settings/repositories", { expected: [/422/] });
  const { page } = board;
  await page.getByRole("button", { name: "Set for a repository" }).click();
  const dialog = page.getByRole("dialog", { name: "Sandbox of a repository" });
  await dialog.getByRole("textbox", { name: "Repository" }).fill(git_root);
  await dialog.getByRole("combobox").selectOption("Workspace");
  const read = dialog.getByRole("textbox", { name: "Folders that agents can read" });
  await read.fill("/");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Agents cannot have the folder /: it is the whole file system").waitFor();
  await board.picture("settings-sandbox-refused");
  expect(await graveViolations(board)).toEqual([]);
  await read.fill(folder);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  const list = page.getByRole("list", { name: "Repositories with a sandbox of their own" });
  await list.getByText(`Workspace · reads ${folder}`).waitFor();
  await board.picture("settings-sandbox");
  expect(await sessionOf(service, id)).toMatchObject({
    sandbox: { level: "workspace", source: "repository" },
  });

  await using phone = await show("/settings/repositories", { look: "dark", size: "phone" });
  await phone.page.getByText(`Workspace · reads ${folder}`).scrollIntoViewIfNeeded();
  await phone.picture("settings-sandbox-phone-dark");
  expect(await graveViolations(phone)).toEqual([]);
  await phone.open(`/sessions/${id}?panel=setup`);
  await phone.page.getByText("Workspace. Set for this repository.").scrollIntoViewIfNeeded();
  await phone.picture("session-sandbox-phone-dark");
  expect(await graveViolations(phone)).toEqual([]);
});
