/** @module-tag real-cli */

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionActivity } from "../../server/domains/turns/activity/model.ts";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen, rowOf } from "../support/board-page.ts";
import { openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import { atRest, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";

const browser = useBrowser();
const clis = join(import.meta.dirname, "../clis/node_modules/.bin");

const runtimes = [
  { id: "claude_code", cli: join(clis, "claude") },
  { id: "codex", cli: join(clis, "codex") },
  { id: "pi", cli: null },
] as const;

let service: TestService;
beforeAll(async () => {
  service = await startServiceWithBoard();
});
afterAll(() => service[Symbol.asyncDispose]());

const activityOf = async (id: number): Promise<SessionActivity | null> =>
  (await service.call<{ activity: SessionActivity | null }>("GET", `/sessions/${id}`)).body.activity;

/** A turn that changes a file and then runs a command until the file `go` is in its clone. */
async function atWork(agent_runtime: string, title: string) {
  const { id } = await createSession(service, {
    agent_runtime,
    title,
    prompt: [
      "#script write_file path=note.txt text=hello",
      "#script bash cmd=until test -e go; do for n in 1 2 3 4 5 6; do echo line $n; done; sleep 1; done",
      "#script say Done.",
    ].join("\n"),
  });
  return {
    id,
    async finish(): Promise<void> {
      const { metadata } = await service.waitFor(
        id,
        (session) => session.metadata["clone_path"] !== undefined,
      );
      await writeFile(join(String(metadata["clone_path"]), "go"), "");
      await service.waitFor(id, atRest);
    },
  };
}

describe.each(runtimes)("an agent at work on $id", ({ id: runtime, cli }) => {
  it("is said on the board, on its page and on the API, until its turn ends", async (context) => {
    if (cli !== null && !existsSync(cli)) context.skip(`${runtime} is not installed in test/clis`);
    await using board = await openBoard(browser(), { url: service.url });
    await board.open();
    const title = `Waits for a file with ${runtime}`;
    const { id, finish } = await atWork(runtime, title);

    await rowOf(board, title).getByText("Running until test").waitFor();
    await board.picture(`activity-row-${runtime}`);
    expect(await activityOf(id)).toMatchObject({
      act: "running",
      subject: expect.stringContaining("until test -e"),
    });

    await board.open(`/sessions/${id}`);
    const bar = board.page.getByRole("region", { name: "What the agent is doing" });
    await bar.getByText("Running until test").waitFor();
    await bar.getByText(/^\d+ s$/).waitFor();
    await bar.getByText("+1").waitFor();
    // Claude Code does not report what a command prints before it has ended.
    if (runtime !== "claude_code") {
      const output = bar.getByLabel("Last lines of the command");
      await output.getByText("line 6").last().waitFor();
      expect((await output.innerText()).trim().split(/\n+/)).toHaveLength(5);
    }
    await board.picture(`activity-page-${runtime}`);

    await finish();
    await bar.waitFor({ state: "detached" });
    expect(await activityOf(id)).toBeNull();
  });
});

it("shows what goes on in the background after the agent has answered, without an alarm", async (context) => {
  if (!existsSync(join(clis, "claude"))) context.skip("claude_code is not installed in test/clis");
  await using board = await openBoard(browser(), { url: service.url });
  const command = "until test -e go; do sleep 0.2; done";
  const input = JSON.stringify({ command, description: "Waits for a file", run_in_background: true });
  const { id } = await createSession(service, {
    agent_runtime: "claude_code",
    title: "Waits in the background",
    prompt: `#script tool name=Bash args=${input}\n#script say It runs in the background.`,
  });
  await board.open(`/sessions/${id}`);
  const { page } = board;
  const bar = page.getByRole("region", { name: "What the agent is doing" });
  await page.getByRole("article", { name: "Response" }).getByText("It runs in the background.").waitFor();
  await bar.getByText("Running until test").waitFor();
  const task = bar.getByRole("list", { name: "In the background" }).getByRole("listitem");
  await task.getByText(command).waitFor();
  await page.getByRole("button", { name: /^Command until test .* In the background$/ }).waitFor();
  expect(await activityOf(id)).toMatchObject({ act: "running", background: [{ subject: command }] });
  await board.picture("activity-background");
  const { metadata } = await service.waitFor(id, (session) => session.metadata["clone_path"] !== undefined);
  await writeFile(join(String(metadata["clone_path"]), "go"), "");
  await service.waitFor(id, atRest);
});

it("stops one command in the background, and lets the turn end", async (context) => {
  if (!existsSync(join(clis, "claude"))) context.skip("claude_code is not installed in test/clis");
  await using board = await openBoard(browser(), { url: service.url });
  const input = JSON.stringify({ command: "sleep 600", description: "Sleeps", run_in_background: true });
  const { id } = await createSession(service, {
    agent_runtime: "claude_code",
    title: "Sleeps in the background",
    prompt: `#script tool name=Bash args=${input}\n#script say It sleeps.`,
  });
  await board.open(`/sessions/${id}`);
  const bar = board.page.getByRole("region", { name: "What the agent is doing" });
  const stop = bar.getByRole("button", { name: "Stop: sleep 600" });
  await stop.waitFor();
  expect(await graveViolations(board)).toEqual([]);
  await stop.click();
  await bar.waitFor({ state: "detached" });
  await service.waitFor(id, atRest);
  const { body } = await service.call<{ logs: { content: string }[] }>("GET", `/sessions/${id}/logs`);
  const lines = body.logs.map(({ content }) => content);
  expect(lines).toContainEqual(expect.stringMatching(/^Stopped in the background by .+: sleep 600$/));
});

it("keeps the act whole where there is little room, in the table and in columns", async () => {
  await using board = await openBoard(browser(), { url: service.url });
  const title = "Waits in a narrow place";
  const { finish } = await atWork("pi", title);
  for (const layout of ["table", "columns"]) {
    await board.open(`/?layout=${layout}`);
    const act = board.page.getByText("Running until test").first();
    await act.waitFor();
    const overlaps = await act.evaluate((element) => {
      const line = element.closest<HTMLElement>(".tabular-nums");
      const boxes = [...(line?.querySelectorAll<HTMLElement>("span") ?? [])]
        .filter((span) => span.childElementCount === 0 && span.innerText !== "")
        .map((span) => span.getBoundingClientRect())
        .filter(({ top }) => line !== null && top < line.getBoundingClientRect().bottom - 2);
      return boxes.some((one, at) =>
        boxes.slice(at + 1).some((other) => one.right > other.left + 1 && other.right > one.left + 1),
      );
    });
    expect(overlaps).toBe(false);
    await board.picture(`activity-${layout}`);
  }
  await finish();
});

it("fits on a phone, where nothing moves if the person wants that", async () => {
  await using board = await openBoard(browser(), { url: service.url, size: "phone", look: "dark" });
  await board.page.setViewportSize({ width: 360, height: 740 });
  const title = "Waits for a file on a phone";
  const { id, finish } = await atWork("pi", title);
  await board.open();
  await rowOf(board, title).getByText("Running until test").waitFor();
  expect(await isWiderThanScreen(board)).toBe(false);
  await board.picture("activity-row-phone");
  await board.open(`/sessions/${id}`);
  const bar = board.page.getByRole("region", { name: "What the agent is doing" });
  await bar.getByText("Running until test").waitFor();
  expect(await isWiderThanScreen(board)).toBe(false);
  const pulses = await bar
    .locator(".breathe")
    .evaluate((dot) => getComputedStyle(dot).animationIterationCount);
  expect(pulses).toBe("1");
  await board.picture("activity-page-phone");
  await finish();
});
