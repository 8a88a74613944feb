import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { type Shown, type ShowOptions, useShow } from "./open-page.ts";

const cli = join(import.meta.dirname, "../../server/cli.ts");
const run = promisify(execFile);

let service: TestService;
const open = useShow(() => service);
// The browser's console names the refusal that asks for the confirmation.
const expected = [/status of 40[39] .*\/ui\/v1\/api_keys\)$/];
const show = (options: ShowOptions = {}) => open("/settings/keys", { expected, ...options });

beforeAll(async () => {
  service = await startServiceWithBoard({ confirms: false });
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const question = ({ page }: Shown) => page.getByRole("dialog", { name: "Confirm outside the browser" });
const form = ({ page }: Shown) => page.getByRole("dialog", { name: "New API key" });

async function askForKey(board: Shown, name: string): Promise<string> {
  const { page } = board;
  await page.getByRole("button", { name: "New key" }).click();
  await form(board).getByRole("textbox", { name: "Name" }).fill(name);
  await form(board).getByRole("button", { name: "Create key" }).click();
  await question(board).getByText(`Create the API key “${name}”`).waitFor();
  await question(board).getByRole("button", { name: "Copy command" }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard, soon).toMatch(/ confirm \w{8}$/);
  return (await clipboard()).split(" ").at(-1) ?? "";
}

/** What the copied command runs. */
const command = (id: string, answer: "--yes" | "--deny") =>
  run(process.execPath, [cli, "confirm", id, answer], {
    env: { PATH: process.env["PATH"], SERVICE_DATA_DIR: service.service.dataFolder },
  });

const keys = async (): Promise<string[]> => {
  const { body } = await service.call<{ api_keys: { name: string }[] }>("GET", "/api_keys");
  return body.api_keys.map(({ name }) => name);
};

it("makes a key only after the command confirmed it, and the page goes on by itself", async () => {
  await using board = await show();
  const id = await askForKey(board, "laptop");
  await board.picture("confirmation");
  expect(await graveViolations(board)).toEqual([]);
  expect(await keys()).not.toContain("laptop");
  expect((await command(id, "--yes")).stdout).toBe("Confirmed: Create the API key “laptop”.\n");
  const shown = board.page.getByRole("dialog", { name: "Key “laptop”" });
  await shown.getByText(/^sbk_[0-9a-f]{64}$/).waitFor();
  await question(board).waitFor({ state: "detached" });
  expect(await keys()).toContain("laptop");
});

it("says that it was denied, and makes nothing", async () => {
  await using board = await show();
  await command(await askForKey(board, "denied"), "--deny");
  await question(board).getByText("Denied. Nothing was changed.").waitFor();
  await question(board).getByRole("button", { name: "Close" }).last().click();
  await form(board).getByText("This was denied, so nothing was changed.").waitFor();
  expect(await keys()).not.toContain("denied");
});

it("is canceled with the keyboard, which leaves the form and its text", async () => {
  await using board = await show();
  const { page } = board;
  const id = await askForKey(board, "never");
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press("Tab");
    const inside = () => question(board).evaluate((dialog) => dialog.contains(document.activeElement));
    await expect.poll(inside, soon).toBe(true);
  }
  // A press outside is no answer: people come back from the terminal with one.
  await page.mouse.click(5, 5);
  await question(board).waitFor();
  await page.keyboard.press("Escape");
  await question(board).waitFor({ state: "detached" });
  await form(board).getByText("You canceled the confirmation, so nothing was changed.").waitFor();
  expect(await form(board).getByRole("textbox", { name: "Name" }).inputValue()).toBe("never");
  const focused = () => form(board).evaluate((dialog) => dialog.contains(document.activeElement));
  await expect.poll(focused, soon).toBe(true);
  await expect.poll(() => service.service.settleConfirmation(id, "confirmed"), soon).toBeNull();
});

it.each(["light", "dark"] as const)("fits on a phone that is %s", async (look) => {
  await using board = await show({ size: "phone", look });
  await askForKey(board, `phone ${look}`);
  await board.picture(`confirmation-phone-${look}`);
  expect(await isWiderThanScreen(board)).toBe(false);
  expect(await graveViolations(board)).toEqual([]);
});
