import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ownerSocketPath } from "../../server/lib/owner-socket.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { asOtherUser, whyNoOtherUser } from "../support/other-user.ts";
import { newPageKey, offerOf } from "../support/page-signer.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
  // The test's folder is private as well; the data folder has to hold on its own.
  await chmod(service.folder, 0o755);
});
afterAll(() => service[Symbol.asyncDispose]());

const fetches = `
const [url, headers = "{}"] = process.argv.slice(1);
const answer = await fetch(url, { redirect: "manual", headers: JSON.parse(headers) });
console.log(JSON.stringify([answer.status, answer.headers.getSetCookie().length, await answer.text()]));`;

async function get(path: string, headers: Record<string, string> = {}): Promise<[number, number, string]> {
  const printed = await asOtherUser(fetches, service.url + path, JSON.stringify(headers));
  return JSON.parse(printed) as [number, number, string];
}

test("a browser that follows a launch link gets a cookie that scripts and other sites cannot use", async () => {
  const code = new URL(service.service.launchLink()).hash.replace("#code=", "");
  const response = await fetch(`${service.url}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, ...offerOf(newPageKey(), new URL(service.url).host, code) }),
  });
  const [cookie] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^signalbox_[\w-]+_browser=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

describe("another user of this machine", () => {
  beforeEach(async ({ skip }) => {
    const reason = await whyNoOtherUser();
    if (reason !== null) skip(reason);
  });

  test("gets the sign-in page and no cookie, whatever page is asked for", async () => {
    for (const path of ["/", "/sessions/1", "/settings/keys"]) {
      const [status, cookies, text] = await get(path, { accept: "text/html" });
      expect([path, status, cookies]).toEqual([path, 303, 0]);
      expect(text).not.toContain("last-event-id");
    }
    const [status, cookies, page] = await get("/sign-in", { accept: "text/html" });
    expect([status, cookies]).toEqual([200, 0]);
    expect(page).toContain("Sign in to this board");
    expect((await get("/assets/app.js"))[0]).toBe(404);
  });

  test("gets nothing from the board's API, and no consent page", async () => {
    for (const path of ["/ui/v1/sessions", "/ui/v1/events", "/ui/v1/browser_sign_ins", "/api/v1/sessions"])
      expect((await get(path))[0], path).toBe(401);
    const [, , page] = await get("/oauth/authorize?client_id=x&response_type=code", { accept: "text/html" });
    expect(page).not.toContain("<form");
  });

  test("cannot read the data folder or ask the owner's socket for a link", async () => {
    const tries = `
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
const [folder, database, socket] = process.argv.slice(1);
const reason = (error) => error.code;
const connected = new Promise((resolve) => connect(socket).on("connect", () => resolve("connected")).on("error", (error) => resolve(error.code)));
console.log(JSON.stringify(await Promise.all([readdir(folder).catch(reason), readFile(database).catch(reason), connected])));`;
    const data = join(service.folder, "data");
    const printed = await asOtherUser(tries, data, join(data, "signalbox.db"), ownerSocketPath(data));
    expect(JSON.parse(printed)).toEqual(["EACCES", "EACCES", "EACCES"]);
  });
});
