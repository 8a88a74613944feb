import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { type BoardPage, startServiceWithBoard } from "../support/browser.ts";
import { routeChunks } from "../support/chunks.ts";
import { claudeImage, claudeResult, claudeUser, drawPng } from "../support/pictures.ts";
import { seedLines } from "../support/seed-transcript.ts";
import type { TestService } from "../support/service.ts";
import { gate, soon } from "../support/session-page.ts";
import { createSession, heldSession, promptsWith, restedSession, sessionOf } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

const show = useShow(() => service);
let service: TestService;

beforeAll(async () => {
  service = await startServiceWithBoard();
});
afterAll(() => service[Symbol.asyncDispose]());

const showSession = ({ id }: { id: number }) => show(`/sessions/${id}`);

/** True until the page reloads. */
const isSamePage = ({ page }: BoardPage) => page.evaluate("window.mark === 1");
const markPage = ({ page }: BoardPage) => page.evaluate("void (window.mark = 1)");

describe("a session created with the form", () => {
  it("shows its work live and accepts a follow-up", async () => {
    const [first, second] = [gate(service, "first"), gate(service, "second")];
    const git_root = await service.repository();
    await using board = await show("/sessions/new");
    const { page, session } = board;
    await page.getByLabel("Repository", { exact: true }).fill(git_root);
    await page.getByLabel("Runtime").selectOption({ label: "pi" });
    const steps = [
      first.step,
      "#script bash cmd=echo from the shell",
      second.step,
      "#script say All **done**.",
    ];
    await page.getByLabel("Prompt", { exact: true }).fill(["Do two things.", ...steps].join("\n"));
    await board.picture("new-session-light-desk");
    await session.press("Start session");

    await session.status("Running");
    await markPage(board);
    await page.getByRole("article", { name: "Prompt" }).getByText("Do two things.").waitFor();
    await first.open();
    await session.transcript.getByText("from the shell", { exact: true }).waitFor();
    await page.getByRole("img", { name: "Done" }).waitFor();
    await board.picture("session-running-light-desk");
    const call = (expanded: boolean) =>
      session.transcript.getByRole("button", { name: /echo from the shell/, expanded });
    await call(false).click();
    await call(true).click();
    await call(false).waitFor();
    await second.open();
    await page.getByRole("article", { name: "Response" }).getByText("done", { exact: true }).waitFor();
    await session.status("Needs you");

    await session.send("And a third.\n#script say Third done.");
    await session.says("Third done.");
    await expect.poll(() => session.composer.inputValue(), soon).toBe("");
    await expect.poll(() => session.transcript.getByText("And a third.").count(), soon).toBe(1);
    expect(await isSamePage(board)).toBe(true);
    await board.picture("session-rested-light-desk");
  });

  it("shows the prompt of a running session in a window that draws no frames yet", async () => {
    const held = await heldSession(service, { title: "At work" });
    await using board = await show("/");
    await board.context.addInitScript(() => {
      globalThis.requestAnimationFrame = () => 0;
    });
    await board.open(`/sessions/${held.session.id}`);
    const shown = () =>
      board.page.evaluate(() => document.querySelector<HTMLElement>("[data-conversation]")?.innerText);
    await expect.poll(shown, soon).toContain("#script wait_file");
    await held.release();
  });

  it("keeps the draft through a reload and says why it is refused", async () => {
    await using board = await show("/sessions/new", { expected: [/422/] });
    const { page, session } = board;
    await page.getByLabel("Repository", { exact: true }).fill("not a repository");
    await page.getByLabel("Prompt", { exact: true }).fill("Work");
    await page.reload();
    await page.getByRole("link", { name: "New session" }).click();
    await expect.poll(() => page.getByLabel("Prompt", { exact: true }).inputValue(), soon).toBe("Work");
    await session.press("Start session");
    const refusal = page.getByRole("alert");
    await refusal.getByText("Could not create the session").waitFor();
    await expect.poll(() => refusal.evaluate((panel) => panel === document.activeElement), soon).toBe(true);
    await board.picture("new-session-refused");
    await session.press("Discard draft");
    await expect.poll(() => page.getByLabel("Prompt", { exact: true }).inputValue(), soon).toBe("");
  });
});

