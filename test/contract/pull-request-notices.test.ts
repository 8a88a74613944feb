import { afterAll, beforeAll, expect, it } from "vitest";
import type { SessionNotices } from "../../server/domains/review/pull-requests/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, triggerCalls, writeOrchard } from "../support/triggers.ts";

let service: BoardService;
let folder: TestFolder;
let session: number;

beforeAll(async () => {
  folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder);
  service = await startBoardService({ environment: { SERVICE_CATALOG: folder.at("air.json") } });
  const { made, invoke } = triggerCalls(() => service);
  session = (await invoke((await made()).id)).body.session?.id ?? 0;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const all = { merged: true, conflicts: true, checks: true, comments: true };
const nothing = { merged: null, conflicts: null, checks: null, comments: null };
const path = (id: number | string) => `/sessions/${id}/pull_request_notices`;

it("each kind is on until somebody switches it off, by default or for one session", async () => {
  expect((await service.call<SessionNotices>("GET", path(session))).body).toEqual({
    chosen: nothing,
    effective: all,
  });
  const defaults = await service.board.call("PUT", "/pull_request_notices", { ...all, comments: false });
  expect(defaults).toMatchObject({ status: 200, body: { notices: { comments: false, checks: true } } });
  expect((await service.board.call("GET", "/pull_request_notices")).body).toEqual({
    notices: { ...all, comments: false },
  });
  const changed = await service.call<SessionNotices>("PATCH", path(session), {
    checks: false,
    comments: true,
  });
  expect(changed.body).toEqual({
    chosen: { ...nothing, checks: false, comments: true },
    effective: { ...all, checks: false },
  });
  const cleared = await service.call<SessionNotices>("PATCH", path(session), { comments: null });
  expect(cleared.body.effective).toEqual({ ...all, checks: false, comments: false });
});

it("what is no switch, or of no session, is refused, and nothing changes", async () => {
  const before = (await service.call("GET", path(session))).body;
  for (const body of [{ checks: "off" }, { merged: 1 }])
    expect((await service.call("PATCH", path(session), body)).status, JSON.stringify(body)).toBe(422);
  expect((await service.board.call("PUT", "/pull_request_notices", { checks: true })).status).toBe(422);
  expect((await service.call("PATCH", path(987_654), { checks: true })).status).toBe(404);
  expect((await service.call("GET", path(session))).body).toEqual(before);
});

it("are switched by a tool of the group settings", async () => {
  await using mcp = await openMcpClient(service, { query: "?tool_groups=settings" });
  const switched = await mcp.says("action_pull_request_notices", {
    session_id: session,
    merged: "off",
    checks: "default",
  });
  expect(switched.text).toContain("- **Merged:** off");
  expect(switched.text).toContain("- **Failed checks:** on");
  const { body } = await service.call<SessionNotices>("GET", path(session));
  expect(body.chosen).toMatchObject({ merged: false, checks: null });
});
