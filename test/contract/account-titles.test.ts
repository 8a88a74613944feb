/** @module-tag real-cli */

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { restedSession } from "../support/sessions.ts";

const title = "Greeting for named visitors";
let service: BoardService;

beforeAll(async () => {
  service = await startBoardService({
    environment: { SERVICE_SMALL_MODEL: "" },
    scenarios: [{ matches: /^Name this session/, script: `#script say ${title}` }],
  });
});
afterAll(() => service[Symbol.asyncDispose]());

test.each(["claude_code", "codex"])(
  "the title of a session of %s is written on the account that serves, not on the machine's key",
  async (agent_runtime) => {
    const body = {
      runtime: agent_runtime,
      email: "ada@example.org",
      api_key: `sk-account-of-${agent_runtime}`,
    };
    expect((await service.board.call("POST", "/inference/accounts", body)).status).toBe(201);
    const { id } = await restedSession(service, "#script say Done.", { agent_runtime });
    await service.waitFor(id, (session) => session.title === title, 60_000);
    const { headers } =
      service.model
        .requests()
        .findLast(({ prompts }) => prompts.some((one) => one.startsWith("Name this session"))) ?? {};
    expect(String(headers?.["x-api-key"] ?? headers?.["authorization"])).toContain(body.api_key);
  },
  150_000,
);
