import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { requestFromPage } from "../support/board-page.ts";
import { type BoardPage, startServiceWithBoard } from "../support/browser.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { drawPng } from "../support/pictures.ts";
import { atRest, type TestService } from "../support/service.ts";
import { gate, soon } from "../support/session-page.ts";
import { createSession, failedSession, promptsWith, restedSession, sessionOf } from "../support/sessions.ts";
import { visualAudit } from "../support/visual-audit.ts";
import { type Shown, type ShowOptions, useShow } from "./open-page.ts";

const showPath = useShow(() => service);
let service: TestService;
let sessionId = 0;

const code = Array.from({ length: 30 }, (_, n) => `export const value${n + 1} = ${n + 1};`).join("\n");
const files = {
  "README.md": "# Sample\n\nOne.\n",
  "src/values.ts": `${code}\n`,
  "docs/old-name.md": "A page that will have another name.\nIt has two lines.\n",
  "gone.txt": "Not for long.\n",
};

const work = [
  "Change some files.",
  "#script bash cmd=sed -i 's/value7 = 7/value7 = 70/; s/value25 = 25/value25 = 2500/' src/values.ts",
  "#script bash cmd=git mv docs/old-name.md docs/new-name.md && git rm -q gone.txt && printf '\\x00\\x01' > blob.bin",
  "#script bash cmd=git -c user.name=A -c user.email=a@a.invalid commit -qm 'Move the page'",
  "#script write_file path=src/added.ts text=export const added = true;",
  "#script say Done.",
].join("\n");

