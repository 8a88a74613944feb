import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

interface State {
  round: number;
}

/** What a tool that asks passes to its client between two rounds, signed so that it is recognized when it comes back. */
export const stateCodec = createRequestStateCodec<State>({ key: "of the fixtures, 32 bytes or more of it" });

const text = { type: "string" } as const;
const yesOrNo = { type: "boolean" } as const;

const elicit = (message: string, property: string, answer: typeof text | typeof yesOrNo = text) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [property]: answer }, required: [property] },
  });

const sample = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: question } }],
    maxTokens,
  });

const userName = elicit("What is your name?", "name");
const confirmation = { confirm: elicit("Please confirm", "ok", yesOrNo) };

/** What each tool asks for, round by round. */
const rounds: Record<string, { asks: InputRequests[]; stateful?: true }> = {
  elicitation: { asks: [{ user_name: userName }] },
  sampling: { asks: [{ capital_question: sample("What is the capital of France?", 100) }] },
  list_roots: { asks: [{ client_roots: inputRequired.listRoots() }] },
  request_state: { asks: [confirmation], stateful: true },
  tampered_state: { asks: [confirmation], stateful: true },
  multiple_inputs: {
    asks: [
      {
        user_name: userName,
        greeting: sample("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
    ],
    stateful: true,
  },
  multi_round: {
    asks: [
      { step1: elicit("Step 1: What is your name?", "name") },
      { step2: elicit("Step 2: What is your favourite colour?", "color") },
    ],
    stateful: true,
  },
};

export function offerAsking(server: McpServer): void {
  const inputSchema = z.object({});
  for (const [what, { asks, stateful = false }] of Object.entries(rounds)) {
    const name = `test_input_required_result_${what}`;
    server.registerTool(name, { description: name, inputSchema }, async (_input, context) => {
      const missing = nextRound(asks, context);
      if (missing === null) return { content: [{ type: "text", text: "Complete: state-ok" }] };
      const requestState = stateful ? await stateCodec.mint({ round: missing.round }) : undefined;
      return inputRequired({ inputRequests: missing.asks, ...(requestState && { requestState }) });
    });
  }

  const careful = "test_input_required_result_capabilities";
  server.registerTool(careful, { description: careful, inputSchema }, (_input, { mcpReq }) => {
    const envelope: Record<string, unknown> = { ...mcpReq.envelope };
    const able = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
    return inputRequired({
      inputRequests: {
        ...(able.sampling && { greeting: sample("Generate a greeting", 50) }),
        ...(able.elicitation && { user_name: userName }),
      },
    });
  });

  const prompt = "test_input_required_result_prompt";
  server.registerPrompt(prompt, { description: prompt }, (context) => {
    const asks = [{ user_context: elicit("What context should the prompt use?", "context") }];
    const missing = nextRound(asks, context);
    if (missing) return inputRequired({ inputRequests: missing.asks });
    return {
      messages: [{ role: "user", content: { type: "text", text: "With the context that was given." } }],
    };
  });
}

/** The round that waits for an answer; null after the last. */
function nextRound(
  asks: InputRequests[],
  { mcpReq }: ServerContext,
): { round: number; asks: InputRequests } | null {
  const { round = 0 } = mcpReq.requestState<State>() ?? {};
  const asked = asks[round] ?? {};
  const given = mcpReq.inputResponses ?? {};
  const next = Object.keys(asked).every((key) => key in given) ? round + 1 : round;
  const missing = asks[next];
  return missing ? { round: next, asks: missing } : null;
}
