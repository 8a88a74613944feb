import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GateDecision } from "../../server/domains/outcomes/gate-decisions/model.ts";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen, pressBoth } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { clonedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

/** @module-tag real-cli */

let service: TestService;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard();
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

async function archived(title: string, more: Record<string, unknown> = {}): Promise<number> {
  const { id } = await clonedSession(service, { title, ...more });
  expect((await service.call("POST", `/sessions/${id}/archive`)).status).toBe(200);
  return id;
}

interface Part {
  goal: string;
  failed?: string;
  seconds: number;
  correction?: boolean;
  parts?: Part[];
}

const segment = ({ goal, failed, seconds, correction = false, parts = [] }: Part, id = "S0"): object => ({
  id,
  trigger: { kind: correction ? "Correction" : "New", source: id === "S0" ? "user" : "agent" },
  goal: { text: goal, kind: parts.length > 0 ? "Plan" : "Action" },
  outcome: { kind: failed ? "Failure" : "Success", explanation: failed ?? "It was done and checked." },
  meta: {
    event_range: [0, seconds],
    wall_clock_s: seconds,
    tokens_in: seconds * 900,
    tokens_out: seconds * 40,
    model: "claude-opus-5-5",
  },
  children: parts.map((part, at) => segment(part, `${id}.${at}`)),
});

const till: Part = {
  goal: "Make the till count coins of other currencies",
  seconds: 900,
  parts: [
    { goal: "Read how the till counts", seconds: 120 },
    {
      goal: "Add the currencies",
      seconds: 600,
      parts: [
        { goal: "Write the table of rates", seconds: 200 },
        {
          goal: "Convert the sums",
          seconds: 150,
          failed: "The sums were rounded twice, so that they were off by a cent.",
        },
        { goal: "Convert the sums in cents", seconds: 200, correction: true },
      ],
    },
    { goal: "Run the tests", seconds: 180 },
  ],
};

const analyze = (session_id: number, root: object, notes?: string) =>
  service.call("POST", "/outcome_analyses", { session_id, schema_version: "1", root, notes });

describe("outcomes", () => {
  it("say how they come about while there are none", async () => {
    await using board = await show("/");
    const { page } = board;
    await page.getByRole("link", { name: "Quality" }).waitFor();
    await pressBoth(board, "g", "o");
    await page.getByRole("heading", { name: "No analyzed sessions yet" }).waitFor();
    await board.picture("outcomes-empty");
  });

  it("are listed, filtered, and drawn as a tree that keys walk", async () => {
    const id = await archived("Count coins of other currencies");
    await analyze(id, segment({ ...till, failed: "It does not count at all." }));
    await analyze(id, segment(till), "The second attempt was asked for by nobody.");
    const other = await archived("Print receipts in color");
    const printing = { goal: "Print in color", seconds: 40, failed: "The printer knows black only." };
    await analyze(other, segment(printing));

    await using board = await show("/outcomes");
    const { page } = board;
    const list = page.getByRole("list", { name: "Analyzed sessions" });
    await expect.poll(() => list.getByRole("listitem").count(), soon).toBe(2);
    await list.getByText("7 goals, 1 failed").waitFor();
    await board.picture("outcomes");
    await page.getByRole("radio", { name: "Failed" }).check({ force: true });
    await expect.poll(() => list.getByRole("listitem").count(), soon).toBe(1);
    await page.getByLabel("Created from").fill("2031-01-01");
    await page.getByRole("heading", { name: "No analysis matches" }).waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await list.getByRole("link", { name: "Count coins of other currencies" }).click();

    const tree = page.getByRole("tree");
    await expect.poll(() => tree.getByRole("treeitem").count(), soon).toBe(7);
    await page.getByText("The second attempt was asked for by nobody.").waitFor();
    await page
      .getByRole("region", { name: "Earlier analyses" })
      .getByRole("link", { name: "7 goals, 2 failed" })
      .waitFor();
    await board.picture("outcome");
    await tree.getByRole("treeitem", { name: /^S0: / }).focus();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    const details = page.getByRole("region", { name: "Goal S0.1.1" });
    await details.getByText("The sums were rounded twice").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("segment"), soon).toBe("S0.1.1");
    await page.getByText("View as table").click();
    const table = page.getByRole("table", { name: "All goals" });
    await expect.poll(() => table.getByRole("row").count(), soon).toBe(8);
    await page.getByText("Failed only").click();
    await expect.poll(() => table.getByRole("row").count(), soon).toBe(2);
    await board.picture("outcome-failed");
    await page.keyboard.press("Escape");
    await tree.getByRole("treeitem", { name: /^S0.1: / }).click();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(() => tree.getByRole("treeitem").count(), soon).toBe(4);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => tree.getByRole("treeitem").count(), soon).toBe(7);
    expect(await graveViolations(board)).toEqual([]);

    await page.getByRole("link", { name: "Open the session" }).click();
    await page.waitForURL(new RegExp(`/sessions/${id}`));
    const came = page.getByRole("region", { name: "What came of it" });
    await came.getByRole("link", { name: "7 goals, 1 failed" }).click();
    await page.waitForURL(new RegExp(`/outcomes/${id}`));
  });

  it("show an earlier analysis with the one that superseded it, and lead back", async () => {
    const id = await archived("Ring the bell");
    for (const failed of ["It did not ring.", "It rang twice.", undefined])
      await analyze(id, segment({ goal: "Ring the bell", seconds: 20, ...(failed && { failed }) }));
    await using board = await show(`/outcomes/${id}`, { expected: [/status of 404/] });
    const { page } = board;
    const earlier = page.getByRole("region", { name: "Earlier analyses" });
    await earlier.getByRole("link", { name: "1 goal, 1 failed" }).last().click();
    await page.getByRole("heading", { level: 1, name: "Earlier outcome of “Ring the bell”" }).waitFor();
    await page.getByRole("region", { name: "Goal S0" }).getByText("It did not ring.").waitFor();
    expect(await earlier.count()).toBe(0);
    const note = page.getByRole("note");
    await board.picture("outcome-superseded");
    expect(await graveViolations(board)).toEqual([]);
    await note.getByRole("link", { name: "a later analysis" }).click();
    await page.getByRole("region", { name: "Goal S0" }).getByText("It rang twice.").waitFor();
    await earlier.getByRole("link", { name: "1 goal, 1 failed" }).waitFor();
    await note.getByRole("link", { name: "the current analysis" }).click();
    await page.getByRole("region", { name: "Goal S0" }).getByText("It was done and checked.").waitFor();
    expect(await note.count()).toBe(0);
    expect(new URL(page.url()).search).toBe("");
    await board.open(`/outcomes/${id}?analysis=999999`);
    await page.getByRole("heading", { name: "Analysis not found" }).waitFor();
    await page.getByRole("link", { name: "Show the current analysis" }).click();
    await page.getByRole("heading", { level: 1, name: "Outcome of “Ring the bell”" }).waitFor();
  });

  it("say that a session was never analyzed", async () => {
    const id = await archived("Never read again");
    await using board = await show(`/outcomes/${id}`, { expected: [/status of 404/] });
    await board.page.getByRole("heading", { name: "This session has no analysis" }).waitFor();
  });
});

