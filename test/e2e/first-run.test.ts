import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { routeChunks } from "../support/chunks.ts";
import type { Session, TestService } from "../support/service.ts";
import { atRest } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard({
    environment: { SERVICE_CATALOG: join(import.meta.dirname, "../support/catalog/air.json") },
  });
  await mkdir(join(service.folder, "home"), { recursive: true });
  await writeFile(
    join(service.folder, "home/.gitconfig"),
    "[user]\n\tname = Ada Lovelace\n\temail = ada@example.org\n",
  );
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const newest = async (): Promise<Session | undefined> =>
  (await service.call<{ sessions: Session[] }>("GET", "/sessions")).body.sessions[0];

describe("the setup", () => {
  it("opens on an empty board, can be left, and opens again on request", async () => {
    await using board = await show("/", { size: "phone", newcomer: true });
    const { page } = board;
    await page.getByRole("heading", { name: "Who is using this board?" }).waitFor();
    expect(await isWiderThanScreen(board)).toBe(false);
    await board.picture("first-run-phone");
    await page.getByRole("button", { name: "Skip setup" }).click();
    await page.getByRole("heading", { name: "No sessions yet" }).waitFor();
    await board.open("/");
    await page.getByRole("heading", { name: "No sessions yet" }).waitFor();
    await board.open("/settings/clis");
    await page.getByRole("list", { name: "This machine" }).getByText("git version").waitFor();
    await board.picture("settings-clis-phone");
    await page.getByRole("link", { name: "Run setup again" }).click();
    await page.getByRole("heading", { name: "Who is using this board?" }).waitFor();
  });

  it("leads to a running session with the keyboard alone", async () => {
    await using board = await show("/", { newcomer: true });
    const { page } = board;
    await page.getByRole("heading", { name: "Who is using this board?" }).waitFor();
    await board.picture("first-run-you");
    expect.soft(await graveViolations(board), "you").toEqual([]);
    await page.getByRole("button", { name: "Use Ada Lovelace, ada@example.org from git" }).press("Enter");
    await page.getByLabel("Name").press("Enter");

    const agents = page.getByRole("heading", { name: "Which agents are installed?" });
    await agents.waitFor();
    await expect
      .poll(() => agents.evaluate((heading) => heading === document.activeElement), soon)
      .toBe(true);
    await page.getByText("agents are ready").waitFor();
    await board.picture("first-run-agents");
    expect.soft(await graveViolations(board), "agents").toEqual([]);
    await page.getByRole("button", { name: "Continue" }).press("Enter");

    await page.getByRole("heading", { name: "Your first session" }).waitFor();
    await board.picture("first-run-session");
    expect.soft(await graveViolations(board), "session").toEqual([]);
    await page.getByRole("button", { name: "Start the demo session" }).press("Enter");
    await page.getByRole("region", { name: "Conversation" }).waitFor();
    const session = await newest();
    expect(session).toMatchObject({ agent_runtime: "pi", config: { model: "signalbox/scripted-demo" } });
    const ended = await service.waitFor(session?.id ?? 0, atRest, 60_000);
    expect(ended).toMatchObject({ status: "needs_input", failure_reason: null });
    await page.getByText("greet() now takes an optional name", { exact: false }).first().waitFor();
    await board.picture("first-run-done");
    expect((await service.call("GET", "/me")).status).toBe(200);
  });
});

describe("a new session", () => {
  it("keeps the cursor in the branch field when its list loads while a person types", async () => {
    await using board = await show("/", { intercepted: true, expected: [/422/] });
    const { page } = board;
    let bringList = (): void => undefined;
    const wanted = new Promise<void>((resolve) => {
      bringList = resolve;
    });
    await routeChunks(page, ["AutocompletePopup"], async (route) => {
      await wanted;
      await route.continue();
    });
    await board.open("/sessions/new");
    await page.getByRole("textbox", { name: "Branch" }).fill("ma");
    bringList();
    const field = page.getByRole("combobox", { name: "Branch" });
    await field.waitFor();
    await page.keyboard.type("in");
    await expect.poll(() => field.inputValue(), soon).toBe("main");
  });

  it("offers the remote's branches, names the source of each value, and saves a template", async () => {
    const repository = await service.repository();
    await using board = await show("/sessions/new", { expected: [/422/] });
    const { page } = board;
    await page.getByLabel("Agent root").selectOption({ label: "Another repository" });
    await page.getByLabel("Repository", { exact: true }).fill(join(service.folder, "nowhere"));
    await page
      .getByText("Branches could not be loaded. Enter a branch yourself.", { exact: false })
      .waitFor();
    await page.getByLabel("Repository", { exact: true }).fill(repository);
    await page.getByText("1 branch available", { exact: false }).waitFor();
    await page.getByLabel("Branch").click();
    await page.getByRole("option", { name: "main" }).click();
    await page.getByLabel("Branch").fill("mian");
    await page.getByText("The repository has no branch “mian”.").waitFor();
    await page.getByLabel("Branch").fill("main");
    await page.getByLabel("Runtime").selectOption({ label: "pi" });
    await page.getByLabel("Prompt", { exact: true }).fill("#script say Done from a template.");
    await board.picture("new-session-light");
    expect.soft(await graveViolations(board), "form").toEqual([]);

    await page.getByRole("button", { name: "Templates" }).click();
    await page.getByLabel("Save as template").fill("Orchard work");
    await page.getByLabel("Include the prompt").check();
    await page.getByRole("button", { name: "Save" }).click();
    const templates = page.getByRole("list", { name: "Templates" });
    await templates.getByText("Orchard work").waitFor();
    await board.picture("new-session-templates");
    await page.getByRole("button", { name: "Delete Orchard work" }).click();
    await templates.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await templates.getByText("Orchard work").waitFor();
    await page.keyboard.press("Escape");
    const discards = page.getByRole("button", { name: "Discard draft" });
    await discards.click();
    await expect.poll(() => page.getByLabel("Prompt", { exact: true }).inputValue(), soon).toBe("");
    await page.getByText("Draft discarded.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect
      .poll(() => page.getByLabel("Prompt", { exact: true }).inputValue(), soon)
      .toBe("#script say Done from a template.");
    expect(await page.getByLabel("Branch").inputValue()).toBe("main");
    await discards.click();
    await expect.poll(() => page.getByLabel("Prompt", { exact: true }).inputValue(), soon).toBe("");
    await page.getByRole("button", { name: "Templates" }).click();
    await page.getByRole("button", { name: "Use Orchard work" }).click();
    await expect.poll(() => page.getByLabel("Branch").inputValue(), soon).toBe("main");
    await page.getByRole("button", { name: "Start session" }).click();
    await page.getByRole("region", { name: "Conversation" }).waitFor();
    const session = await newest();
    expect(session).toMatchObject({ git_root: repository, branch: "main", agent_runtime: "pi" });
    await service.waitFor(session?.id ?? 0, atRest);

    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "New session with these settings" }).click();
    await expect
      .poll(() => page.getByLabel("Repository", { exact: true }).inputValue(), soon)
      .toBe(repository);
    // A conversation lies below the composer, whose prompts have that name too.
    expect(await page.getByRole("textbox", { name: "Prompt", exact: true }).inputValue()).toBe("");
  });
});

