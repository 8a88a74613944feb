import { rename } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { type FakeSlack, slackToken, startFakeSlack } from "../support/slack.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, plainTrigger, triggerCalls, writeOrchard } from "../support/triggers.ts";
import { deliverFromSlack, webhookSettings } from "../support/webhooks.ts";

const browser = useBrowser();

describe("chat on the board", () => {
  let folder: TestFolder;
  let service: TestService;
  let slack: FakeSlack;

  beforeAll(async () => {
    folder = await makeTestFolder();
    await makeOrchard(folder);
    await writeOrchard(folder);
    slack = await startFakeSlack();
    slack.channel("C0ORCHARD", { name: "orchard" });
    slack.channel("C0YARD000", { name: "yard" });
    slack.person("U0ADA0000", "Ada");
    slack.person("U0BOB0000", "Bob", "bob@example.com", { is_restricted: true });
    service = await startServiceWithBoard({
      environment: {
        ...webhookSettings,
        SERVICE_CATALOG: folder.at("air.json"),
        SERVICE_CHAT_API_URL: slack.url,
        SERVICE_OWNER_NAME: "Ada",
        SERVICE_OWNER_EMAIL: "ada@example.com",
      },
    });
  }, 60_000);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await slack[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("is connected in the settings, tried in the form, and fires", async () => {
    await using board = await openBoard(browser(), { url: service.url, expected: [/422/, /503/] });
    const { page } = board;
    await board.open("/settings/chat");
    await page.getByText("Not connected").waitFor();
    await page.getByLabel("Bot token").fill("xoxb-wrong");
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText("Slack does not accept this token (invalid_auth)").waitFor();
    await page.getByLabel("Bot token").fill(slackToken);
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByText("Connected as signalbox in Orchard").waitFor();
    await board.picture("settings-chat");
    expect(await graveViolations(board)).toEqual([]);

    slack.write("C0ORCHARD", "U0ADA0000", `<@${slack.me.userId}> count the pears`);
    slack.write("C0ORCHARD", "U0BOB0000", `<@${slack.me.userId}> and the plums`);
    await board.open("/triggers/new");
    await page.getByRole("button", { name: "Mention in chat" }).click();
    await page
      .getByText("When members of the workspace mention the bot in every channel and in direct messages.")
      .waitFor();
    await page.getByLabel("Channel").selectOption({ label: "#orchard" });
    await page.getByText("When members of the workspace mention the bot in #orchard.").waitFor();
    await page.getByText("Filled in by the conditions").waitFor();
    await page
      .getByText(/mention the bot in #orchard: start a session of orchard with this prompt\./)
      .waitFor();
    await board.picture("trigger-chat-form");
    expect(await graveViolations(board)).toEqual([]);

    await page.getByRole("button", { name: "Try it" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Compare" }).click();
    await dialog.getByText("It would have started one session.").waitFor();
    await dialog.getByText(/Bob is not a member of the bot's workspace/).waitFor();
    await dialog.getByText("Prompt", { exact: true }).click();
    await dialog.getByText(/count the pears[^]*Do what is asked/).waitFor();
    await board.picture("trigger-try-it");
    expect(await graveViolations(board)).toEqual([]);
    await dialog.getByLabel("With a sample").check();
    await expect.poll(() => dialog.getByLabel("Sample payload").inputValue(), soon).toContain("C0ORCHARD");
    const payload = await dialog.getByLabel("Sample payload").inputValue();
    await dialog.getByLabel("Sample payload").fill(payload.replace(/"user": "[^"]+"/, '"user": "U0ADA0000"'));
    await dialog.getByRole("button", { name: "Send the sample" }).click();
    await dialog.getByText("It would have started one session.").waitFor();
    await dialog.getByLabel("Sample payload").fill(payload.replace("C0ORCHARD", "C0YARD000"));
    await dialog.getByRole("button", { name: "Send the sample" }).click();
    await dialog.getByText("The sample is about something else").waitFor();
    await dialog.getByLabel("Sample payload").fill("{");
    await dialog.getByText("This is not JSON.").waitFor();
    await board.picture("trigger-sample");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save trigger" }).click();

    await page.getByRole("heading", { name: "Mention in chat" }).waitFor();
    await page.getByText("No sessions yet.").waitFor();
    const message = slack.write("C0ORCHARD", "U0ADA0000", `<@${slack.me.userId}> pick them`);
    await deliverFromSlack(service.url, slack.payload("C0ORCHARD", message, "app_mention").body);
    const history = page.getByRole("list", { name: "History" });
    await history.getByText("by a chat message").waitFor({ timeout: 40_000 });
    await history.getByText(/Ada in #orchard: @\w+ pick them/).waitFor();
    await history.scrollIntoViewIfNeeded();
    await board.picture("trigger-chat-history");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Compare" }).click();
    await page.getByRole("dialog").getByText("It would have started").waitFor();
  });

  it("reads as a sentence with fields in it, and is dark on a desk", async () => {
    await using board = await openBoard(browser(), { url: service.url, look: "dark", expected: [/503/] });
    const { page } = board;
    await board.open("/triggers/new");
    await page.getByRole("button", { name: "Label to fix" }).click();
    const label = page.getByRole("group", { name: /label/i });
    await label.getByLabel("Repositories").fill("acme/site");
    await label.getByLabel("Labels").press("End");
    await page.keyboard.type(", bug");
    await page.getByText(/gets the label fix or bug: start a session of orchard/).waitFor();
    const shapes = [
      "Chat message",
      "Chat bridge",
      "Session change",
      "New code host issue",
      "Red build",
      "Service event",
    ];
    for (const shape of shapes) {
      await page.getByLabel("Condition type").selectOption({ label: shape });
      await page.getByRole("button", { name: "Add", exact: true }).click();
    }
    await label.evaluate((element) => element.scrollIntoView());
    await board.picture("trigger-sentences-dark");
    await page.getByRole("button", { name: "Add", exact: true }).scrollIntoViewIfNeeded();
    await board.picture("trigger-sentences-more-dark");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Triggers" }).waitFor();
    await board.picture("triggers-dark");
  });

  it("is tried with the limits of its trigger", async () => {
    const { made } = triggerCalls(() => service);
    const configuration = { interval: 1, unit: "hours", timezone: "UTC" };
    const { id } = await made({
      ...plainTrigger,
      name: "Hourly",
      skip_if_pending_session: true,
      conditions: [{ condition_type: "schedule", configuration }],
    });
    await using board = await openBoard(browser(), { url: service.url, look: "dark" });
    const { page } = board;
    await board.open(`/triggers/${id}`);
    await page.getByRole("button", { name: "Try it" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("A session takes (minutes)").fill("90");
    await dialog.getByRole("button", { name: "Compare" }).click();
    await dialog.getByText("It would have started 12 sessions.").waitFor();
    await dialog.getByText("A session of this trigger would still be in progress").first().waitFor();
    await board.picture("trigger-try-it-dark");
    expect(await graveViolations(board)).toEqual([]);
    await dialog.getByLabel("A session takes (minutes)").fill("10");
    await dialog.getByRole("button", { name: "Compare" }).click();
    await dialog.getByText("It would have started 24 sessions.").waitFor();
    await dialog.getByLabel("With a sample").check();
    await dialog.getByText("No host sends anything for this kind of condition.").waitFor();
  });

  it("offers to run a session again that failed to start", async () => {
    const { made, invoke } = triggerCalls(() => service);
    const { id } = await made({ ...plainTrigger, name: "Fragile" });
    await rename(folder.at("orchard"), folder.at("away"));
    await invoke(id, { text: "Count the pears" });
    await using board = await openBoard(browser(), { url: service.url, look: "dark" });
    const { page } = board;
    await board.open(`/triggers/${id}`);
    const history = page.getByRole("list", { name: "History" });
    const again = history.getByRole("button", { name: /^Run again: session \d+$/ });
    await again.waitFor({ timeout: 40_000 });
    await history.getByText(/It does not run again by itself/).waitFor();
    await history.scrollIntoViewIfNeeded();
    await board.picture("trigger-failed-dark");
    expect(await graveViolations(board)).toEqual([]);
    await rename(folder.at("away"), folder.at("orchard"));
    await again.click();
    await again.waitFor({ state: "detached", timeout: 40_000 });
  });

  it("fits a phone, in the dark, and shows a burst and a failure", async () => {
    const { made, invoke } = triggerCalls(() => service);
    const { id } = await made({ ...plainTrigger, name: "Busy", max_sessions_per_minute: 1 });
    for (let n = 0; n < 3; n++) await invoke(id);
    await using board = await openBoard(browser(), {
      url: service.url,
      size: "phone",
      look: "dark",
      expected: [/503/],
    });
    const { page } = board;
    await board.open(`/triggers/${id}`);
    await page.getByText("It fired more often than its limit allows").waitFor();
    await page.getByRole("list", { name: "History" }).getByText("Suppressed").waitFor();
    await board.picture("trigger-burst-phone");
    expect(await graveViolations(board)).toEqual([]);
    expect(await isWiderThanScreen(board)).toBe(false);
    await board.open("/settings/chat");
    await page.getByText("Connected as signalbox in Orchard").waitFor();
    expect(await isWiderThanScreen(board)).toBe(false);
    await board.open("/triggers/new");
    await page.getByRole("button", { name: "Red build" }).click();
    await page.getByText("When a check fails on main of ….").waitFor();
    await board.picture("trigger-build-phone");
    expect(await isWiderThanScreen(board)).toBe(false);
    await page.getByRole("button", { name: "Disconnect" }).waitFor({ state: "detached" });
    await board.open("/settings/chat");
    await page.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("Not connected").waitFor();
  });
});
