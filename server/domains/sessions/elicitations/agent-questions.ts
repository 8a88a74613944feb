import { randomUUID } from "node:crypto";
import { Refusal } from "../../../lib/errors.ts";
import type { AgentQuestion, AgentReply, QuestionPart } from "../../../runtimes/agent-question.ts";
import type { SessionRow } from "../sessions/index.ts";
import { type FormContent, newElicitation, type RequestedSchema } from "./model.ts";
import type { ElicitationDeps } from "./ports.ts";
import type { ElicitationRow } from "./store.ts";
import { text } from "./text.ts";
import { type Question, readQuestion } from "./view.ts";

type Closed = (row: ElicitationRow) => void;

/** Who waits for which question: agents of this process, whose turn goes on with the answer. */
export function waitingAgents() {
  const agents = new Map<string, Closed>();
  return {
    add: (requestId: string, closed: Closed): void => void agents.set(requestId, closed),
    closed(row: ElicitationRow): void {
      agents.get(row.requestId)?.(row);
      agents.delete(row.requestId);
    },
  };
}

/** Questions that an agent asks with a tool of its CLI, through the connection that its turn holds. */
export function agentQuestions(
  deps: ElicitationDeps,
  parts: {
    open(session: SessionRow, question: Question): ElicitationRow;
    waiting: ReturnType<typeof waitingAgents>;
  },
) {
  const { database, sessions, spend } = deps;

  return {
    /** Resolves once the question is over. Never rejects. */
    async askForAgent(sessionId: number, question: AgentQuestion): Promise<AgentReply> {
      const { promise, resolve } = Promise.withResolvers<AgentReply>();
      try {
        spend(sessionId);
        const asked = readQuestion(formOf(question, randomUUID()), deps);
        database.transaction(() => parts.open(sessions.find(String(sessionId)), asked));
        parts.waiting.add(asked.requestId, (row) => resolve(replyOf(question, row)));
      } catch (error) {
        return { kind: "declined", reason: error instanceof Refusal ? error.message : text.agent.failed };
      }
      return promise;
    },
  };
}

const field = (at: number): string => `answer_${at + 1}`;
const otherField = (at: number): string => `other_${at + 1}`;

/** Choices are named by their number, so that their labels are only shown. */
function formOf({ tool, parts }: AgentQuestion, requestId: string) {
  return newElicitation.parse({
    mode: "form",
    message:
      parts
        .map(({ text: question }) => question)
        .join("\n\n")
        .slice(0, 20_000) || text.agent.untitled,
    requestedSchema: schemaOf(parts),
    _meta: { "com.pulsemcp/request-id": requestId, "com.pulsemcp/tool-name": tool },
  });
}

function schemaOf(parts: readonly QuestionPart[]): RequestedSchema {
  const several = parts.length > 1;
  const fields = parts.flatMap((part, at): [string, RequestedSchema["properties"][string]][] => {
    const title = (several ? part.text : part.heading || part.text).slice(0, 500);
    if (part.options.length === 0) return [[field(at), { type: "string", title }]];
    const choices = part.options.slice(0, 500).map(({ label, description }, number) => ({
      const: String(number + 1),
      title: (description === "" ? label : `${label}: ${description}`).slice(0, 500),
    }));
    return [
      [
        field(at),
        part.several
          ? { type: "array", title, items: { anyOf: choices } }
          : { type: "string", title, oneOf: choices },
      ],
      [otherField(at), { type: "string", title: text.agent.other }],
    ];
  });
  return { type: "object", properties: Object.fromEntries(fields), required: [] };
}

function replyOf({ parts }: AgentQuestion, { status, content }: ElicitationRow): AgentReply {
  if (status !== "accept")
    return { kind: "declined", reason: status === "expired" ? text.agent.expired : text.agent.declined };
  const answers = parts.flatMap((part, at): [string, string[]][] => {
    const given = answerOf(part, at, content ?? {});
    return given.length === 0 ? [] : [[part.id, given]];
  });
  return { kind: "answered", answers: new Map(answers) };
}

/** Own words count beside or in place of a choice. */
function answerOf({ options }: QuestionPart, at: number, content: FormContent): string[] {
  const chosen = [content[field(at)]].flat().filter((value) => typeof value === "string");
  const other = content[otherField(at)];
  const words = typeof other === "string" && other.trim() !== "" ? [other.trim()] : [];
  if (options.length === 0) return chosen;
  return [...chosen.flatMap((number) => options[Number(number) - 1]?.label ?? []), ...words];
}
