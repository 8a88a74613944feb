import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { createSession } from "../support/sessions.ts";
import { visualAudit } from "../support/visual-audit.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard();
  await mkdir(join(service.folder, "home"), { recursive: true });
  await writeFile(
    join(service.folder, "home/.gitconfig"),
    "[user]\n\tname = Ada Lovelace\n\temail = ada@example.org\n",
  );
  await createSession(service, { title: "A session" });
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const statusWith = async (key: string): Promise<number> =>
  (await service.call("GET", "/sessions", undefined, { key })).status;

describe("settings", () => {
  it("open by key, from the side bar and from the palette, and show their pages beside the list", async () => {
    await using board = await show("/");
    const { page } = board;
    await page.getByRole("link", { name: /A session/ }).waitFor();
    await page.keyboard.press(",");
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "API keys" }).click();
    await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByPlaceholder("Find a session or an action").fill("profile");
    await page.getByRole("option", { name: "Settings: Profile" }).click();
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
    await board.open("/settings/nothing");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  });

  it("are a list on a phone, with a way back to it", async () => {
    await using board = await show("/settings", { size: "phone" });
    const { page } = board;
    const sections = page.getByRole("navigation", { name: "Settings" });
    await sections.getByRole("link", { name: /^API keys/ }).waitFor();
    await board.picture("settings-phone");
    await sections.getByRole("link", { name: /^API keys/ }).click();
    await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
    await sections.waitFor({ state: "hidden" });
    await page.getByRole("list", { name: "API keys" }).waitFor();
    expect(await isWiderThanScreen(board)).toBe(false);
    await board.picture("settings-keys-phone");
    await page.getByRole("link", { name: "All settings" }).click();
    await sections.getByRole("link", { name: /^Profile/ }).waitFor();
  });
});

describe("API keys", () => {
  it("are created with a name, shown once, revoked and restored", async () => {
    await using board = await show("/settings/keys");
    const { page } = board;
    const keys = page.getByRole("list", { name: "API keys" });
    await keys.getByText("From API_KEYS").waitFor();
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("My laptop");
    await page.keyboard.press("Enter");
    // Not the command that the dialog shows while it waits to be confirmed.
    const secret = page.getByRole("dialog").locator("code").filter({ hasNotText: "confirm" });
    await secret.waitFor();
    const token = (await secret.textContent()) ?? "";
    expect(await statusWith(token)).toBe(200);
    await board.picture("settings-key-made");
    await page.getByRole("button", { name: "Copy key" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), soon).toBe(token);
    // A stray click does not close what is shown only once.
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await page.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => page.content(), soon).not.toContain(token);

    const row = keys.getByRole("listitem").filter({ hasText: "My laptop" });
    await row.getByRole("button", { name: "Revoke My laptop" }).click();
    await row.getByText("Revoked", { exact: true }).waitFor();
    const undo = page.getByRole("button", { name: "Undo" });
    // Text under the pointer stays.
    await undo.hover();
    expect(await statusWith(token)).toBe(401);
    await undo.click();
    await row.getByRole("button", { name: "Revoke My laptop" }).waitFor();
    expect(await statusWith(token)).toBe(200);
  });

  it("say what is wrong with a name", async () => {
    await using board = await show("/settings/keys", { expected: [/422/] });
    const { page } = board;
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("My laptop");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("alert").getByText("The name is already taken", { exact: false }).waitFor();
    await board.picture("settings-key-refused");
  });
});

describe("the owner", () => {
  it("is asked once whether the name from git is right, and confirms with one click", async () => {
    await using board = await show("/");
    const { page } = board;
    const question = page.getByRole("complementary", { name: "Your profile" });
    await question.getByText("Ada Lovelace, ada@example.org").waitFor();
    await board.picture("owner-question");
    expect(await graveViolations(board)).toEqual([]);
    await question.getByRole("button", { name: "Yes, that's me" }).click();
    await question.waitFor({ state: "detached" });
    await board.open("/");
    await page.getByRole("link", { name: /A session/ }).waitFor();
    expect(await question.count()).toBe(0);
  });

  it("changes and keeps the name in the settings", async () => {
    await using board = await show("/settings/you");
    const { page } = board;
    await page.getByLabel("Name").fill("Ada King");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Profile saved").waitFor();
    await board.open("/settings/you");
    await expect.poll(() => page.getByLabel("Name").inputValue(), soon).toBe("Ada King");
  });
});

it("has no serious accessibility problem in light or dark", async () => {
  await using board = await show("/settings/keys");
  await board.page.getByRole("list", { name: "API keys" }).waitFor();
  expect.soft(await visualAudit(board, "settings-keys"), "keys").toEqual([]);
  await board.page.getByRole("button", { name: "New key" }).click();
  await board.page.getByLabel("Name").waitFor();
  expect.soft(await visualAudit(board, "settings-new-key"), "new key").toEqual([]);
  await board.open("/settings/you");
  await board.page.getByLabel("Name").waitFor();
  expect.soft(await visualAudit(board, "settings-you"), "you").toEqual([]);
});
