import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BacklogItem } from "../../server/domains/scheduling/work-backlog/model.ts";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { atRest, type TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { useShow } from "./open-page.ts";

/** @module-tag real-cli */

describe("the backlog", () => {
  let service: TestService;
  let git_root: string;
  let issues = 100;
  const show = useShow(() => service);

  beforeAll(async () => {
    service = await startServiceWithBoard();
    git_root = await service.repository();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function add(title: string, more: Record<string, unknown> = {}): Promise<BacklogItem> {
    const body = {
      issue_url: `https://github.com/acme/shop/issues/${++issues}`,
      title,
      prompt: `#script say ${title}.`,
      estimated_cost: "small",
      git_root,
      ...more,
    };
    const answer = await service.call<{ work_backlog_item: BacklogItem }>(
      "POST",
      "/work_backlog_items",
      body,
    );
    return answer.body.work_backlog_item;
  }

  it("is empty at first, and takes work without an issue from a person", async () => {
    await using board = await show("/", { look: "dark" });
    const { page } = board;
    await page.getByRole("link", { name: "Queue" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await page.getByRole("heading", { name: "The backlog is empty" }).waitFor();
    await board.picture("backlog-empty");
    await page.getByRole("button", { name: "Add work" }).click();
    await page.getByLabel("Title").fill("Sweep old branches");
    await page.getByLabel("What the agent is to do").fill("#script say Swept.");
    await page.getByLabel("Where it works").selectOption({ label: "A repository…" });
    await page.getByRole("textbox", { name: "Repository" }).fill(git_root);
    await board.picture("backlog-add");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("manual-sweep-old-branches was added").waitFor();
    await page.getByRole("list", { name: "Small" }).getByText("Sweep old branches").waitFor();
  });

  it("shows the bands, and is reordered inside one with the keyboard", async () => {
    await add("Fix the till", { kind: "bug", surface: "check-out" });
    await add("Replace the receipt printer", { estimated_cost: "medium" });
    await add("Rewrite the pricing engine", { estimated_cost: "large", scope_direction: "larger" });
    const asked = await add("Keep the old till?", { estimated_cost: "medium" });
    await service.call("POST", `/work_backlog_items/${asked.id}/hold`, {
      question: "Two shops still use it. May it go?",
    });
    await using board = await show("/backlog");
    const { page } = board;
    const small = page.getByRole("list", { name: "Small" });
    const titles = () => small.getByRole("listitem").locator("p.font-medium").allTextContents();
    await expect.poll(titles, soon).toEqual(["Sweep old branches", "Fix the till"]);
    await page.getByRole("button", { name: "Move “Fix the till”" }).focus();
    for (const key of [" ", "ArrowUp", " "]) await page.keyboard.press(key);
    await expect.poll(titles, soon).toEqual(["Fix the till", "Sweep old branches"]);
    await page.getByText("Held for a decision").waitFor();
    await board.picture("backlog");
    expect(await graveViolations(board)).toEqual([]);
  });

  it("is decided, pinned, removed, restored and started by a person", async () => {
    await using board = await show("/backlog");
    const { page } = board;
    await page.getByRole("button", { name: "Decide: “Keep the old till?”" }).click();
    await page.getByText("Two shops still use it. May it go?").last().waitFor();
    await page.getByLabel("Your decision").fill("Yes.");
    await board.picture("backlog-decide");
    await page.getByRole("button", { name: "Release" }).click();
    await page.getByText("Decided: Yes.").waitFor();

    await page.getByRole("button", { name: "More actions for “Rewrite the pricing engine”" }).click();
    await page.getByRole("menuitem", { name: "Pin to the top" }).click();
    await page.getByRole("list", { name: "Pinned" }).getByText("Rewrite the pricing engine").waitFor();

    await page.getByRole("button", { name: "More actions for “Replace the receipt printer”" }).click();
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    await page.getByLabel("Reason").fill("The printer is new.");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("“Replace the receipt printer” was removed").waitFor();
    await page.getByText(/^Removed 1$/).click();
    await page.getByText("The printer is new.").waitFor();
    await board.picture("backlog-removed");
    await page.getByRole("button", { name: "Queue again: “Replace the receipt printer”" }).click();
    await page.getByText("Nothing was removed").waitFor();

    await page.getByText(/^Queued 5$/).click();
    await page.getByRole("button", { name: "Start now: “Fix the till”" }).click();
    await page.getByText("“Fix the till” is started").waitFor();
    await page.getByText(/^Started 1$/).click();
    const link = page.getByRole("link", { name: /^Session: Implement shop#\d+ \(Fix the till\)$/ });
    await link.waitFor();
    await board.picture("backlog-started");
    await link.click();
    await page.waitForURL(/\/sessions\/\d+/);
    await service.waitFor(Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]), atRest);
  });

  it("says when work is started by itself, and changes that", async () => {
    await using board = await show("/backlog");
    const { page } = board;
    const card = page.getByRole("region", { name: "Automatic start" });
    await card.getByText(/of 3 sessions (is|are) working/).waitFor();
    await card.getByText("Settings").click();
    await card.getByLabel("Sessions at work").fill("5");
    await board.picture("backlog-top-up");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText(/of 5 sessions (is|are) working/).waitFor();
  });

  it.each(["light", "dark"] as const)("fits a phone, %s", async (look) => {
    await using board = await show("/backlog", { size: "phone", look });
    await board.page.getByRole("list", { name: "Small" }).waitFor();
    await board.picture(`backlog-phone-${look}`);
    expect(await isWiderThanScreen(board)).toBe(false);
  });
});
