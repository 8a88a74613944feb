import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takesKey } from "../../server/http/idempotency.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import { type Answer, type Session, startTestService } from "../support/service.ts";
import { clonedSession, heldSession, sessionOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const send = <T = Record<string, unknown>>(
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> => service.call<T>(method, path, body, { headers: { "idempotency-key": key } });

const replayed = ({ headers }: Answer<unknown>): string | null => headers.get("idempotent-replayed");

async function queued(id: number): Promise<string[]> {
  const path = `/sessions/${id}/enqueued_messages`;
  const { body } = await service.call<{ enqueued_messages: { content: string }[] }>("GET", path);
  return body.enqueued_messages.map(({ content }) => content);
}

describe("the Idempotency-Key header", () => {
  test("is read for every write, before anything else", async () => {
    const writes = allOperations.filter(takesKey);
    expect(writes.length).toBeGreaterThan(80);
    for (const operation of writes) {
      const { status, body } = await service.board.call(
        operation.method.toUpperCase(),
        pathOf(operation),
        undefined,
        { headers: { "idempotency-key": "with a space" } },
      );
      // Some operations are closed to the board as well.
      const onBoard = operation.callers.some((caller) =>
        ["api", "native", "human", "board"].includes(caller),
      );
      if (onBoard) expect([operation.id, status, body["error"]]).toEqual([operation.id, 400, "Bad Request"]);
    }
  });

  test("gives a follow-up once, and repeats its answer", async () => {
    const { session, release } = await heldSession(service);
    const path = `/sessions/${session.id}/follow_up`;
    const first = await send("follow-1", "POST", path, { prompt: "#script say Once." });
    const again = await send('"follow-1"', "POST", path, { prompt: "#script say Once." });
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    expect([replayed(first), replayed(again)]).toEqual([null, "true"]);
    expect(await queued(session.id)).toHaveLength(1);

    const other = await send("follow-1", "POST", path, { prompt: "Something else" });
    expect(other).toMatchObject({ status: 422, body: { error: "Idempotency key reused" } });
    expect(await queued(session.id)).toHaveLength(1);
    await release();
  });

  proves("R35")("creates one session for requests that arrive together", async () => {
    const git_root = await service.repository();
    const body = { git_root, title: "Together" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send<{ session: Session }>("create-1", "POST", "/sessions", body)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.session.id)).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
  });

  test("repeats an answer without a body, and runs a refused request again", async () => {
    const { id } = await clonedSession(service);
    const refused = await send("gone-1", "POST", `/sessions/${id}/unarchive`);
    expect(refused.status).toBe(422);
    await service.call("POST", `/sessions/${id}/archive`);
    expect((await send("gone-1", "POST", `/sessions/${id}/unarchive`)).status).toBe(200);
    for (const expected of [null, "true"]) {
      const answer = await send("gone-2", "DELETE", `/sessions/${id}`);
      expect([answer.status, replayed(answer)]).toEqual([204, expected]);
    }
  });

  test("belongs to its caller", async () => {
    const { id } = await clonedSession(service);
    const headers = { "idempotency-key": "shared" };
    const toggle = `/sessions/${id}/toggle_favorite`;
    await service.call("POST", toggle, undefined, { headers });
    await service.board.call("POST", toggle, undefined, { headers });
    expect((await sessionOf(service, id)).favorited).toBe(false);
    await service.call("POST", toggle, undefined, { headers });
    expect((await sessionOf(service, id)).favorited).toBe(false);
  });

  test("never stores an answer with a secret", async () => {
    const ask = () =>
      service.board.call<{ token: string }>(
        "POST",
        "/api_keys",
        { name: "Once", grant: "api" },
        { headers: { "idempotency-key": "mint-1" } },
      );
    const first = await ask();
    expect(first.status).toBe(201);
    const again = await ask();
    expect(again).toMatchObject({ status: 409, body: { error: "Already carried out", carried_out: true } });
    expect(JSON.stringify(again.body)).not.toContain(first.body.token);
  });
});

test("a key is remembered across a restart of the service", async () => {
  const { folder, ...before } = await startTestService();
  const git_root = await before.repository();
  const headers = { "idempotency-key": "kept" };
  const body = { git_root, title: "Kept" };
  const first = await before.call<{ session: Session }>("POST", "/sessions", body, { headers });
  await before.service.close();
  await using after = await startTestService({ folder });
  const again = await after.call<{ session: Session }>("POST", "/sessions", body, { headers });
  expect(again.body).toEqual(first.body);
  const { body: list } = await after.call<{ sessions: Session[] }>("GET", "/sessions");
  expect(list.sessions).toHaveLength(1);
  await before.model.close();
});

describe("a tool that writes", () => {
  test("takes idempotency_key, and gives a follow-up once", async () => {
    const { session, release } = await heldSession(service);
    await using agent = await openMcpClient(service);
    const call = {
      session_id: session.id,
      action: "follow_up",
      prompt: "#script say Told.",
      idempotency_key: "t",
    };
    const first = await agent.says("action_session", call);
    expect(await agent.says("action_session", call)).toEqual(first);
    expect(await queued(session.id)).toHaveLength(1);
    expect(await agent.refuses("action_session", { ...call, prompt: "Else" })).toContain("idempotency key");
    expect(await agent.refuses("action_session", { ...call, idempotency_key: "" })).toContain(
      "idempotency_key",
    );
    await release();
  });

  test("lists the argument, unless it only reads", async () => {
    await using agent = await openMcpClient(service, {
      query: "?tool_groups=sessions,triggers,external_apps",
    });
    const { tools } = await agent.client.listTools();
    const listed = tools.filter(({ inputSchema }) => "idempotency_key" in (inputSchema.properties ?? {}));
    expect(listed.map(({ name }) => name).sort()).toEqual(
      tools
        .filter(({ annotations }) => annotations?.readOnlyHint !== true)
        .map(({ name }) => name)
        .sort(),
    );
  });
});
