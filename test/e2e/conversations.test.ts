import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { readRecorded, recordedRuntimes } from "../support/recorded-conversations.ts";
import { seedConversation } from "../support/seed-transcript.ts";
import type { TestService } from "../support/service.ts";
import { clonedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

const show = useShow(() => service);
let service: TestService;

beforeAll(async () => {
  service = await startServiceWithBoard();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The blocks of the conversation, each in one line. */
const blocks = ['[data-entry] article[aria-label="Response"]', "[data-entry] button[aria-expanded]"].join(
  ", ",
);

describe.each(recordedRuntimes)("a conversation of %s", (runtime) => {
  it.each([
    ["desk", "light"],
    ["phone", "dark"],
  ] as const)("has one row per command, and its goal in a chip, on a %s", async (size, look) => {
    const { id } = await clonedSession(service, { agent_runtime: runtime, title: `Tests with ${runtime}` });
    await seedConversation(service, { sessionId: id, runtime }, await readRecorded(runtime));
    await using board = await show(`/sessions/${id}`, { size, look });
    const { page } = board;
    const prompt = page.getByRole("article", { name: "Prompt" });
    await page.getByText("All tests pass.", { exact: true }).last().waitFor();

    const chip = prompt.getByRole("button", { name: /^Goal The tests pass\.$/, expanded: false });
    await chip.waitFor();
    expect(await prompt.getByText("Keep working until this goal is met").count()).toBe(0);
    const rows = await page.locator(blocks).allInnerTexts();
    const lines = rows.map((row) => row.replaceAll(/\s+/g, " ").trim());
    expect(lines.map((line) => line.replace(/ (?:\d+ ms|[\d.]+ s)\b/, ""))).toEqual([
      "Goal The tests pass.",
      "I will run the tests.",
      expect.stringMatching(/^Command echo 'ok 1 - adds'/),
      "Command echo broken >&2; exit 3 exit 3",
      expect.stringMatching(/^(?:Write|Edit) note\.txt/),
      expect.stringMatching(
        runtime === "codex" ? /^Command for n in .* Cut off$/ : /^Command for n in .*done$/,
      ),
      "All tests pass.",
    ]);
    expect(await page.getByText("Notice", { exact: true }).count()).toBe(0);
    expect(await page.getByRole("img", { name: "Failed" }).count()).toBe(1);
    await board.picture(`conversation-${runtime}-${look}-${size}`);
    expect(await isWiderThanScreen(board)).toBe(false);
    expect(await graveViolations(board)).toEqual([]);

    await chip.press("Enter");
    await prompt.getByText("Without changes elsewhere").waitFor();
    await board.picture(`conversation-${runtime}-goal-${look}-${size}`);
  });
});
