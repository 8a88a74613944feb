/** @module-tag real-cli */

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Elicitation, ElicitationOutcome } from "../../server/domains/sessions/elicitations/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { questionsPath } from "../support/questions.ts";
import { atRest, type Session } from "../support/service.ts";
import { createSession, transcriptOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { proves } from "./proves.ts";

const askerServer = join(import.meta.dirname, "../support/mcp-asker/stdio.ts");

/** Long enough for a real CLI on a busy machine. */
const longMs = 60_000;
vi.setConfig({ testTimeout: 2 * longMs });

let catalog: TestFolder;
let service: BoardService;

beforeAll(async () => {
  catalog = await makeTestFolder();
  const asker = {
    type: "stdio",
    title: "Asker",
    description: "Asks.",
    command: process.execPath,
    args: [askerServer],
  };
  await writeFile(catalog.at("air.json"), JSON.stringify({ name: "asking", mcp: ["./mcp.json"] }));
  await writeFile(catalog.at("mcp.json"), JSON.stringify({ asker }));
  service = await startBoardService({ environment: { SERVICE_CATALOG: catalog.at("air.json") } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await catalog[Symbol.asyncDispose]();
});

const pathFor = (sessionId: number): string => questionsPath(service, sessionId);

const ask = (path: string, body: unknown) => service.call("POST", path, body, { key: null });
const poll = (path: string, requestId: string) =>
  service.call<ElicitationOutcome>("GET", `${path}/${requestId}`, undefined, { key: null });
const openOf = async (id: number): Promise<Elicitation[]> =>
  (await service.call<{ elicitations: Elicitation[] }>("GET", `/sessions/${id}/elicitations`)).body
    .elicitations;
const respond = (reference: number | string, body: unknown) =>
  service.board.call<ElicitationOutcome>("PATCH", `/elicitations/${reference}/respond`, body);

const question = (requestId: string, more: Record<string, unknown> = {}) => ({
  mode: "form",
  message: "Which colour?",
  requestedSchema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
  _meta: { "com.pulsemcp/request-id": requestId, "com.pulsemcp/tool-name": "paint" },
  ...more,
});

/** A session that is blocked because its agent runs a tool that asks. */
async function askingSession(agent_runtime = "pi"): Promise<{ id: number; open: Elicitation }> {
  const prompt = '#script mcp server=asker tool=ask args={"message":"Which colour?"}\n#script say Painted.';
  const { id } = await createSession(service, { agent_runtime, prompt, mcp_servers: ["asker"] });
  await service.waitFor(id, ({ status }) => status === "needs_input", longMs);
  const [open] = await openOf(id);
  if (!open) throw new Error("Nothing is asked");
  return { id, open };
}

describe("a tool that asks the person", () => {
  proves(
    "E54",
    "E143",
    "E144",
    "E145",
    "X9",
  )("blocks its session until it is answered, and the agent continues with the answer", async () => {
    const { id, open } = await askingSession();
    expect(open).toMatchObject({ message: "Which colour?", session_id: id, status: "pending" });
    expect(Date.parse(open.expires_at)).toBeGreaterThan(Date.now() + 50 * 60_000);

    const followUp = await service.call("POST", `/sessions/${id}/follow_up`, {
      prompt: "#script say Later.",
    });
    expect(followUp.status).toBe(202);
    const byKey = await service.call("PATCH", `/elicitations/${open.request_id}/respond`, {
      action_type: "accept",
    });
    expect(byKey.status).toBe(403);

    const unfit = await respond(open.request_id, {
      action_type: "accept",
      content: { colour: "blue", often: 0 },
    });
    expect(unfit).toMatchObject({
      status: 422,
      body: { messages: ["colour must be one of red, green", "often must be at least 1"] },
    });
    const answered = await respond(open.request_id, { action_type: "accept", content: { colour: "red" } });
    expect(answered).toMatchObject({ status: 200, body: { action: "accept", content: { colour: "red" } } });
    expect(await openOf(id)).toEqual([]);

    const rested = await service.waitFor(id, atRest, longMs);
    expect(rested).toMatchObject({ status: "needs_input", running_job_id: null });
    const transcript = await transcriptOf(service, id);
    expect(transcript).toContain('accept {"colour":"red"}');
    expect(transcript.indexOf("Painted.")).toBeLessThan(transcript.indexOf("Later."));
  });

  proves("E143")("accepts one answer only, which can be a refusal", async () => {
    const { id, open } = await askingSession();
    expect((await respond(open.id, { action_type: "perhaps" })).status).toBe(422);
    expect(await respond(open.id, { action_type: "decline", content: { colour: "red" } })).toMatchObject({
      status: 200,
      body: {
        action: "decline",
        content: null,
        _meta: {
          "com.pulsemcp/request-id": open.request_id,
          "com.pulsemcp/responded-at": expect.stringMatching(/Z$/),
        },
      },
    });
    expect(await respond(open.id, { action_type: "accept", content: { colour: "red" } })).toMatchObject({
      status: 422,
      body: { error: "Already resolved" },
    });
    await service.waitFor(id, atRest, longMs);
    expect(await transcriptOf(service, id)).toContain("decline null");
  });

  proves("E145", "E14")("is canceled when its session is paused", async () => {
    const { id, open } = await askingSession();
    const paused = await service.call<{ session: Session }>("POST", `/sessions/${id}/pause`);
    expect(paused).toMatchObject({
      status: 200,
      body: { session: { status: "needs_input", running_job_id: null } },
    });
    expect((await poll(pathFor(id), open.request_id)).body.action).toBe("cancel");
    expect(await openOf(id)).toEqual([]);
  });
});

describe.each(["claude", "codex"])("the same tool run by %s", (name) => {
  const cli = join(import.meta.dirname, "../clis/node_modules/.bin", name);

  it("finds where to ask, and its answer reaches the agent", async (context) => {
    if (!existsSync(cli)) return context.skip(`${name} is not installed in test/clis`);
    const { id, open } = await askingSession(name === "claude" ? "claude_code" : name);
    await respond(open.request_id, { action_type: "accept", content: { colour: "green" } });
    await service.waitFor(id, atRest, longMs);
    const transcript = await transcriptOf(service, id);
    expect(transcript).toContain("Painted.");
    expect(transcript).toMatch(/accept \{\\*"colour\\*":\\*"green/);
  });
});

describe("the endpoints for asking", () => {
  proves(
    "E144",
    "E145",
    "R132",
  )("work with the session's own token, and their responses are not cached", async () => {
    const { id } = await createSession(service);
    const path = pathFor(id);
    const asked = await ask(path, question("r-1"));
    expect(asked).toMatchObject({
      status: 201,
      body: {
        requestId: "r-1",
        action: "pending",
        _meta: {
          "com.pulsemcp/request-id": "r-1",
          "com.pulsemcp/poll-url": `${service.url}${path}/r-1`,
        },
      },
    });
    const polled = await poll(path, "r-1");
    expect(polled.body).toEqual({
      action: "pending",
      content: null,
      _meta: { "com.pulsemcp/request-id": "r-1" },
    });
    for (const { headers } of [asked, polled]) expect(headers.get("cache-control")).toBe("no-store");
    expect(await openOf(id)).toMatchObject([{ request_id: "r-1", tool_name: "paint" }]);
  });

  proves(
    "E144",
    "E145",
    "R132",
  )("return 404 for any other token and for another session's question", async () => {
    const { id } = await createSession(service);
    const other = await createSession(service);
    const [path, otherPath] = [pathFor(id), pathFor(other.id)];
    await ask(path, question("r-2"));
    expect((await poll(otherPath, "r-2")).status).toBe(404);
    expect((await poll(path, "r-none")).status).toBe(404);
    const wrong = [
      path.slice(0, -1),
      `${path.slice(0, -1)}${path.endsWith("0") ? "1" : "0"}`,
      path.replace(`_${id}_`, `_${other.id}_`),
      path.replace(`_${id}_`, "_987654_"),
      "/api/v1/elicitations/session/x",
    ];
    for (const token of wrong) {
      expect((await ask(token, question("r-3"))).status, token).toBe(404);
      expect((await poll(token, "r-2")).status, token).toBe(404);
    }
  });

  proves(
    "E143",
    "E144",
    "R210",
  )("notify the person about each question until it is answered", async () => {
    const { id } = await createSession(service);
    const path = pathFor(id);
    const pending = async () =>
      (await service.call<{ pending_count: number }>("GET", "/notifications/badge")).body.pending_count;
    const before = await pending();
    await ask(path, question("r-8"));
    await ask(path, question("r-9"));
    expect(await pending()).toBe(before + 2);
    await respond("r-8", { action_type: "decline" });
    expect(await pending()).toBe(before + 1);
    const { body } = await service.call<{ notifications: { session_id: number; message: string }[] }>(
      "GET",
      "/notifications?status=unread",
    );
    expect(body.notifications.filter(({ session_id }) => session_id === id)).toHaveLength(1);
    await respond("r-9", { action_type: "accept", content: { colour: "red" } });
    expect(await pending()).toBe(before);
  });

  proves("E144")("refuse incomplete questions and request ids that are used otherwise", async () => {
    const { id } = await createSession(service);
    const path = pathFor(id);
    for (const body of [
      question("", {}),
      question("r-4", { message: " " }),
      question("r-4", { _meta: {} }),
      {},
    ])
      expect(await ask(path, body)).toMatchObject({ status: 422, body: { error: "Missing parameter" } });
    const nested = { type: "object", properties: { where: { type: "object", properties: {} } } };
    expect((await ask(path, question("r-4", { requestedSchema: nested }))).status).toBe(422);
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const meta = `{"com.pulsemcp/request-id":"r-4","com.pulsemcp/context":${deep}}`;
    expect((await ask(path, `{"message":"Deep?","_meta":${meta}}`)).status).toBe(422);

    const first = await ask(path, question("r-4"));
    expect(await ask(path, question("r-4"))).toMatchObject({ status: 201, body: first.body });
    const id4 = { "com.pulsemcp/request-id": "r-4" };
    for (const changed of [
      { message: "Which size?" },
      { message: `${question("r-4").message} ` },
      { requestedSchema: { type: "object", properties: { size: { type: "integer" } } } },
      { _meta: { ...question("r-4")._meta, "com.pulsemcp/tool-name": "measure" } },
      { _meta: { ...question("r-4")._meta, "com.pulsemcp/context": { page: 2 } } },
      { _meta: { ...question("r-4")._meta, "com.pulsemcp/expires-at": "2030-01-01T00:00:00Z" } },
      { _meta: id4 },
    ])
      expect(await ask(path, question("r-4", changed))).toMatchObject({
        status: 422,
        body: { error: "Duplicate request" },
      });
    expect(await openOf(id)).toHaveLength(1);
    const other = await createSession(service);
    expect((await ask(pathFor(other.id), question("r-4"))).status).toBe(422);
    expect((await respond("r-none", { action_type: "decline" })).status).toBe(404);
  });

  proves("E143", "E144")(
    "never give out the answer to another session's question by its number",
    async () => {
      const [mine, theirs] = [await createSession(service), await createSession(service)];
      await ask(pathFor(mine.id), question("r-6"));
      const [open] = await openOf(mine.id);
      const stolen = String(open?.id);
      expect(await ask(pathFor(theirs.id), question(stolen))).toMatchObject({
        status: 422,
        body: { error: "Invalid request id" },
      });
      // As stored before such ids were refused.
      using data = openServiceDatabase(service);
      await ask(pathFor(theirs.id), question("r-7"));
      data.sql.prepare("UPDATE elicitations SET request_id = ? WHERE request_id = 'r-7'").run(stolen);
      expect((await respond(stolen, { action_type: "decline" })).status).toBe(200);
      expect([await openOf(mine.id), await openOf(theirs.id)]).toMatchObject([[], [{ request_id: stolen }]]);
    },
  );

  proves("E144", "E54")("remove secrets from a question", async () => {
    const { id } = await createSession(service);
    const path = pathFor(id);
    const token = path.split("/").at(-1) ?? "";
    await ask(path, question("r-5", { message: `Use ${token}?` }));
    const [open] = await openOf(id);
    expect(open?.message).toMatch(/^Use \[REDACTED:.*\]\?$/);
  });
});