describe("settings", () => {
  it("create a backup, verify it, stage its restore, and keep the present data after all", async () => {
    await using board = await show("/settings/data");
    const { page } = board;
    await page.getByRole("button", { name: "Back up now" }).click();
    const backups = page.getByRole("list", { name: "Backups" });
    await backups.getByRole("button", { name: /^Verify/ }).click();
    await backups.getByText(/^No errors, with \d sessions?$/).waitFor();
    await page.getByRole("list", { name: "Size by part" }).waitFor();
    await board.picture("settings-data-light");
    expect.soft(await graveViolations(board), "data").toEqual([]);
    await backups.getByRole("button", { name: /^Restore/ }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("button", { name: "Restore at next start" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Type “restore” to confirm").fill("restore");
    await board.picture("settings-data-restore");
    await page.keyboard.press("Enter");
    await backups.getByText("Will be restored at the next start").waitFor();
    // This button has the same name.
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Keep current data" }).click();
    await backups.getByText("Will be restored at the next start").waitFor({ state: "detached" });
    await page.getByLabel("Sessions stay in the trash for").selectOption({ label: "30 days" });
    await page.getByText("Applies to sessions that you archive from now on").waitFor();
    expect((await service.call("POST", "/backups")).status).toBe(404);
  });

  it("say that the agents could not be checked, in place of an endless spinner", async () => {
    await using board = await show("/settings/appearance", {
      intercepted: true,
      expected: [/ERR_CONNECTION_REFUSED/],
    });
    const { page } = board;
    const unseen = {
      name: "pi",
      installed: null,
      authenticated: null,
      install_command: null,
      auth_command: null,
    };
    const cli_status = { tools: { pi: unseen }, loading: true };
    let asked = 0;
    await page.route("**/clis/status", (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ json: { cli_status } }) : route.abort("connectionrefused");
    });
    await page.getByRole("link", { name: "Agent CLIs" }).click();
    const problem = page.getByRole("alert").filter({ hasText: "Could not check the agents" });
    await problem.getByText("The service is not responding.", { exact: false }).waitFor();
    await page.getByRole("img", { name: "Unknown" }).waitFor();
    expect(await graveViolations(board)).toEqual([]);
    await board.picture("settings-clis-unasked");
    await page.unroute("**/clis/status");
    await problem.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("list", { name: "Agent CLIs" }).getByText("Claude Code").waitFor();
    await problem.waitFor({ state: "detached" });
  });

  it("set defaults for new sessions, and show the catalog's problems", async () => {
    await using board = await show("/settings/defaults", { look: "dark", expected: [/422/] });
    const { page } = board;
    await page.getByRole("list", { name: "By runtime" }).waitFor();
    await page.getByLabel("Effort for pi").selectOption("high");
    await page.getByText("Default saved for new sessions").waitFor();
    await board.picture("settings-defaults-dark");
    expect.soft(await graveViolations(board), "defaults").toEqual([]);
    await board.open("/settings/catalog");
    await page.getByText(/^\d+ agent roots?,/).waitFor();
    await board.picture("settings-catalog-dark");
    expect.soft(await graveViolations(board), "catalog").toEqual([]);
    await board.open("/settings/clis");
    await page.getByRole("list", { name: "Agent CLIs" }).waitFor();
    await board.picture("settings-clis-dark");
    expect.soft(await graveViolations(board), "clis").toEqual([]);
    await board.open("/sessions/new");
    await page.getByLabel("Prompt", { exact: true }).waitFor();
    await board.picture("new-session-dark");
    expect.soft(await graveViolations(board), "new session").toEqual([]);
  });
});
