/** @module-tag real-cli */

import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";
import { isDecided, restedSession, transcriptOf } from "../support/sessions.ts";

const longMs = 90_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The second differs so much from the first that Codex compacts the conversation for it. */
const pairs = [
  { agent_runtime: "claude_code", models: ["claude-sonnet-5-5", "claude-opus-5-5"] },
  { agent_runtime: "codex", models: ["gpt-6.1-sol", "gpt-5.5"] },
  { agent_runtime: "pi", models: ["anthropic/claude-sonnet-4.6", "openai/gpt-5.2"] },
] as const;

const newestRequest = () => {
  const { body, prompts } = service.model.requests().at(-1) ?? { body: null, prompts: [] };
  return { model: (body as { model?: string } | null)?.model, text: prompts.join("\n") };
};

it.each(pairs)(
  "$agent_runtime goes on with its conversation under another model, there and back",
  { timeout: longMs },
  async ({ agent_runtime, models: [first, second] }) => {
    const { id } = await restedSession(service, "#script say The word is heron.", {
      agent_runtime,
      config: { model: first },
    });
    for (const [model, words] of [
      [second, "Second model here."],
      [first, "First model again."],
    ] as const) {
      const path = `/sessions/${id}`;
      expect((await service.call("PATCH", `${path}/model`, { model })).status).toBe(200);
      const sent = await service.call("POST", `${path}/follow_up`, { prompt: `#script say ${words}` });
      expect(sent.status).toBe(200);
      const session = await service.waitFor(
        id,
        (now) =>
          isDecided(now) && service.model.requests().some(({ prompts }) => prompts.join().includes(words)),
        longMs,
      );
      expect(session).toMatchObject({ status: "needs_input", failure_detail: null });
      expect(await transcriptOf(service, id)).toContain(words);
      const request = newestRequest();
      expect(request.model).toContain(model.replace(/^.*\//, ""));
      expect(request.text).toMatch(/heron|Scripted summary of the conversation/);
    }
  },
);
