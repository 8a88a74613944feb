import { afterAll, beforeAll, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { restedSession, sessionOf } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
let git_root: string;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard({ environment: { SERVICE_OWNER_NAME: "Ada" } });
  git_root = await service.repository({
    "README.md": "# Orchard\n",
    ".pi/settings.json": "{}\n",
    ".pi/extensions/note.ts": "export default function () {}\n",
  });
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

it("shows what is left out, trusts after a question, and revokes in the settings", async () => {
  const { id } = await restedSession(service, "#script say done", { git_root, agent_runtime: "pi" });
  await using board = await show(`/sessions/${id}`);
  const { page } = board;
  const notice = page.getByRole("region", { name: "This repository’s own settings are left out" });
  await notice.getByText(".pi/settings.json").waitFor();
  await notice.getByText(".pi/extensions").waitFor();
  await board.picture("session-repository-untrusted");
  expect(await graveViolations(board)).toEqual([]);

  await notice.getByRole("button", { name: `Trust repository ${git_root}` }).click();
  const question = page.getByRole("alertdialog", { name: `Trust ${git_root}?` });
  await question.getByText("then run on this machine").waitFor();
  await question.getByRole("button", { name: "Trust repository" }).click();
  // The confirmation covers the question for a moment, and what is behind a dialog counts as hidden.
  await expect
    .poll(() => sessionOf(service, id), { timeout: 10_000 })
    .toMatchObject({ repository_trust: { trusted: true, left_out: [] } });
  await question.waitFor({ state: "hidden" });
  await notice.waitFor({ state: "hidden" });

  await board.open("/settings/repositories");
  const row = page
    .getByRole("list", { name: "Repositories" })
    .getByRole("listitem")
    .filter({ hasText: git_root });
  await row.getByText("Trusted by Ada").waitFor();
  await board.picture("settings-repositories");
  expect(await graveViolations(board)).toEqual([]);
  await row.getByRole("button", { name: `Revoke the trust in ${git_root}` }).click();
  const revocation = page.getByRole("alertdialog");
  await revocation.getByRole("button", { name: "Revoke" }).click();
  await revocation.waitFor({ state: "hidden" });
  await row.getByText("Trust revoked by Ada").waitFor();
  expect(await sessionOf(service, id)).toMatchObject({ repository_trust: { trusted: false } });
});

it("asks in the form of a new session, and starts none by the answer", async () => {
  const other = await service.repository();
  await using board = await show("/sessions/new");
  const { page } = board;
  await page.getByLabel("Repository", { exact: true }).fill(other);
  const asked = page.getByRole("region", { name: "This repository is not trusted" });
  await asked.waitFor();
  await board.picture("new-session-repository-untrusted");
  expect(await graveViolations(board)).toEqual([]);
  await asked.getByRole("button", { name: `Trust repository ${other}` }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Trust repository" }).click();
  await question.waitFor({ state: "hidden" });
  await asked.waitFor({ state: "hidden" });
  expect(await page.getByRole("dialog", { name: "New session" }).isVisible()).toBe(true);
});
