import { type AgentQuestion, type AgentReply, questionParts } from "../agent-question.ts";
import type { Json } from "../json.ts";
import type { AgentListener } from "../runtime.ts";
import { type AskedTool, denial, permission } from "./protocol.ts";
import { text as words } from "./text.ts";

export const askingTool = "AskUserQuestion";

/** The questions of the CLI's tool, which identifies them by their text. */
function questionOf({ name, input }: AskedTool): AgentQuestion | null {
  if (name !== askingTool) return null;
  const parts = questionParts(input, "question");
  return parts.length === 0 ? null : { tool: name, parts };
}

/** What to send the CLI about a tool that it asks about; questions wait for their answer. */
export async function answerTool(
  { requestId, tool }: { requestId: string; tool: AskedTool },
  ask: AgentListener["onQuestion"],
): Promise<object> {
  const question = questionOf(tool);
  const reply: AgentReply =
    question === null || !ask ? { kind: "declined", reason: words.nobodyToAnswer } : await ask(question);
  return reply.kind === "declined"
    ? denial(requestId, reply.reason)
    : permission(requestId, { ...tool.input, answers: answersOf(reply.answers) });
}

function answersOf(answers: ReadonlyMap<string, readonly string[]>): Json {
  return Object.fromEntries([...answers].map(([id, chosen]) => [id, chosen.join(", ")]));
}
