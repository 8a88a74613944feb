import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import {
  callerIdOf,
  fingerprintOf,
  type Idempotency,
  type KeyedWrite,
  longestKey,
  type SentAnswer,
} from "../http/idempotency.ts";
import { parsePart } from "../http/mount.ts";
import { isObject } from "../lib/json.ts";
import type { McpCaller } from "./caller.ts";
import type { Tool } from "./tool.ts";

/** The argument of every tool that writes. MCP has no other place for it that a model can fill in. */
const argument = z.object({
  idempotency_key: z
    .string()
    .min(1)
    .max(longestKey)
    .optional()
    .describe("A unique value for this call; a repeated call with it returns the first answer"),
});

/** A tool with a key of its own, such as start_session, keeps its meaning. */
const takesKey = ({ effect, input }: Tool): boolean =>
  effect !== "read" && !("idempotency_key" in input.shape);

/** The tool's input, as it is listed. */
export const listedInput = (tool: Tool): z.ZodObject =>
  takesKey(tool) ? tool.input.extend(argument.shape) : tool.input;

/** The key of a call, and its arguments without the key. Throws for a malformed key. */
export function readCall(
  tool: Tool,
  sent: unknown,
  { actor, sessionId }: McpCaller,
): { write: KeyedWrite | null; args: unknown } {
  if (!takesKey(tool) || !isObject(sent) || !("idempotency_key" in sent)) return { write: null, args: sent };
  const { idempotency_key: given, ...args } = sent;
  const { idempotency_key: key } = parsePart(argument, { idempotency_key: given }) as z.output<
    typeof argument
  >;
  const caller = callerIdOf(actor);
  if (key === undefined || caller === null) return { write: null, args };
  const keepsAnswer = tool.secretAnswer !== true;
  const from = `${caller} in session ${sessionId ?? "none"}`;
  return { write: { caller: from, key, fingerprint: fingerprintOf([tool.name, args]), keepsAnswer }, args };
}

/** Runs the call, or returns the answer to the earlier one with its key. */
export async function callOnce(
  idempotency: Idempotency,
  write: KeyedWrite,
  run: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const { answer } = await idempotency.once(write, () => run().then(sentAnswer));
  return JSON.parse(answer.body ?? "{}") as CallToolResult;
}

/** A call that failed may be repeated with its key. */
const sentAnswer = (result: CallToolResult): SentAnswer => ({
  status: result.isError === true ? 422 : 200,
  body: JSON.stringify(result),
});