describe("goal checks", () => {
  it("are counted over a window, with reasons that lead to sessions", async () => {
    await using empty = await show("/goals?from=2020-01-01&to=2020-01-31");
    await empty.page.getByRole("heading", { name: "No stopped session in this window" }).waitFor();
    await empty.picture("goals-empty");
    for (const title of ["Add the tax line", "Add the tip line"])
      await archived(title, { goal: "open-reviewed-green-pr" });
    await archived("Explain the till", { goal: "codebase-question" });

    await using board = await show("/goals");
    const { page } = board;
    const verdicts = page.getByRole("region", { name: "Verdicts" });
    await verdicts.getByText("1 (33%)").waitFor();
    const why = page.getByRole("region", { name: "Why goals were not met" });
    await why.getByText("2 sessions").waitFor();
    const table = page.getByRole("table", { name: "By check" });
    await table.getByRole("row").nth(1).waitFor();
    await board.picture("goals");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByLabel("Runtime").selectOption({ label: "Codex" });
    await page.getByRole("heading", { name: "No stopped session in this window" }).waitFor();
    await page.getByLabel("Runtime").selectOption({ label: "Any runtime" });
    await page.getByRole("radio", { name: "30 days" }).check({ force: true });
    await expect.poll(() => new URL(page.url()).search, soon).toBe("?days=30");
    const date = new Date();
    const today = date.toLocaleDateString("sv");
    const shown = date.toLocaleDateString("en-US", { dateStyle: "medium" });
    await board.open(`/goals?from=${today}&to=${today}`);
    await page.getByText(`Sessions created from ${shown} to ${shown}.`).waitFor();
    await why.getByRole("link", { name: "Add the tip line" }).click();
    await page.waitForURL(/\/sessions\/\d+/);
  });
});

