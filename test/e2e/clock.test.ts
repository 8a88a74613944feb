import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { useShow } from "./open-page.ts";

let service: TestService;

beforeAll(async () => {
  service = await startServiceWithBoard();
});
afterAll(() => service[Symbol.asyncDispose]());

const show = useShow(() => service);
const says = (how: string): string => `This machine's clock was set ${how}`;

it("says above every page that the clock was set, until a person closes it", async () => {
  await using board = await show("/");
  const { page } = board;
  const ahead = page.getByText(says("ahead by 20 min."));
  await page.getByRole("main").waitFor();
  expect(await ahead.count()).toBe(0);

  // Only the clock moves, not the time since the machine booted; the browser keeps its own.
  const now = Date.now;
  const set = vi.spyOn(Date, "now").mockImplementation(() => now() + 20 * 60_000);
  try {
    await ahead.waitFor();
    await board.picture("clock-set-ahead");
    await board.open("/inbox");
    await ahead.waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await ahead.waitFor({ state: "detached" });
    await board.open("/");
    await page.getByRole("main").waitFor();
    expect(await ahead.count()).toBe(0);
  } finally {
    set.mockRestore();
  }
  await page.getByText(says("back by 20 min.")).waitFor();
  await using phone = await show("/", { size: "phone", look: "light" });
  await phone.page.getByText(says("back by 20 min.")).waitFor();
  await phone.picture("clock-set-back-phone");
});
