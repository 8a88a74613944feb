import { afterAll, beforeAll, expect, it } from "vitest";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { graveViolations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard();
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

it("are added in the form for a new session, which then uses them", async () => {
  const git_root = await service.repository();
  await using board = await show("/sessions/new", { expected: [/422/] });
  const { page } = board;
  await page.getByLabel("Repository", { exact: true }).fill(git_root);
  await page.getByLabel("Prompt", { exact: true }).fill("#script say Done by an added model.");
  await page.getByRole("dialog").locator("summary").click();
  await page.getByRole("button", { name: "Add a model" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a model" });
  await dialog.getByLabel("Runtime").selectOption({ label: "pi" });
  await dialog.getByLabel("Model ID").fill("nobody/nova-1");
  await dialog.getByLabel("Label").fill("Nova 1");
  await page.keyboard.press("Enter");
  await dialog.getByText("pi does not list “nobody/nova-1”.", { exact: false }).waitFor();
  await board.picture("add-model-unlisted");
  expect.soft(await graveViolations(board), "dialog").toEqual([]);
  await dialog.getByRole("button", { name: "Add anyway" }).click();
  await dialog.waitFor({ state: "detached" });
  const chosen = (label: string) =>
    page.getByLabel(label, { exact: true }).locator("option:checked").textContent();
  await expect.poll(() => chosen("Model"), soon).toBe("Nova 1");
  expect(await chosen("Runtime")).toBe("pi");
  await page.getByRole("button", { name: "Start session" }).click();
  await page.getByRole("article", { name: "Response" }).getByText("Done by an added model.").waitFor();
  const { body } = await service.call<{ sessions: Session[] }>("GET", "/sessions");
  expect(body.sessions[0]?.config).toMatchObject({ model: "nobody/nova-1" });
});

it("are renamed and removed on the page of defaults", async () => {
  await using board = await show("/settings/defaults");
  const { page } = board;
  const list = page.getByRole("list", { name: "Added models" });
  await page
    .getByRole("region", { name: "Added models" })
    .getByRole("button", { name: "Add a model" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Add a model" });
  await dialog.getByLabel("Runtime").selectOption({ label: "Claude Code" });
  await dialog.getByLabel("Model ID").fill("glm-9");
  await dialog.getByRole("button", { name: "Add model" }).click();
  await list.getByText("glm-9").waitFor();
  await page.getByRole("button", { name: "Rename glm-9" }).click();
  await page.getByRole("dialog").getByLabel("Label").fill("GLM 9");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove GLM 9" }).waitFor();
  await board.picture("settings-added-models");
  const options = () => page.getByLabel("Model for Claude Code").locator("option").allTextContents();
  await expect.poll(options, soon).toContain("GLM 9");
  await page.getByRole("button", { name: "Remove GLM 9" }).click();
  await list.getByText("GLM 9").waitFor({ state: "detached" });
  await expect.poll(options, soon).not.toContain("GLM 9");
});