describe("gate decisions", () => {
  const record = async (entry: Record<string, unknown>, body: Record<string, unknown> = {}) =>
    (
      await service.call<{ gate_decision: GateDecision }>("POST", "/gate_decisions", {
        gate: "pr_merge",
        surface: "till",
        entry,
        ...body,
      })
    ).body.gate_decision;

  it("are filtered, shown whatever the gate wrote, and answered by a person", async () => {
    await using empty = await show("/gates", { look: "dark" });
    await empty.page.getByRole("heading", { name: "No gate has decided anything yet" }).waitFor();
    await empty.picture("gates-empty");
    const session = await archived("Review pull requests");
    const about = "https://github.com/acme/shop/pull/12";
    const first = await record(
      {
        artifact_url: about,
        title: "Count coins of other currencies",
        decision: "HELD",
        decided_at: "2026-11-01T10:00:00Z",
        risk: "medium",
        confident: false,
        lines_changed: 1_204,
        summary: "The change is right.\n\nIt lacks a test for sums that are rounded twice.",
        checks: [
          { name: "tests", found: "none for rounding", sources: ["https://ci.test/runs/9"] },
          { name: "size", found: "fine" },
        ],
      },
      { surface: "Check-out page", writing_session_id: session },
    );
    await record({ artifact_url: about, title: "Count coins of other currencies", decision: "CLEARED" });
    await record(
      { artifact_url: "https://github.com/acme/shop/issues/3", decision: "START", title: "Rounding" },
      { gate: "issue_work" },
    );

    await using board = await show("/gates");
    const { page } = board;
    const list = page.getByRole("list", { name: "Decisions" });
    await expect.poll(() => list.getByRole("listitem").count(), soon).toBe(3);
    await board.picture("gates");
    await page.getByLabel("Gate").selectOption({ label: "Merging a pull request" });
    await expect.poll(() => list.getByRole("listitem").count(), soon).toBe(2);
    await page.getByRole("searchbox", { name: "Words" }).fill("rounded twice");
    await expect.poll(() => list.getByRole("listitem").count(), soon).toBe(1);
    await page.getByRole("searchbox", { name: "Words" }).fill("nowhere to be found");
    await page.getByRole("heading", { name: "No decision matches" }).waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await expect.poll(() => list.getByRole("listitem").count(), soon).toBe(3);
    expect(await graveViolations(board)).toEqual([]);

    await board.open(`/gates/${first.id}`);
    await page.getByText("It lacks a test for sums that are rounded twice.").waitFor();
    await page.getByRole("link", { name: "https://ci.test/runs/9" }).waitFor();
    await page.getByRole("region", { name: "Other decisions about the same" }).getByText("CLEARED").waitFor();
    const feedback = page.getByRole("region", { name: "Feedback" });
    await feedback.getByRole("radio", { name: "Agree", exact: true }).check({ force: true });
    await feedback.getByLabel("Note").fill("Rounding has bitten us before.");
    await board.picture("gate-feedback");
    await feedback.getByRole("button", { name: "Give feedback" }).click();
    await feedback.getByRole("listitem").getByText("Rounding has bitten us before.").waitFor();
    await board.picture("gate");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("link", { name: `Session ${session}` }).click();
    await page.getByRole("link", { name: "1 gate decision by this session" }).click();
    await page.getByRole("button", { name: `Recorded by session ${session}: show all` }).click();
    await expect.poll(() => list.getByRole("listitem").count(), soon).toBe(3);
    await page.getByText("With feedback only").click();
    await expect.poll(() => list.getByRole("listitem").count(), soon).toBe(1);
    await list.getByText("1 agree").waitFor();
  });

  it("say so where there is none", async () => {
    await using board = await show("/gates/999999", { expected: [/status of 404/] });
    await board.page.getByRole("heading", { name: "No such decision" }).waitFor();
  });
});

it.each(["/outcomes", "/outcomes/1", "/goals", "/gates", "/gates/1"])(
  "%s has room on a phone, in both looks",
  async (path) => {
    const name = path.slice(1).replace("/1", "-one");
    for (const look of ["light", "dark"] as const) {
      await using board = await show(path, { size: "phone", look });
      await board.page.getByRole("heading", { level: 1 }).waitFor();
      await board.page.waitForFunction(() => document.querySelector('[aria-label^="Loading"]') === null);
      await board.picture(`${name}-phone-${look}`);
      expect(await isWiderThanScreen(board)).toBe(false);
    }
  },
);

it.each(["/outcomes", "/outcomes/1", "/goals", "/gates", "/gates/1"])(
  "%s is shown in the dark",
  async (path) => {
    await using board = await show(path, { look: "dark" });
    await board.page.setViewportSize({ width: 1_440, height: 900 });
    await board.page.getByRole("heading", { level: 1 }).waitFor();
    await board.page.waitForFunction(() => document.querySelector('[aria-label^="Loading"]') === null);
    await board.picture(`${path.slice(1).replace("/1", "-one")}-dark`);
  },
);
