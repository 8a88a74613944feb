import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const heading = "Create a session and, with a prompt, queue its first turn";
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard();
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

describe("the page of the API", () => {
  it("opens from the API keys, and shows an operation with its example", async () => {
    await using board = await show("/settings/keys");
    const { page } = board;
    await page.getByRole("link", { name: "API reference" }).click();
    await page.getByRole("heading", { name: heading }).waitFor();
    await board.picture("api-docs");
    const operation = page.locator('[id="tag/Sessions/operation/createSession"]');
    await operation.scrollIntoViewIfNeeded();
    const file = join(import.meta.dirname, "../../server/http/openapi-examples.json");
    const examples = JSON.parse(await readFile(file, "utf8"));
    await operation.getByText(JSON.stringify(examples.createSession.body.git_root)).first().waitFor();
    await board.picture("api-docs-operation");
    await page.getByPlaceholder("Search...").fill("work backlog");
    await page
      .getByRole("menuitem", { name: /backlog/i })
      .first()
      .waitFor();
    await page.getByRole("link", { name: "Back to Settings" }).click();
    await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
  });

  it("is dark where the browser prefers that", async () => {
    await using board = await show("/docs/api", { look: "dark" });
    await board.page.getByRole("heading", { name: heading }).waitFor();
    await board.picture("api-docs-dark");
    expect(await board.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      "rgb(16, 17, 20)",
    );
  });

  it("is for whoever may open the board", async () => {
    await using board = await show("/docs/api", { signedOut: true });
    expect(new URL(board.page.url()).pathname).toBe("/sign-in");
    expect(await board.page.getByRole("heading", { name: heading }).count()).toBe(0);
  });
});
