import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowOf } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { atRest, type TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { type Shown, useShow } from "./open-page.ts";

// Those of a new session, of a form and of a comment are beside what else is expected of each.
let service: TestService;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard();
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

/** Counts the keys that a test presses, apart from words. */
function counted({ page }: Shown) {
  let keys = 0;
  return {
    press: (key: string) => {
      keys += 1;
      return page.keyboard.press(key);
    },
    keys: () => keys,
  };
}

describe("with as many keys as promised", () => {
  it("a session is archived and that is undone: 2", async () => {
    const { id } = await restedSession(service, "#script say Done.", { title: "Archive me" });
    await using board = await show("/");
    await rowOf(board, "Archive me").getByRole("link").first().focus();
    const { press, keys } = counted(board);
    await press("e");
    await service.waitFor(id, ({ status }) => status === "archived");
    await press("z");
    await service.waitFor(id, atRest);
    await rowOf(board, "Archive me").waitFor();
    expect(keys()).toBe(2);
  });

  it("a session is found by what was said in it, from any page: 2 and the words", async () => {
    const { id } = await restedSession(service, "#script say The marmalade is ready.", {
      title: "Breakfast",
    });
    await restedSession(service, "#script say Nothing of note.", { title: "Lunch" });
    await using board = await show("/costs");
    const { page } = board;
    await page.getByRole("heading", { name: "Costs", level: 1 }).waitFor();
    const { press, keys } = counted(board);
    await press("ControlOrMeta+k");
    await page.keyboard.type("marmalade is");
    const found = page.getByRole("option", { name: /Breakfast/, selected: true });
    await found.waitFor();
    expect(await page.getByRole("option", { name: /Lunch/ }).count()).toBe(0);
    await board.picture("palette-said");
    await press("Enter");
    await expect.poll(() => new URL(page.url()).pathname, soon).toBe(`/sessions/${id}`);
    expect(keys()).toBe(2);
  });

  it("the agent is asked to merge a green pull request: 2", async () => {
    const { id } = await restedSession(service, "#script say Opened it.", { title: "Merge me" });
    using data = openServiceDatabase(service);
    const { lastInsertRowid: request } = data.sql
      .prepare(
        "INSERT INTO pull_requests (url, owner, repo, number, title, state, is_draft, ci, polled_at, created_at) VALUES ('https://github.com/acme/site/pull/8', 'acme', 'site', 8, 'Greet', 'open', 0, 'pass', 1, 1)",
      )
      .run();
    data.sql
      .prepare(
        "INSERT INTO session_pull_requests (session_id, pull_request_id, evidence, followed, first_seen_at) VALUES (?, ?, 'created', 1, 1)",
      )
      .run(id, request);
    await using board = await show(`/sessions/${id}`);
    const { page } = board;
    await page.getByRole("button", { name: "Ask the agent to merge it" }).first().waitFor();
    const { press, keys } = counted(board);
    await press("m");
    await page.getByRole("alertdialog", { name: "Ask the agent to merge acme/site#8?" }).waitFor();
    await press("Enter");
    await page.getByText("The session has been asked to merge").waitFor();
    expect(keys()).toBe(2);
  });
});
