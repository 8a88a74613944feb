import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentLimits } from "../../server/domains/sessions/agent-limits/index.ts";
import type { SessionLog } from "../../server/domains/sessions/logs/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { questionsPath } from "../support/questions.ts";
import { openSelfClient } from "../support/self-client.ts";
import { createSession } from "../support/sessions.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The lines in the session's log that say what was refused. */
async function refusalsOf(id: number): Promise<string[]> {
  const { body } = await service.call<{ logs: SessionLog[] }>("GET", `/sessions/${id}/logs?per_page=100`);
  return body.logs.map(({ content }) => content).filter((line) => line.includes("More are refused"));
}

function pushesAbout(id: number): unknown {
  using data = openServiceDatabase(service);
  const count = "SELECT COUNT(*) FROM notifications WHERE session_id = ? AND notification_type = 'push'";
  return data.sql.prepare(count).pluck().get(id);
}

const many = Array.from({ length: 300 }, (_, at) => at);

describe("an agent that tries to be heard without end", () => {
  test("sends its owner a few notifications an hour, whichever way it sends them", async () => {
    const { id } = await createSession(service);
    await using agent = await openSelfClient(service, id);
    const answers: { text: string; isError: boolean }[] = [];
    for (const at of many)
      answers.push(await agent.call("send_push_notification", { message: `Look, ${at}` }));
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(agentLimits.notification);
    expect(answers.at(-1)?.text).toMatch(
      /Too Many Requests.*sent this many notifications within an hour: 20.*again in (59|60) minutes/,
    );
    await using other = await openMcpClient(service, { query: "?tool_groups=notifications" });
    const message = { session_id: id, message: "By another way" };
    expect(await other.refuses("send_push_notification", message)).toContain("Too Many Requests");
    const pushed = await service.call("POST", "/notifications/push", message);
    expect([pushed.status, Number(pushed.body["retry_after"]) > 3_000]).toEqual([429, true]);
    expect(pushesAbout(id)).toBe(agentLimits.notification);
    expect(await refusalsOf(id)).toHaveLength(1);
    const { id: another } = await createSession(service);
    expect(
      (await service.call("POST", "/notifications/push", { ...message, session_id: another })).status,
    ).toBe(200);
    expect((await service.board.call("POST", "/notifications/push", message)).status).toBe(200);
  }, 60_000);

  test("asks a limited number of questions an hour, and asking again for the answer of one is free", async () => {
    const { id } = await createSession(service);
    const path = questionsPath(service, id);
    const ask = (request: string) =>
      service.call(
        "POST",
        path,
        {
          mode: "form",
          message: "May I?",
          requestedSchema: { type: "object", properties: { go: { type: "boolean" } } },
          _meta: { "com.pulsemcp/request-id": request },
        },
        { key: null },
      );
    const statuses: number[] = [];
    for (const at of many.slice(0, 100)) statuses.push((await ask(`q-${id}-${at}`)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(agentLimits.question);
    expect(new Set(statuses.slice(agentLimits.question))).toEqual(new Set([429]));
    expect((await ask(`q-${id}-0`)).status).toBe(201);
    expect(await refusalsOf(id)).toHaveLength(1);
  }, 60_000);

  test("changes its title and notes, and sets wakes, up to a limit each", async () => {
    const { id } = await createSession(service);
    await using agent = await openSelfClient(service, id);
    const count = async (tool: string, input: (at: number) => Record<string, unknown>, times: number) => {
      let refused = 0;
      for (let at = 0; at < times; at += 1)
        if ((await agent.call(tool, input(at))).text.includes("Too Many Requests")) refused += 1;
      return refused;
    };
    const titles = (at: number) => ({ action: "update_title", title: `Title ${at}` });
    expect(await count("action_session", titles, agentLimits.description + 5)).toBe(5);
    const wakes = () => ({ wake_at: "2999-01-01T00:00", timezone: "UTC", prompt: "Go on" });
    expect(await count("wake_me_up_later", wakes, agentLimits.wake + 5)).toBe(5);
    const reads = () => ({ id });
    expect(await count("get_session", reads, 10)).toBe(0);
    expect(await refusalsOf(id)).toHaveLength(2);
  }, 60_000);

  test("starts a limited number of sessions and changes a limited number of triggers through a server that names it", async () => {
    const { id } = await createSession(service);
    await using agent = await openMcpClient(service, {
      query: `?tool_groups=sessions,triggers&session_id=${id}`,
    });
    // Refused for what it says or done: either counts.
    const attempt = async (tool: string, input: Record<string, unknown>) =>
      JSON.stringify(await agent.client.callTool({ name: tool, arguments: input }));
    const refusals = async (tool: string, input: Record<string, unknown>, times: number) => {
      let refused = 0;
      for (let at = 0; at < times; at += 1)
        if ((await attempt(tool, input)).includes("Too Many Requests")) refused += 1;
      return refused;
    };
    const session = { agent_root: "none of these", prompt: "Work" };
    expect(await refusals("start_session", session, agentLimits.session + 3)).toBe(3);
    expect(await refusals("action_trigger", { action: "delete", id: 999_999 }, agentLimits.trigger + 3)).toBe(
      3,
    );
  }, 60_000);
});
