/** @module-tag real-cli */

import { afterAll, beforeAll, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

const show = useShow(() => service);
let service: TestService;

beforeAll(async () => {
  service = await startServiceWithBoard();
});
afterAll(() => service[Symbol.asyncDispose]());

it("offers commands on a slash, and shows what the service answers", async () => {
  const { id } = await restedSession(service, "#script say Done.");
  await using board = await show(`/sessions/${id}`, { expected: [/422/] });
  const { composer } = board.session;
  await composer.fill("/");
  const list = board.page.getByRole("listbox", { name: "Commands" });
  await list.getByRole("option", { name: /^\/clear/ }).waitFor();
  await board.picture("commands");
  expect(await graveViolations(board)).toEqual([]);

  await composer.fill("/co");
  await expect.poll(() => list.getByRole("option").count(), soon).toBe(3);
  const selected = list.getByRole("option", { selected: true });
  const names = (await list.getByRole("option").allInnerTexts()).map((text) => /^\/\w+/.exec(text)?.[0]);
  expect(new Set(names)).toEqual(new Set(["/compact", "/context", "/cost"]));
  for (const name of [names[0], names[1], names[2]]) {
    expect(await selected.innerText()).toContain(name);
    await composer.press("ArrowDown");
  }
  await composer.press("Escape");
  await list.waitFor({ state: "detached" });
  await composer.fill("/cos");
  await list.getByRole("option", { name: /^\/cost/ }).waitFor();
  await composer.press("Enter");
  expect(await composer.inputValue()).toBe("/cost");
  await list.waitFor({ state: "detached" });
  await composer.press("ControlOrMeta+Enter");
  const answer = board.page.getByRole("status").filter({ hasText: "The session has spent" });
  await answer.waitFor();
  await expect.poll(() => composer.inputValue()).toBe("");
  await answer.getByRole("button", { name: "Close the answer" }).click();
  await answer.waitFor({ state: "detached" });

  await composer.fill("/login ");
  await composer.press("ControlOrMeta+Enter");
  await board.page.getByText("pi does not have /login in a session.").waitFor();
  expect(await composer.inputValue()).toBe("/login ");
});