describe("messages sent during a turn", () => {
  it("can be edited, reordered, deleted, and sent at once", async () => {
    const { session: made } = await heldSession(service);
    await using board = await showSession(made);
    const { session } = board;
    const composer = board.page.getByLabel("Message the agent");
    await composer.getByRole("button", { name: "Queue", exact: true }).waitFor();
    await composer.getByRole("button", { name: "Interrupt and send now" }).waitFor();
    expect(await composer.getByRole("button", { name: "Send", exact: true }).count()).toBe(0);
    for (const word of ["Alpha", "Beta", "Gamma"]) {
      await session.send(`${word}.\n#script say ${word} heard.`);
      await session.queue.filter({ hasText: word }).waitFor();
    }
    await board.picture("session-queue");

    await session.queue.filter({ hasText: "Beta" }).getByRole("button", { name: "Edit" }).click();
    const editor = board.page.getByLabel("Queued messages").getByLabel("Message");
    await editor.fill("Beta two.\n#script say Beta two heard.");
    await session.press("Save");
    await session.queue.filter({ hasText: "Beta two." }).waitFor();

    await session.queue.filter({ hasText: "Gamma" }).getByRole("button", { name: "Move up" }).click();
    const order = async () => (await session.queue.allInnerTexts()).map((text) => text.split(/[ .]/)[0]);
    await expect.poll(order, soon).toEqual(["Alpha", "Gamma", "Beta"]);

    const deleteAlpha = session.queue.filter({ hasText: "Alpha" }).getByRole("button", { name: "Delete" });
    await deleteAlpha.click();
    await expect.poll(order, soon).toEqual(["Gamma", "Beta"]);
    await board.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(order, soon).toEqual(["Gamma", "Beta", "Alpha"]);
    await deleteAlpha.click();
    await expect.poll(order, soon).toEqual(["Gamma", "Beta"]);

    await session.queue
      .filter({ hasText: "Beta" })
      .getByRole("button", { name: "Stop the turn and send now" })
      .click();
    await session.says("Beta two heard.");
    await session.says("Gamma heard.");
    await session.status("Needs you");
    await composer.getByRole("button", { name: "Send", exact: true }).waitFor();
    await expect.poll(() => session.queue.count(), soon).toBe(0);
    expect(await session.transcript.getByText("Released.", { exact: true }).count()).toBe(0);
    expect(promptsWith(service, "Alpha.")).toEqual([]);
  });
});

describe("actions on a session", () => {
  it("pause and restart it", async () => {
    const running = await heldSession(service);
    await using board = await showSession(running.session);
    const { session } = board;
    await session.press("Pause");
    await session.status("Needs you");
    // The page shows the change before the service confirms it.
    await service.waitFor(running.session.id, ({ status }) => status === "needs_input");
    await board.picture("session-paused");
    await session.press("More actions");
    await board.page.getByRole("menuitem", { name: "Restart" }).click();
    await session.status("Running");
    await running.release();
    await board.page.getByRole("article", { name: "Response" }).waitFor();
    await session.status("Needs you");
    await board.picture("session-restarted");
  });

  it("archive it, undo that, and unarchive it later", async () => {
    const made = await restedSession(service, "Short.\n#script say Done.");
    await using board = await showSession(made);
    const { session } = board;
    await session.says("Done.");
    await session.press("Archive");
    await session.status("Archived");
    await session.press("Undo");
    await session.status("Needs you");
    expect((await sessionOf(service, made.id)).status).toBe("needs_input");

    await session.press("Archive");
    await session.status("Archived");
    await board.picture("session-archived");
    await session.press("Unarchive");
    await session.status("Needs you");
  });

  it("ask before archiving stops a turn", async () => {
    const { session: made } = await heldSession(service);
    await using board = await showSession(made);
    const { session } = board;
    await session.status("Running");
    await session.press("More actions");
    await board.page.getByRole("menuitem", { name: "Archive" }).click();
    await board.page.getByText("The agent is in the middle of a turn").waitFor();
    await board.picture("session-archive-asks");
    await session.press("End the turn and archive");
    await session.status("Archived");
  });

  it("delete it after a confirmation and return to the board", async () => {
    const made = await restedSession(service, "Brief.\n#script say Done.");
    await using board = await showSession(made);
    const { page, session } = board;
    await session.says("Done.");
    await session.press("More actions");
    await page.getByRole("menuitem", { name: "Delete permanently…" }).click();
    await page.getByLabel(`Type ${made.id} to confirm`).fill(String(made.id));
    await session.press("Delete session");
    await page.getByRole("heading", { name: "Board", exact: true }).waitFor();
  });
});

