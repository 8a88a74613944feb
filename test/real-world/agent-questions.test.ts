/** @module-tag real-cli */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Elicitation } from "../../server/domains/sessions/elicitations/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { createSession, isDecided, sessionOf, transcriptOf } from "../support/sessions.ts";

const longMs = 120_000;

let service: BoardService;
beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const options = [
  { label: "Red", description: "like a heron's eye" },
  { label: "Blue", description: "like its wing" },
];
const question = { header: "Color", question: "Which color do you want?", options };

/** The CLIs that have a tool to ask with, and the call with which their agents ask. */
const asking = [
  { agent_runtime: "claude_code", tool: "AskUserQuestion", questions: [{ ...question, multiSelect: false }] },
  { agent_runtime: "codex", tool: "request_user_input", questions: [{ ...question, id: "color" }] },
] as const;

const open = async (id: number): Promise<Elicitation[]> =>
  (await service.call<{ elicitations: Elicitation[] }>("GET", `/sessions/${id}/elicitations`)).body
    .elicitations;

/** A session whose agent waits for the answer to its question. */
async function asked({ agent_runtime, tool, questions }: (typeof asking)[number]) {
  const prompt = `#script tool name=${tool} args=${JSON.stringify({ questions })}\n#script say Painted.`;
  const { id } = await createSession(service, { agent_runtime, prompt });
  await expect.poll(() => open(id), { timeout: 60_000 }).toHaveLength(1);
  const [shown] = await open(id);
  return { id, shown };
}

const respond = (id: number | undefined, body: object) =>
  service.board.call("PATCH", `/elicitations/${id}/respond`, body);

const seenByModel = () => JSON.stringify(service.model.requests().at(-1)?.body);

describe.each(asking)("a question by $tool of $agent_runtime", { timeout: longMs }, (of) => {
  it("is shown as a question, and its answer goes back in the same turn", async () => {
    const { id, shown } = await asked(of);
    expect(shown).toMatchObject({
      message: question.question,
      tool_name: of.tool,
      requested_schema: {
        properties: {
          answer_1: {
            title: "Color",
            oneOf: [
              { const: "1", title: "Red: like a heron's eye" },
              { const: "2", title: "Blue: like its wing" },
            ],
          },
        },
      },
    });
    expect((await sessionOf(service, id)).status).toBe("needs_input");
    const content = { answer_1: "2" };
    expect((await respond(shown?.id, { action_type: "accept", content })).status).toBe(200);
    await service.waitFor(id, isDecided, longMs);
    expect(await open(id)).toEqual([]);
    expect(seenByModel()).toMatch(/Which color do you want\?.*Blue/);
    expect(await transcriptOf(service, id)).toContain("Painted.");
  });

  it("takes own words", async () => {
    const { id, shown } = await asked(of);
    await respond(shown?.id, { action_type: "accept", content: { other_1: "Heron gray" } });
    await service.waitFor(id, isDecided, longMs);
    expect(seenByModel()).toContain("Heron gray");
  });

  it("that is declined says so to the agent, which goes on", async () => {
    const { id, shown } = await asked(of);
    await respond(shown?.id, { action_type: "decline" });
    await service.waitFor(id, isDecided, longMs);
    expect(seenByModel()).toContain("The person declined to answer.");
    expect(await transcriptOf(service, id)).toContain("Painted.");
  });

  it("is over when its turn is stopped", async () => {
    const { id } = await asked(of);
    expect((await service.call("POST", `/sessions/${id}/pause`)).status).toBe(200);
    expect(await open(id)).toEqual([]);
  });
});

it("pi has no such tool, and its agents are told to end their turn with a question", async () => {
  const { id } = await createSession(service, { agent_runtime: "pi", prompt: "#script say Done." });
  await service.waitFor(id, isDecided, longMs);
  expect(seenByModel()).toContain("without one, end your turn with the question");
  expect(seenByModel()).not.toMatch(/AskUserQuestion|request_user_input/);
});
