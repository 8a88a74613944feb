import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, plainTrigger, writeOrchard } from "../support/triggers.ts";

const browser = useBrowser();
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);

describe("triggers on the board", () => {
  let folder: TestFolder;
  let service: TestService;

  beforeAll(async () => {
    folder = await makeTestFolder();
    await makeOrchard(folder);
    await writeOrchard(folder);
    service = await startServiceWithBoard({ environment: { SERVICE_CATALOG: folder.at("air.json") } });
  }, 60_000);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const create = (body: Record<string, unknown>) =>
    service.call("POST", "/triggers", { ...plainTrigger, ...body });

  it("can be created, invoked, turned off and deleted", async () => {
    await using board = await openBoard(browser(), { url: service.url, expected: [/422/] });
    const { page } = board;
    await board.open("/");
    await page.getByRole("link", { name: "Triggers" }).click();
    await page.getByRole("heading", { name: "No triggers yet" }).waitFor();
    await page.getByRole("link", { name: "New trigger" }).click();

    await page.getByRole("button", { name: "Nightly chore" }).click();
    expect(await page.getByLabel("Name").inputValue()).toBe("Nightly chore");
    await page.getByText("Every", { exact: true }).waitFor();
    await board.picture("trigger-starter");
    await page.getByRole("button", { name: "Remove “Recurring schedule”" }).click();
    await page.getByLabel("Name").fill("Support mail");
    await page.getByLabel("Prompt", { exact: true }).fill("#script say Read.\nFrom {{author}}:\n");
    await page.getByText("author comes from outside").waitFor();
    await page.getByRole("button", { name: "text", exact: true }).click();
    await page.getByRole("button", { name: "Mark as untrusted" }).click();
    await expect
      .poll(() => page.getByLabel("Prompt preview").textContent(), soon)
      .toMatch(/untrusted author 0{16}: [^]*‹author›[^]*untrusted text/);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByLabel("Time zone").fill("Europe/Nowhere");
    await page.getByText("timezone must be a name from the IANA database").waitFor();
    await page.getByLabel("Time zone").fill("UTC");
    await expect
      .poll(() => page.getByRole("list", { name: "Next runs" }).getByRole("listitem").count(), soon)
      .toBe(5);
    await page.reload();
    await page.getByText("Draft restored.").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Support mail");
    expect(await page.getByLabel("Time zone").inputValue()).toBe("UTC");
    await board.picture("trigger-form");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("button", { name: "Save trigger" }).click();

    await page.getByRole("heading", { name: "Support mail" }).waitFor();
    await page.getByText(/^Every day at 9:00\sAM \(UTC\)$/).waitFor();
    await page.getByRole("link", { name: "Board" }).click();
    await page.getByRole("heading", { name: "Board", exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("support");
    await page.getByRole("option", { name: /^Support mail/ }).waitFor();
    await board.picture("palette-triggers");
    await page.getByRole("option", { name: "Invoke “Support mail”…" }).click();
    await page.getByLabel("author").fill("Ada");
    await page.getByLabel("text").fill("The pears are late.");
    await expect
      .poll(() => page.getByLabel("Prompt preview").textContent(), soon)
      .toContain("pears are late");
    await board.picture("trigger-invoke");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Invoke" }).click();
    await page.getByText(/^Session \d+ was created$/).waitFor();
    await page.getByRole("list", { name: "Recent sessions" }).getByRole("listitem").waitFor();
    await page.getByRole("list", { name: "History" }).getByText("Started a session").waitFor();
    await board.picture("trigger-page");
    await page.getByRole("list", { name: "History" }).scrollIntoViewIfNeeded();
    await board.picture("trigger-history");
    expect(await graveViolations(board)).toEqual([]);

    await page.getByRole("switch", { name: /Support mail/ }).click();
    await page.getByRole("switch", { name: "Support mail: Off" }).waitFor();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Name").fill("Support");
    await page.getByRole("button", { name: /^Remove “(One-time|Recurring) schedule/ }).click();
    await page.getByLabel("Name").press("Control+Enter");
    await page.getByText("No conditions. This trigger fires only when it is invoked.").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    const remove = page.getByRole("button", { name: "Delete trigger" });
    await page.getByLabel("Type Support to confirm").fill("Supp");
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel("Type Support to confirm").fill("Support");
    await remove.click();
    await page.getByRole("heading", { name: "No triggers yet" }).waitFor();
  });

  it("show what is wrong with them and fit a phone", async () => {
    const schedules = [{ interval: 1, unit: "days", time: "02:00" }, { scheduled_at: tomorrow }];
    const conditions = schedules.map((configuration) => ({ condition_type: "schedule", configuration }));
    await create({
      name: "Nightly count",
      max_sessions_per_minute: 3,
      scheduling_class: "priority",
      conditions,
    });
    await create({
      name: "Mentions in the channel of the people who look after the orchard",
      agent_root_name: "vineyard",
      conditions: [{ condition_type: "slack", configuration: { event_type: "bot_mention" } }],
    });
    for (const [size, look] of [
      ["desk", "dark"],
      ["phone", "light"],
    ] as const) {
      await using board = await openBoard(browser(), { url: service.url, size, look });
      await board.open("/triggers");
      await board.page.getByText("Unknown root").waitFor();
      await board.page.getByText("Not watching").waitFor();
      await board.picture(`triggers-${size}`);
      expect(await graveViolations(board)).toEqual([]);
      expect(await isWiderThanScreen(board)).toBe(false);
    }
    {
      await using board = await openBoard(browser(), {
        url: service.url,
        expected: [/503/],
        intercepted: true,
      });
      const { page } = board;
      await board.open("/triggers?page=9");
      const rows = page.getByRole("list", { name: "Triggers" }).getByRole("listitem");
      await expect.poll(() => rows.count(), soon).toBeGreaterThan(1);
      await page.getByRole("combobox", { name: "Condition" }).selectOption("Chat message");
      await expect.poll(() => rows.count(), soon).toBe(1);
      expect(new URL(page.url()).search).toBe("?kind=chat");
      await page.getByRole("combobox", { name: "State" }).selectOption("Failed");
      await page.getByRole("heading", { name: "No matching triggers" }).waitFor();
      await page.getByRole("button", { name: "Clear the filters" }).click();
      await page.getByRole("link", { name: /^Mentions/ }).click();
      await page.getByText(/^Slack is not connected/).waitFor();
      expect(await page.getByText(/^Slack is not connected/).count()).toBe(1);
      await page.getByRole("button", { name: "Try it" }).click();
      await page.route(/\/triggers\/sample/, (route) => route.fulfill({ status: 503, body: "{}" }), {
        times: 1,
      });
      await page.getByRole("radio", { name: "With a sample" }).check();
      await page.getByText("Could not load the sample").waitFor();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("button", { name: "Send the sample" }).click();
      await page.getByRole("dialog").getByText("Slack is not connected").waitFor();
    }
    for (const [size, look] of [
      ["desk", "light"],
      ["phone", "dark"],
    ] as const) {
      await using board = await openBoard(browser(), { url: service.url, size, look });
      await board.open("/triggers");
      await board.page.getByRole("link", { name: "Nightly count" }).click();
      await board.page.getByText("Next run", { exact: true }).waitFor();
      await board.picture(`trigger-scheduled-${size}`);
      await board.page.getByRole("link", { name: "Edit" }).click();
      await board.page.getByRole("list", { name: "Next runs" }).last().waitFor();
      await board.page.getByText("Runs", { exact: true }).scrollIntoViewIfNeeded();
      await board.picture(`trigger-schedules-${size}`);
      expect(await graveViolations(board)).toEqual([]);
      expect(await isWiderThanScreen(board)).toBe(false);
    }
    await using board = await openBoard(browser(), {
      url: service.url,
      size: "phone",
      look: "dark",
      expected: [/422/],
    });
    await board.open("/triggers");
    await board.page.getByRole("link", { name: /^Mentions/ }).click();
    await board.page.getByRole("button", { name: "Invoke" }).click();
    await board.page.getByRole("dialog").getByRole("button", { name: "Invoke" }).click();
    await board.page.getByText('There is no agent root named "vineyard"').first().waitFor();
    await board.picture("trigger-refused");
    expect(await graveViolations(board)).toEqual([]);
    expect(await isWiderThanScreen(board)).toBe(false);
    await board.page.keyboard.press("Escape");
    const history = board.page.getByRole("list", { name: "History" });
    await history.getByText("Failed", { exact: true }).waitFor();
    await history.scrollIntoViewIfNeeded();
    await board.picture("trigger-history-phone");
    await board.open("/triggers/new");
    await board.page.getByRole("heading", { name: "New trigger" }).waitFor();
    expect(await isWiderThanScreen(board)).toBe(false);
  });

  it("fit the window whatever their names are", async () => {
    const repos = [1, 2, 3].map((at) => `${"o".repeat(39)}/${"r".repeat(90)}${at}`);
    const configuration = { repos, labels: ["l".repeat(100)] };
    const { body } = await service.call<{ trigger: { id: number } }>("POST", "/triggers", {
      ...plainTrigger,
      name: "W".repeat(255),
      agent_root_name: "n".repeat(120),
      conditions: [{ condition_type: "code_host_label", configuration }],
    });
    await using board = await openBoard(browser(), { url: service.url, size: "phone" });
    const at = `/triggers/${body.trigger.id}`;
    for (const path of ["/triggers", at, `${at}/edit`]) {
      await board.open(path);
      await board.page.getByText("Unknown root").or(board.page.getByLabel("Repositories")).first().waitFor();
      const scrolls = await board.page.evaluate(() =>
        [...document.querySelectorAll("main, main *")]
          .filter((element) => !element.matches("pre, pre *, .sr-only"))
          .some((element) => element.getBoundingClientRect().right > innerWidth + 1),
      );
      expect(scrolls, path).toBe(false);
    }
    await service.call("DELETE", at);
  });

  it("show that a trigger could not be loaded", async () => {
    await using board = await openBoard(browser(), { url: service.url, expected: [/404/] });
    await board.open("/triggers/987654");
    await board.page.getByText("Trigger not found").waitFor();
  });
});