describe("code in a transcript", () => {
  const codeWork = [
    "Write some code.",
    "#script write_file path=src/added.ts text=export const added = 7;",
    "#script read_file path=src/added.ts",
    '#script say See:\\n\\n```ts\\nconst word = "hi"; // said\\n```\\n\\n```\\nconst plain\\n```',
  ].join("\n");

  it.each(["light", "dark"] as const)(
    "has syntax highlighting in the %s scheme, and does not move for it",
    async (look) => {
      const { id } = await restedSession(service, codeWork);
      await using board = await show(`/sessions/${id}?panel=none`, { look });
      const { page, session } = board;
      const answer = page.getByRole("article", { name: "Response" });
      await answer.locator(".code-keyword", { hasText: "const" }).waitFor();
      await expect.poll(() => answer.locator(".code-string").allInnerTexts(), soon).toEqual(['"hi"']);
      expect(await answer.locator("pre", { hasText: "const plain" }).locator("span").count()).toBe(0);
      await session.transcript.getByRole("button", { name: /^read/i }).click();
      await expect
        .poll(() => session.transcript.locator(".code-keyword").allInnerTexts(), soon)
        .toEqual(["export", "const", "export", "const", "const"]);
      const color = await answer
        .locator(".code-keyword")
        .first()
        .evaluate((element) => getComputedStyle(element).color);
      expect(color).toBe(look === "light" ? "rgb(111, 53, 180)" : "rgb(208, 183, 255)");
      await board.picture(`session-code-${look}`);
      expect(await graveViolations(board)).toEqual([]);
    },
  );

  it("does not move when it is highlighted, and is found across highlighted parts", async () => {
    const { id } = await restedSession(service, codeWork);
    await using board = await show(`/sessions/${id}?panel=none`, { intercepted: true });
    const { page, session } = board;
    const [requested, delayed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await routeChunks(page, ["page-highlighter"], async (route) => {
      requested.resolve();
      await delayed.promise.then(() => route.continue());
    });
    await page.reload();
    const answer = page.getByRole("article", { name: "Response" });
    await answer.getByText("const plain").waitFor();
    const places = () =>
      session.transcript
        .locator("pre, article")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    await requested.promise;
    await answer.locator("pre").nth(1).waitFor();
    await session.composer.waitFor();
    await session.transcript.getByText(/^First prompt · .*\$/).waitFor();
    await expect.poll(() => page.getByLabel(/^Loading/).count(), soon).toBe(0);
    const before = await places();
    delayed.resolve();
    await answer.locator(".code-keyword").first().waitFor();
    expect(await places()).toEqual(before);
    await page.keyboard.press("/");
    await page.getByRole("textbox", { name: "Find in the transcript" }).fill("const word =");
    const found = () => page.evaluate(() => [...(CSS.highlights.get("found") ?? [])].map(String));
    // In the prompt, and in the code where it has three colors.
    await expect.poll(found, soon).toEqual(["const word =", "const word ="]);
  });
});

it("shows small pictures, which open large", async () => {
  const { id } = await createSession(service, { agent_runtime: "claude_code", clone_only: true });
  const call = { type: "tool_use", id: "one", name: "Read", input: { file_path: "pictures/shot.png" } };
  await seedLines(service, id, [
    claudeUser([
      { type: "text", text: "Look at these" },
      claudeImage(drawPng(120, [200, 30, 30])),
      claudeImage(drawPng(60, [30, 30, 200])),
    ]),
    { type: "assistant", message: { role: "assistant", content: [call] } },
    claudeUser([claudeResult("one", [claudeImage(drawPng(80, [30, 160, 30]))])]),
    claudeUser([{ type: "text", text: "And this" }, claudeImage(Buffer.from("no picture"))]),
  ]);
  await using board = await show(`/sessions/${id}?panel=none`, { expected: [/404/] });
  const { page } = board;
  const first = page.getByRole("img", { name: "Picture 1 of 2 in the prompt" });
  await first.waitFor();
  await page.getByText("120 × 120 pixels").waitFor();
  await page.getByRole("img", { name: "Picture: shot.png" }).waitFor();
  await page.getByText("This picture cannot be shown.").waitFor();
  await board.picture("session-pictures-light-desk");
  expect(await graveViolations(board)).toEqual([]);
  await page.getByRole("button", { name: "Picture 1 of 2 in the prompt" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Picture 1 of 2 in the prompt" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await dialog.getByRole("heading", { name: "Picture 2 of 2 in the prompt" }).waitFor();
  await board.picture("session-picture-large");
  expect(await graveViolations(board)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count(), soon).toBe(0);
});

it("lists the results of a search, and shows the tool's own output", async () => {
  const { id } = await createSession(service, { agent_runtime: "claude_code", clone_only: true });
  const search = (callId: string, name: string, input: object, text: string) => [
    {
      type: "assistant",
      message: { role: "assistant", content: [{ type: "tool_use", id: callId, name, input }] },
    },
    claudeUser([claudeResult(callId, [{ type: "text", text }])]),
  ];
  const links = JSON.stringify([{ title: "A page", url: "https://docs.test/page" }]);
  await seedLines(service, id, [
    claudeUser([{ type: "text", text: "Look about" }]),
    ...search(
      "one",
      "Grep",
      { pattern: "todo", path: "src" },
      "src/a.ts:3:// todo one\nsrc/b.ts:12:// todo two\nsrc/a.ts:40:// todo three",
    ),
    ...search("two", "WebSearch", { query: "news" }, `Links: ${links}\n\nIn **short**: none.`),
  ]);
  await using board = await show(`/sessions/${id}?panel=none`);
  const { page, session } = board;
  await session.transcript.getByRole("button", { name: /todo in src/ }).click();
  await page.getByText("3 lines in 2 files").waitFor();
  const lines = session.transcript.getByRole("listitem");
  expect((await lines.allInnerTexts()).map((text) => text.match(/src\/\w.ts|todo \w+/g))).toEqual([
    ["src/a.ts", "todo one", "todo three"],
    ["src/b.ts", "todo two"],
  ]);
  await session.transcript.getByRole("button", { name: /news/ }).click();
  await page.getByRole("link", { name: "A page" }).waitFor();
  await board.picture("session-search-results");
  expect(await graveViolations(board)).toEqual([]);
  await page.getByRole("button", { name: "Show as text" }).first().click();
  await session.transcript.getByText("src/b.ts:12:// todo two").waitFor();
});

it("keeps the transcript, the queue, the draft and the panel through a hard reload", async () => {
  const reloadGate = gate(service, "reload");
  const made = await createSession(service, {
    prompt: `Hold on.\n#script bash cmd=echo before\n${reloadGate.step}\n#script say After.`,
  });
  await using board = await showSession(made);
  const { page, session } = board;
  await session.transcript.getByText("before", { exact: true }).waitFor();
  await session.send("Queued one.\n#script say Queued heard.");
  await session.queue.filter({ hasText: "Queued one." }).waitFor();
  await session.composer.fill("A half-written thought");
  await page.getByLabel("Side panel").getByText("Log", { exact: true }).click();
  await page.getByLabel("Lines shown").selectOption("Everything except information");
  await page.getByText("No matching log lines").waitFor();
  await page.reload();

  await session.transcript.getByText("before", { exact: true }).waitFor();
  await session.queue.filter({ hasText: "Queued one." }).waitFor();
  await expect.poll(() => session.composer.inputValue(), soon).toBe("A half-written thought");
  await page.getByText("No matching log lines").waitFor();
  await page.getByLabel("Lines shown").selectOption("Information");
  await page.getByLabel("Log lines, newest first").waitFor();
  await board.picture("session-log");
  await reloadGate.open();
  await session.says("After.");
  await session.says("Queued heard.");
});

it("says that a session does not exist", async () => {
  await using board = await show("/sessions/987654", { expected: [/404/] });
  await board.page.getByRole("heading", { name: "Session not found" }).waitFor();
  await board.picture("session-unknown");
  await board.page.getByRole("link", { name: "Go to the board" }).click();
  await board.page.getByRole("heading", { name: "Board", exact: true }).waitFor();
});
