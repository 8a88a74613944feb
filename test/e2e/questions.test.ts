import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { askQuestion } from "../support/questions.ts";
import { atRest, type TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { clonedSession, heldSession, restedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

const show = useShow(() => service);
let service: TestService;
let git_root: string;

beforeAll(async () => {
  service = await startServiceWithBoard({ environment: { SERVICE_SMALL_MODEL: "" } });
  git_root = await service.repository();
});
afterAll(() => service[Symbol.asyncDispose]());

const colorForm = {
  properties: {
    colour: { type: "string" as const, title: "Colour", enum: ["red", "green"], enumNames: ["Red", "Green"] },
    often: { type: "integer" as const, title: "How often", minimum: 1, default: 2 },
    sure: { type: "boolean" as const, title: "Both sides", description: "Inside and out." },
  },
  required: ["colour"],
};

describe("questions of the agent", () => {
  it("are forms that keep drafts, show errors beside their fields, and disappear once answered", async () => {
    const { id } = await clonedSession(service, { git_root });
    const first = await askQuestion(service, id, {
      id: "first",
      message: "Which colour?",
      requestedSchema: colorForm,
    });
    await using board = await show(`/sessions/${id}?panel=none`, { expected: [/422/] });
    const { page } = board;
    const card = page.getByRole("form", { name: "Question from the agent" });
    await card.getByText("Which colour?").waitFor();
    await card.getByText(/left to answer$/).waitFor();
    await expect.poll(() => card.getByLabel("How often").inputValue(), soon).toBe("2");

    await card.getByLabel("How often").fill("0");
    await card.getByLabel("Both sides").check();
    await page.reload();
    await expect.poll(() => card.getByLabel("How often").inputValue(), soon).toBe("0");
    await expect.poll(() => card.getByLabel("Both sides").isChecked(), soon).toBe(true);
    await card.getByRole("button", { name: "Answer" }).click();
    await card.getByText("Colour is required").waitFor();
    await card.getByText("How often must be at least 1").waitFor();
    await card.getByRole("radio", { name: "Red" }).and(page.locator(":focus")).waitFor();
    expect(await graveViolations(board)).toEqual([]);
    await board.picture("session-question-refused");

    await card.getByRole("radio", { name: "Red" }).check();
    await card.getByLabel("How often").fill("3");
    await card.getByRole("button", { name: "Answer" }).click();
    await card.waitFor({ state: "detached" });
    expect(await first.outcome()).toMatchObject({
      action: "accept",
      content: { colour: "red", often: 3, sure: true },
    });
  });

  it("that are there when a session opens are answered by keys: four for three fields", async () => {
    const { id } = await clonedSession(service, { git_root });
    const question = await askQuestion(service, id, {
      id: "keys",
      message: "How shall I paint it?",
      requestedSchema: {
        properties: {
          colour: colorForm.properties.colour,
          sure: colorForm.properties.sure,
          room: { type: "string" as const, title: "Room", enum: ["Hall", "Attic"] },
        },
        required: ["colour", "room"],
      },
    });
    await using board = await show(`/sessions/${id}?panel=none`);
    const { page } = board;
    const card = page.getByRole("form", { name: "Question from the agent" });
    await card.getByRole("radio", { name: "Red" }).and(page.locator(":focus")).waitFor();
    await board.picture("session-question-keys");
    for (const key of ["2", "y", "1", "Enter"]) await page.keyboard.press(key);
    await card.waitFor({ state: "detached" });
    expect(await question.outcome()).toMatchObject({
      action: "accept",
      content: { colour: "green", sure: true, room: "Hall" },
    });
  });

  it.each([
    ["the row of the board", "/"],
    ["the inbox", "/inbox"],
  ])("are answered by the same keys in %s", async (place, path) => {
    const requestedSchema = {
      properties: {
        colour: colorForm.properties.colour,
        room: { type: "string" as const, title: "Room", enum: ["Hall", "Attic"] },
      },
      required: ["colour", "room"],
    };
    const title = `Paint it, asked in ${place}`;
    const { session, release } = await heldSession(service, { git_root, title });
    const question = await askQuestion(service, session.id, { id: title, message: "How?", requestedSchema });
    await using board = await show(path);
    const { page } = board;
    const row = page.locator(`[data-session="${session.id}"], [data-entry="${session.id}"]`);
    await row.getByRole("link").first().focus();
    await page.keyboard.press("r");
    const card = row.getByRole("form", { name: "Question from the agent" });
    await card.getByRole("radio", { name: "Red" }).and(page.locator(":focus")).waitFor();
    expect(await graveViolations(board)).toEqual([]);
    await board.picture(`question-in-${path === "/" ? "row" : "inbox"}`);
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    await row.getByRole("link").first().and(page.locator(":focus")).waitFor();
    await page.keyboard.press("r");
    await card.getByRole("radio", { name: "Red" }).and(page.locator(":focus")).waitFor();
    for (const key of ["2", "1", "Enter"]) await page.keyboard.press(key);
    await card.waitFor({ state: "detached" });
    expect(await question.outcome()).toMatchObject({
      action: "accept",
      content: { colour: "green", room: "Hall" },
    });
    await release();
    await service.waitFor(session.id, atRest);
  });

  it("are answered in a row on the phone", async () => {
    const { session, release } = await heldSession(service, { git_root, title: "Asks on the phone" });
    const { id } = session;
    const requestedSchema = { properties: { sure: colorForm.properties.sure }, required: ["sure"] };
    const question = await askQuestion(service, id, { id: "phone", message: "Delete it?", requestedSchema });
    await using board = await show("/", { size: "phone", look: "dark" });
    const row = board.page.locator(`[data-session="${id}"]`);
    const chip = row.getByRole("button", { name: "Question. Answer" });
    expect(await chip.getAttribute("aria-expanded")).toBe("false");
    await chip.tap();
    const card = row.getByRole("form", { name: "Question from the agent" });
    await card.getByText("Delete it?").waitFor();
    expect(await isWiderThanScreen(board)).toBe(false);
    await board.picture("question-in-row-phone");
    await card.getByRole("button", { name: "No", exact: true }).tap();
    await card.waitFor({ state: "detached" });
    expect(await question.outcome()).toMatchObject({ action: "accept", content: { sure: false } });
    await release();
    await service.waitFor(id, atRest);
  });

  it("that ask for yes or no are answered by one key, and one that comes later leaves the keyboard alone", async () => {
    const { id } = await clonedSession(service, { git_root });
    const requestedSchema = { properties: { sure: colorForm.properties.sure }, required: ["sure"] };
    const first = await askQuestion(service, id, { id: "key-no", message: "Delete it?", requestedSchema });
    await using board = await show(`/sessions/${id}?panel=none`);
    const { page, session } = board;
    const card = page.getByRole("form", { name: "Question from the agent" });
    await card.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("n");
    await card.waitFor({ state: "detached" });
    expect(await first.outcome()).toMatchObject({ action: "accept", content: { sure: false } });
    await session.composer.focus();
    const second = await askQuestion(service, id, { id: "key-yes", message: "Move it?", requestedSchema });
    await card.getByText("Move it?").waitFor();
    await session.composer.and(page.locator(":focus")).waitFor();
    await session.composer.blur();
    await page.keyboard.press("r");
    await card.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("y");
    await card.waitFor({ state: "detached" });
    expect(await second.outcome()).toMatchObject({ action: "accept", content: { sure: true } });
  });

  it.each([true, false])("that ask for yes or no are answered with one press: %s", async (sure) => {
    const { id } = await clonedSession(service, { git_root });
    const question = await askQuestion(service, id, {
      id: `sure-${sure}`,
      message: "Delete the old folder?",
      requestedSchema: { properties: { sure: colorForm.properties.sure }, required: ["sure"] },
    });
    await using board = await show(`/sessions/${id}?panel=none`);
    const card = board.page.getByRole("form", { name: "Question from the agent" });
    await card.getByText("Inside and out.").waitFor();
    expect(await card.getByRole("button").allInnerTexts()).toEqual(["Dismiss", "No\nN", "Yes\nY"]);
    if (sure) await board.picture("session-question-yes-no");
    await card.getByRole("button", { name: sure ? "Yes" : "No", exact: true }).click();
    await card.waitFor({ state: "detached" });
    expect(await question.outcome()).toMatchObject({ action: "accept", content: { sure } });
  });

  it("appear and disappear live, each on its own card", async () => {
    const { id } = await clonedSession(service, { git_root });
    await using board = await show(`/sessions/${id}?panel=none`, { look: "dark", size: "phone" });
    await using elsewhere = await show(`/sessions/${id}?panel=none`);
    const cards = (page: Page) => page.getByRole("form", { name: "Question from the agent" });
    await board.session.composer.waitFor();
    const asked = await askQuestion(service, id, {
      id: "one",
      message: "Which colour?",
      requestedSchema: colorForm,
    });
    await askQuestion(service, id, { id: "two", message: "Shall I go on?", requestedSchema: {} });
    await expect.poll(() => cards(board.page).count(), soon).toBe(2);
    await board.picture("session-questions-dark-phone");
    const there = cards(elsewhere.page).filter({ hasText: "Which colour?" });
    await there.getByRole("button", { name: "Decline" }).click();
    await expect.poll(() => cards(board.page).count(), soon).toBe(1);
    expect(await asked.outcome()).toMatchObject({ action: "decline" });
    await cards(board.page).getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => cards(board.page).count(), soon).toBe(0);
  });
});

it("leave a line in the conversation once they are answered or declined", async () => {
  const { id } = await restedSession(service, "#script say All done.", { git_root });
  const sure = { properties: { sure: { type: "boolean" as const } }, required: ["sure"] };
  await askQuestion(service, id, {
    id: "trace-yes",
    message: "Delete the old folder?",
    requestedSchema: sure,
  });
  await using board = await show(`/sessions/${id}?panel=none`, { look: "dark" });
  const { page, session } = board;
  await session.says("All done.");
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  const line = page.locator("[data-conversation]").getByText("You answered “Delete the old folder?”: Yes");
  await line.waitFor();
  await askQuestion(service, id, { id: "trace-no", message: "Shall I go on?", requestedSchema: {} });
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByText("You declined “Shall I go on?”").waitFor();
  expect(await graveViolations(board)).toEqual([]);
  await board.picture("session-question-answered");
  await page.reload();
  await line.waitFor();
});

it("pauses an agent that waits for an answer", async () => {
  const busy = await heldSession(service, { git_root });
  await askQuestion(service, busy.session.id, { id: "held", message: "Which colour?", requestedSchema: {} });
  await using board = await show(`/sessions/${busy.session.id}?panel=none`);
  const { page, session } = board;
  await session.status("Needs you");
  await session.press("Pause");
  await page.getByRole("button", { name: "Archive", exact: true, disabled: false }).waitFor();
  await busy.release();
});
