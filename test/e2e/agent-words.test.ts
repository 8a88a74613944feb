import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { groupsOn, isWiderThanScreen, rowOf } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { isDecided, restedSession, sessionOf } from "../support/sessions.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { makeOrchard, triggerCalls, writeOrchard } from "../support/triggers.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);
const folder = await makeTestFolder();
const greenGoal = "open-reviewed-green-pr";

beforeAll(async () => {
  await makeOrchard(folder);
  await writeOrchard(folder);
  const root = { display_name: "Orchard", url: `file://${folder.at("orchard")}`, default_goal: greenGoal };
  await writeFile(folder.at("roots.json"), JSON.stringify({ orchard: { description: "Trees", ...root } }));
  service = await startServiceWithBoard({ environment: { SERVICE_CATALOG: folder.at("air.json") } });
  const triggers = triggerCalls(() => service);
  const { id } = await triggers.made({
    name: "Nightly updates",
    prompt_template: "#script say Updated {{what}}.",
    goal: "codebase-question",
  });
  for (const what of ["pears", "plums", "quinces"]) {
    const { session } = (await triggers.invoke(id, { what })).body;
    await service.waitFor(session?.id ?? 0, isDecided);
  }
  await restedSession(service, "#script say ## Result\\n\\nThe **parser** reads line by line.", {
    title: "Look at the parser",
    goal: greenGoal,
  });
}, 90_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

it.each([
  ["light", "desk"],
  ["dark", "desk"],
  ["dark", "phone"],
] as const)("rows say what the agent said, and how much of the goal is met (%s, %s)", async (look, size) => {
  await using board = await show("/", { look, size });
  const row = rowOf(board, "Look at the parser");
  await row.getByText("The parser reads line by line.").waitFor();
  await row.getByRole("img", { name: "Goal: 0 of 5 checks met" }).waitFor();
  expect(await row.getByText("No pull request is recorded").count()).toBe(0);
  await board.picture(`agent-words-${size}-${look}`);
  if (size === "phone") expect(await isWiderThanScreen(board)).toBe(false);
  await row.getByRole("link").first().click();
  if (size === "desk") await board.page.getByRole("img", { name: "Goal: 0 of 5 checks met" }).waitFor();
});

it.each(["list", "table", "columns"] as const)(
  "sessions of one trigger are one row of the %s",
  async (layout) => {
    await using board = await show(layout === "list" ? "/" : `/?layout=${layout}`);
    const { page } = board;
    const fold = page.getByRole("button", { name: "Nightly updates (3 sessions: 3 Done)" });
    await fold.waitFor();
    const members = page.locator("[data-row]").filter({ hasText: "Updated" });
    expect(await members.count()).toBe(0);
    if (layout === "list") expect(await groupsOn(board)).toContain("# Done3");
    await board.picture(`fold-${layout}`);

    await fold.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => members.count(), soon).toBe(3);
    await board.picture(`fold-${layout}-open`);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => members.count(), soon).toBe(0);
    await fold.click();
    await expect.poll(() => members.count(), soon).toBe(3);

    // A view of its own, which folds by itself.
    await page.getByRole("button", { name: "Archived", exact: true }).click();
    await expect.poll(() => members.count(), soon).toBe(0);
    await page.getByRole("button", { name: "Archived", exact: true }).click();
    await expect.poll(() => members.count(), soon).toBe(3);
  },
);

it("the rows of a trigger are walked by keys, and acts change only what is seen", async () => {
  await using board = await show("/");
  const { page } = board;
  await page.getByRole("button", { name: /^Nightly updates \(3 sessions/ }).waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("Escape");
  const isAt = () => page.evaluate(() => document.activeElement?.hasAttribute("data-fold"));
  for (let left = 4; left > 0 && !(await isAt()); left -= 1) await page.keyboard.press("j");
  expect(await isAt()).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("j");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), soon).toMatch(/^Session/);
});

it("a question gets no goal that asks for a pull request", async () => {
  await using board = await show("/");
  const { page } = board;
  await rowOf(board, "Look at the parser").waitFor();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  const goal = dialog.getByLabel("Goal", { exact: true });
  const chosen = () => goal.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text);
  await dialog.getByLabel("Prompt").fill("Add a column");
  await expect.poll(chosen, soon).toBe("Reviewed, green pull request (default)");
  await dialog.getByLabel("Prompt").fill("#script say Nobody asked.\nWhy is there no column?");
  await expect.poll(chosen, soon).toBe("No goal (a question)");
  await board.picture("composer-question");
  await page.keyboard.press("ControlOrMeta+Enter");
  await board.session.says("Nobody asked.");
  const id = Number(new URL(page.url()).pathname.split("/").at(-1));
  expect((await sessionOf(service, id)).goal).toBeNull();
});
