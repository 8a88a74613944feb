import { chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { makeGitRepository } from "../support/repository.ts";
import type { TestService } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { useShow } from "./open-page.ts";

const someoneElse = 12_345;

let folder: TestFolder;
let service: TestService;
const show = useShow(() => service);

/** With a home of its own, whose git configuration the service may change. */
beforeAll(async () => {
  folder = await makeTestFolder();
  await mkdir(folder.at("home"));
  await writeFile(folder.at("home/.gitconfig"), "[user]\nname = Ada\nemail = ada@example.com\n");
  service = await startServiceWithBoard({ environment: { HOME: folder.at("home") } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

it("a repository of another user is read after a question, and its session starts", async (context) => {
  if (process.getuid?.() !== 0) context.skip("Only root can give a folder to another user");
  const git_root = await makeGitRepository(folder.at("theirs"));
  for (const path of [git_root, join(git_root, ".git")]) await chown(path, someoneElse, someoneElse);
  const { id } = await createSession(service, { git_root, prompt: "#script say Read it." });
  await service.waitFor(id, ({ status }) => status === "failed");
  await using board = await show(`/sessions/${id}`);
  const { page } = board;
  await page.getByRole("alert").getByText("Another user owns the repository").waitFor();
  await page.getByRole("button", { name: "Let git read it" }).click();
  const question = page.getByRole("alertdialog", { name: `Let git read ${git_root}?` });
  await question.getByText("safe.directory").waitFor();
  await board.picture("session-foreign-owner");
  expect(await graveViolations(board)).toEqual([]);
  await question.getByRole("button", { name: "Let git read it" }).click();
  await board.session.says("Read it.");
  expect(await sessionOf(service, id)).toMatchObject({ failure_detail: null });
});

it("what git must be able to do is switched in the settings, and kept", async () => {
  await using board = await show("/settings/repositories");
  const { page } = board;
  const rule = page.getByRole("switch", { name: "Require signed commits" });
  await rule.click();
  const settings = () => service.call<{ app_settings: { git: object } }>("GET", "/app_settings");
  await expect
    .poll(async () => (await settings()).body.app_settings.git)
    .toEqual({ require_signed_commits: true, require_submodules: false });
  await page.reload();
  await expect.poll(() => rule.isChecked()).toBe(true);
  await board.picture("settings-git");
  expect(await graveViolations(board)).toEqual([]);
  await rule.click();
  await expect
    .poll(async () => (await settings()).body.app_settings.git)
    .toEqual({ require_signed_commits: false, require_submodules: false });
});
