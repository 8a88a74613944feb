import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { atRest, type TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { createSession, type HeldSession, heldSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

/** @module-tag real-cli */

/** Several pages, each in two looks. */
const patient = { timeout: 180_000 };

describe("the queue", () => {
  let service: TestService;
  let git_root: string;
  let busy: HeldSession;
  const show = useShow(() => service);

  beforeAll(async () => {
    service = await startServiceWithBoard({ environment: { SERVICE_AGENTS_LANE_THREADS: "1" } });
    git_root = await service.repository();
    busy = await heldSession(service, { git_root, title: "Long migration" });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const waiting = (title: string, precedence: number) =>
    createSession(service, { git_root, title, precedence, prompt: `#script say ${title}.` });

  /** Pictures of the page in every look, on which nothing is cut off. */
  async function picturesOf(state: string, shows: string): Promise<void> {
    for (const size of ["desk", "phone"] as const) {
      await using board = await show("/queue", size === "phone" ? { size } : {});
      for (const look of ["light", "dark"] as const) {
        await board.page.emulateMedia({ colorScheme: look });
        await board.page.getByText(shows).first().waitFor();
        await board.picture(`queue-${state}-${size}-${look}`);
        expect(await graveViolations(board), `${state} ${size} ${look}`).toEqual([]);
      }
      expect(await isWiderThanScreen(board), `${state} ${size}`).toBe(false);
    }
  }

  it("says that nothing waits, and shows what a policy would do before it is saved", async () => {
    await using board = await show("/", { look: "dark" });
    const { page } = board;
    await page.getByRole("link", { name: "Queue" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("q");
    await page.getByRole("heading", { name: "The queue is empty" }).waitFor();
    await board.picture("queue-empty");
    const limit = page.getByLabel("Sessions at once");
    await limit.fill("1");
    await page.getByText("Nothing would change for the sessions of this moment.").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Nothing to save.").waitFor();
    await page.getByText("1 session is working, and the limit is 1.").waitFor();
  });

  it("shows the order with a reason for each, and is reordered with the keyboard", patient, async () => {
    const [first] = await Promise.all([
      waiting("Fix the login", 9),
      waiting("Update the docs", 4),
      waiting("Sweep old branches", 1),
    ]);
    await using board = await show("/queue");
    const { page } = board;
    const rows = page.getByRole("list", { name: "Spot queue" }).getByRole("listitem");
    const titles = () => rows.getByRole("link").allTextContents();
    await expect.poll(titles, soon).toEqual(["Fix the login", "Update the docs", "Sweep old branches"]);
    await rows.first().getByText("1 session is working, and the limit is 1.").waitFor();
    await rows.first().getByText("Starts when a session ends its turn").waitFor();
    await rows.last().getByText("After 2 sessions").waitFor();

    await page.getByRole("button", { name: "Move “Sweep old branches”" }).focus();
    for (const key of [" ", "ArrowUp", "ArrowUp", " "]) await page.keyboard.press(key);
    await expect.poll(titles, soon).toEqual(["Sweep old branches", "Fix the login", "Update the docs"]);
    await picturesOf("waiting", "Sweep old branches");

    // The policy would refuse it.
    expect(await page.getByRole("button", { name: /^Start now/ }).count()).toBe(0);

    await rows.nth(1).getByRole("button", { name: "Start, stopping “Long migration”" }).click();
    await page.getByRole("button", { name: "Stop “Long migration” and start" }).click();
    await service.waitFor(first.id, atRest);
  });

  it("says in its question why a session cannot be started with the thread of another", patient, async () => {
    await service.waitFor(busy.session.id, atRest);
    const first = await heldSession(service, { git_root, title: "Long cleanup" });
    const later = heldSession(service, { git_root, title: "Long upgrade", precedence: 5 });
    const { id } = await waiting("Write a test", 1);
    await using board = await show("/queue", { expected: [/422 .*\/force_start/] });
    const { page } = board;
    const row = page.getByRole("listitem").filter({ hasText: "Write a test" });
    const question = page.getByRole("alertdialog");
    await row.getByRole("button", { name: "Start, stopping “Long cleanup”" }).click();
    await question.getByText("The turn of “Long cleanup” is stopped").waitFor();

    // The victim has ended, and another session works.
    await first.release();
    const second = await later;
    await question.getByRole("button", { name: "Stop “Long cleanup” and start" }).click();
    await question.getByText(`is now that of session ${second.session.id}, “Long upgrade”`).waitFor();
    await board.picture("queue-force-victim-changed");
    expect(await graveViolations(board)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();

    // A priority session takes the only slot as soon as it is free.
    await row.getByRole("button", { name: "Start, stopping “Long upgrade”" }).click();
    const { id: urgent } = await createSession(service, {
      git_root,
      title: "Fix the outage",
      scheduling_class: "priority",
      prompt: "#script say Fixed.",
    });
    await question.getByRole("button", { name: "Stop “Long upgrade” and start" }).click();
    await question.getByText("The spot policy holds it: 1 session is working, and the limit is 1.").waitFor();
    await board.picture("queue-force-held");
    await question.getByRole("button", { name: "Cancel" }).click();

    await second.release();
    for (const one of [second.session.id, urgent, id]) await service.waitFor(one, atRest);
  });

  it("pauses everything after a question, says so on every row, and resumes it", patient, async () => {
    await service.waitFor(busy.session.id, atRest);
    const work = await heldSession(service, { git_root, title: "Long refactoring" });
    await waiting("Write the notes", 2);
    await using board = await show("/queue", { look: "dark" });
    const { page } = board;
    await page.getByRole("button", { name: "Pause all" }).click();
    const question = page.getByRole("alertdialog", { name: "Pause everything?" });
    await question.getByText("Nothing new starts until you resume.").waitFor();
    await question.getByRole("button", { name: "Pause all" }).click();
    await page.getByText(/^Everything was paused by/).waitFor();
    const rows = page.getByRole("list", { name: "Spot queue" }).getByRole("listitem");
    await expect.poll(() => rows.count(), soon).toBe(2);
    await rows.first().getByText("Starts once everything is resumed").waitFor();
    await picturesOf("paused", "Everything was paused by");
    await work.release();
    await page.getByRole("button", { name: "Resume all" }).click();
    await page.getByRole("button", { name: "Pause all" }).waitFor();
    await service.waitFor(work.session.id, atRest);

    await page.getByRole("link", { name: "Accounts and classes" }).click();
    await page.getByRole("heading", { name: "Inference" }).waitFor();
  });

  it("fits a screen and a phone while nothing waits", patient, async () => {
    await busy.release();
    await picturesOf("empty", "The queue is empty");
  });
});