beforeAll(async () => {
  service = await startServiceWithBoard();
  sessionId = await changed();
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const changed = async (): Promise<number> =>
  (await restedSession(service, work, { git_root: await service.repository(files) })).id;

async function show(id: number, options: ShowOptions = {}): Promise<Shown> {
  const board = await showPath(`/sessions/${id}?tab=changes&panel=none`, options);
  await board.page.getByLabel("Changed files").waitFor();
  return board;
}

const card = ({ page }: BoardPage, path: string) =>
  page.getByLabel("Changed files").getByRole("listitem").filter({ hasText: path });

async function comment(board: BoardPage, line: string, text: string): Promise<void> {
  await board.page.getByRole("button", { name: `Comment on line ${line}`, exact: true }).click();
  await board.page.getByLabel("Comment", { exact: true }).fill(text);
  await board.page.getByRole("button", { name: "Add comment" }).click();
}

describe("the changes of a session", () => {
  it.each(["desk", "phone"] as const)("are listed and drawn on a %s", async (size) => {
    await using board = await show(sessionId, { size });
    const { page } = board;
    await card(board, "src/values.ts").getByText("value7 = 70;").waitFor();
    await card(board, "gone.txt").getByText("Deleted", { exact: true }).waitFor();
    await card(board, "docs/new-name.md").getByText("Renamed", { exact: true }).waitFor();
    await card(board, "blob.bin").getByText("Binary file not shown.").waitFor();
    await card(board, "src/added.ts").getByText("New", { exact: true }).waitFor();
    await page.getByText("1 commit", { exact: true }).waitFor();
    await page.getByText("5 files").waitFor();
    if (size === "phone") await page.setViewportSize({ width: 360, height: 780 });
    expect(await visualAudit(board, `changes-${size}`)).toEqual([]);
  });

  it("are listed below the session's pull requests with the state of their checks", async () => {
    using data = openServiceDatabase(service);
    const add = data.sql.prepare(
      "INSERT INTO pull_requests (url, owner, repo, number, title, state, is_draft, ci, merge_runs, polled_at, created_at) VALUES (?, 'acme', 'site', ?, ?, ?, 0, ?, ?, 1, 1)",
    );
    const hold = data.sql.prepare(
      "INSERT INTO session_pull_requests (session_id, pull_request_id, evidence, followed, first_seen_at) VALUES (?, ?, 'created', 1, 1)",
    );
    const opened = (number: number, ...facts: readonly (string | null)[]) =>
      hold.run(
        sessionId,
        add.run(`https://github.com/acme/site/pull/${number}`, number, ...facts).lastInsertRowid,
      );
    const run = { name: "Deploy to staging", status: "completed", conclusion: "failure" };
    opened(7, "Greet by name", "merged", null, JSON.stringify([run]));
    opened(8, "Greet twice", "open", "fail", null);
    await using board = await show(sessionId, { size: "phone" });
    const { page } = board;
    await page.setViewportSize({ width: 360, height: 780 });
    const requests = page.getByRole("list", { name: "Pull requests" });
    await requests.getByText("Deploy to staging: failure").waitFor();
    const header = page.getByRole("main").locator("header");
    await header.getByRole("link", { name: "acme/site#8, open, checks failing, and 1 more" }).waitFor();
    const checks = requests.getByRole("link", { name: "checks failing" });
    expect(await checks.getAttribute("href")).toBe("https://github.com/acme/site/pull/8/checks");
    await requests.getByText("Cannot merge: The checks failed.").waitFor();
    expect(await visualAudit(board, "changes-pull-requests-phone")).toEqual([]);
    data.sql.prepare("UPDATE pull_requests SET ci = 'pass' WHERE number = 8").run();
    await page.reload();
    await requests.getByRole("button", { name: "Ask the agent to merge it" }).waitFor();
    await page.keyboard.press("m");
    await page.getByRole("alertdialog", { name: "Ask the agent to merge acme/site#8?" }).waitFor();
    await page.getByRole("button", { name: "Ask to merge" }).click();
    await page.getByText("The session has been asked to merge").waitFor();
    await service.waitFor(sessionId, atRest);
  });

  it("are shown side by side when chosen, also after a reload", async () => {
    await using board = await show(sessionId);
    await board.page.getByText("Split", { exact: true }).click();
    await expect.poll(() => board.page.locator("table.diff-split").count(), soon).toBeGreaterThan(0);
    await board.picture("changes-split-light");
    await board.page.reload();
    await expect.poll(() => board.page.locator("table.diff-split").count(), soon).toBeGreaterThan(0);
  });

  it.each(["light", "dark"] as const)("have syntax highlighting in the %s scheme", async (look) => {
    await using board = await show(sessionId, { look });
    const values = card(board, "src/values.ts");
    await values.locator("td.diff-code-insert .code-keyword", { hasText: "export" }).first().waitFor();
    // The changed words stay marked within the colors.
    await expect
      .poll(() => values.locator("td.diff-code-insert .diff-code-edit").allInnerTexts(), soon)
      .toEqual(expect.arrayContaining(["70", "2500"]));
    await expect
      .poll(() => values.locator("td.diff-code-delete .code-constant").last().innerText(), soon)
      .toBe("25");
    await board.picture(`changes-colours-${look}`);
    expect(await graveViolations(board)).toEqual([]);
  });

  it("are listed in a tree of folders, for mouse and keyboard", async () => {
    await using board = await show(sessionId);
    const { page } = board;
    const tree = page.getByRole("tree", { name: "File tree" });
    const names = async () =>
      (await tree.getByRole("treeitem").allInnerTexts()).map((text) => text.split(/[\n,]/)[0]);
    await expect
      .poll(names, soon)
      .toEqual(["docs", "new-name.md", "src", "added.ts", "values.ts", "blob.bin", "gone.txt"]);
    await page.getByRole("button", { name: "Collapse all files" }).click();
    await tree.getByRole("treeitem", { name: "values.ts" }).click();
    await card(board, "src/values.ts").getByText("value25 = 2500").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await tree.getByRole("treeitem", { name: "src", expanded: false }).waitFor();
    await expect.poll(names, soon).toEqual(["docs", "new-name.md", "src", "blob.bin", "gone.txt"]);
    await page.keyboard.press("g");
    await page.keyboard.press("Enter");
    const header = card(board, "gone.txt").getByRole("button").first();
    await expect.poll(() => header.evaluate((button) => button === document.activeElement), soon).toBe(true);
    await card(board, "gone.txt").getByText("Not for long.").waitFor();
    await board.picture("changes-tree-light");
  });

  it("ignore whitespace permanently when chosen, and keep a comment at its line", async () => {
    const git_root = await service.repository(files);
    const steps = [
      "s/^export const value7 /  export const value7 /; s/value25 = 25/value25 = 2500/' src/values.ts",
      "s/One/  One/' README.md",
    ];
    const prompt = `Indent.\n${steps.map((step) => `#script bash cmd=sed -i '${step}`).join("\n")}\n#script say Done.`;
    const { id } = await restedSession(service, prompt, { git_root });
    await using board = await show(id);
    const { page } = board;
    const values = card(board, "src/values.ts");
    await comment(board, "25", "Stay here.");
    await page.getByRole("button", { name: "Diff settings" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Ignore whitespace" }).click();
    await page.keyboard.press("Escape");
    await page.getByText("Only whitespace changed, which is ignored.").waitFor();
    await expect.poll(() => values.getByText("export const value7").count(), soon).toBe(0);
    await values.getByLabel("Your comment on line 25").waitFor();
    await page.reload();
    await page.getByText("ignoring whitespace").waitFor();
    await values.getByLabel("Your comment on line 25").waitFor();
    await board.picture("changes-without-white-space");
  });

  it("show image files as pictures", async () => {
    const id = await changed();
    const { metadata } = await sessionOf(service, id);
    await writeFile(join(String(metadata["clone_path"]), "logo.png"), drawPng(40, [200, 60, 60]));
    await using board = await show(id);
    const { page } = board;
    await page.getByRole("tree").getByRole("treeitem", { name: "logo.png" }).click();
    await card(board, "logo.png").getByRole("img", { name: "logo.png, after" }).waitFor();
    await card(board, "logo.png").getByText("40 × 40 pixels").waitFor();
    await board.picture("changes-picture");
    expect(await graveViolations(board)).toEqual([]);
  });

  it("can be filtered, collapsed and expanded", async () => {
    await using board = await show(sessionId);
    const { page } = board;
    await page.getByLabel("Filter files").fill("src added");
    await expect.poll(() => page.getByLabel("Changed files").getByRole("listitem").count(), soon).toBe(1);
    await page.getByRole("button", { name: "Collapse all files" }).click();
    await expect.poll(() => page.getByText("export const added").count(), soon).toBe(0);
    await page.getByRole("button", { name: "Expand all files" }).click();
    await page.getByText("export const added").waitFor();
    await page.getByLabel("Filter files").fill("nothing like it");
    await page.getByText("No matching files").waitFor();
  });

  it("say when a turn has ended since, and reload on request", async () => {
    await using board = await show(await changed());
    const { page } = board;
    const held = gate(service, "changes");
    await requestFromPage(board, {
      method: "POST",
      path: `${new URL(page.url()).pathname}/follow_up`,
      body: { prompt: `${held.step}\n#script write_file path=later.txt text=later\n#script say Later.` },
    });
    await page.getByText("The agent is working.", { exact: false }).waitFor();
    await held.open();
    await page.getByRole("button", { name: "Show new changes" }).click();
    await card(board, "later.txt").waitFor();
    await page.getByRole("button", { name: "Show new changes" }).waitFor({ state: "detached" });
  });

  it("are unavailable without a clone", async () => {
    const { id } = await failedSession(service);
    await using board = await showPath(`/sessions/${id}?tab=changes`, { expected: [/409/] });
    await board.page.getByText("Changes are unavailable").waitFor();
    await board.picture("changes-no-clone");
  });

  it("show the start of a long file, and more on request", async () => {
    const prompt = "Long.\n#script bash cmd=seq 1 4000 > long.txt\n#script say Done.";
    const { id } = await restedSession(service, prompt);
    await using board = await show(id);
    await board.page.getByRole("button", { name: "long.txt" }).first().click();
    const rows = () => board.page.locator("tr.diff-line").count();
    await expect.poll(rows, soon).toBe(1_500);
    await board.page.getByRole("button", { name: "Show more (2,500 lines left)" }).click();
    await expect.poll(rows, soon).toBe(3_000);
  });
});

describe("comments on the changes", () => {
  it("are written, extended, edited and deleted, survive a reload, and are sent as one message", async () => {
    const id = await changed();
    await using board = await show(id);
    const { page } = board;
    const values = card(board, "src/values.ts");
    await values.getByRole("button", { name: "Comment on line 7", exact: true }).click();
    await values
      .getByRole("button", { name: "Comment on line 8", exact: true })
      .click({ modifiers: ["Shift"] });
    await page.getByLabel("Comment on line 7-8").waitFor();
    await page.getByRole("button", { name: "Include next line" }).click();
    await page.getByLabel("Comment", { exact: true }).fill("Seventy is too much.");
    await board.picture("changes-writing");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("button", { name: "Add comment" }).click();
    await page.getByLabel("Your comment on line 7-9").waitFor();

    await comment(board, "25 before the change", "Why not this?");
    await card(board, "src/added.ts").getByRole("button", { name: "Comment on line 1" }).click();
    await page.getByLabel("Comment", { exact: true }).fill("Half-written");
    await page.reload();
    await expect
      .poll(() => page.getByLabel("Comment", { exact: true }).inputValue(), soon)
      .toBe("Half-written");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Edit the comment on line 7-9" }).click();
    await page.getByLabel("Comment", { exact: true }).fill("Eighty, please.\n#script say Eighty it is.");
    await page.getByLabel("Comment", { exact: true }).press("ControlOrMeta+Enter");
    await comment(board, "24", "Not this.");
    const deletes = page.getByRole("button", { name: "Delete the comment on line 24" });
    await deletes.click();
    await deletes.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByLabel("Your comment on line 24").getByText("Not this.").waitFor();
    await deletes.click();
    await deletes.waitFor({ state: "detached" });
    await board.picture("changes-comments");

    await page.getByRole("button", { name: "Send 2 comments" }).click();
    await page.getByLabel("The message").getByText("src/values.ts:25 (before the change)").waitFor();
    await board.picture("changes-send");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Sent 2 comments").waitFor();
    await expect.poll(() => promptsWith(service, "Eighty, please.").length, soon).toBeGreaterThan(0);
    const [sent = ""] = promptsWith(service, "Eighty, please.");
    expect(sent).toContain("src/values.ts:7-9\n> +export const value7 = 70;\n>  export const value8 = 8;");
    expect(sent).toContain("Why not this?");
    await expect.poll(() => page.getByLabel(/^Your comment/).count(), soon).toBe(0);
  });

  it("stay when sending fails", async () => {
    await using board = await show(sessionId, { intercepted: true, expected: [/500/] });
    const { page } = board;
    await page.route("**/follow_up", (route) => route.fulfill({ status: 500, body: "{}" }));
    await comment(board, "7", "Stay.");
    await page.getByRole("button", { name: "Send 1 comment" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("alert").getByText("Could not send the comments").waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Your comment on line 7").waitFor();
  });

  it("are queued while a turn runs, and leave the composer's draft alone", async () => {
    const held = gate(service, "queue");
    const git_root = await service.repository(files);
    const prompt = `Go.\n#script write_file path=a.txt text=one\n${held.step}\n#script say Released.`;
    const { id } = await createSession(service, { prompt, git_root });
    await using board = await showPath(`/sessions/${id}`);
    const { session } = board;
    // The call is shown before the file exists.
    await session.transcript.getByRole("img", { name: "Done" }).waitFor();
    await session.composer.fill("A thought of its own");
    await board.page.getByRole("link", { name: "Changes" }).click();
    await comment(board, "1", "Queued words.\n#script say Heard.");
    await board.page.getByRole("button", { name: "Send 1 comment" }).click();
    await board.page.getByRole("dialog").getByRole("button", { name: "Queue" }).click();
    await board.page.getByText("Sent 1 comment").waitFor();
    await board.page.getByRole("link", { name: "Conversation" }).click();
    await session.queue.filter({ hasText: "Queued words." }).waitFor();
    await expect.poll(() => session.composer.inputValue(), soon).toBe("A thought of its own");
    await held.open();
    await session.says("Heard.");
  });

  it("can be written with the keyboard alone, and are shown separately once their lines are gone", async () => {
    const id = await changed();
    await using board = await show(id);
    const { page } = board;
    const first = card(board, "src/values.ts").locator("button[data-line]").first();
    await first.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("By hand.");
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.getByLabel(/^Your comment on line 5/).waitFor();
    const { metadata } = (
      await service.call<{ session: { metadata: Record<string, unknown> } }>("GET", `/sessions/${id}`)
    ).body.session;
    await writeFile(join(String(metadata["clone_path"]), "src/values.ts"), "export {};\n");
    await page.getByRole("button", { name: "Reload changes" }).click();
    await page.getByText("src/values.ts, line 5, has changed since").waitFor();
  });
});
