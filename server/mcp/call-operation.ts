import type { z } from "zod";
import type { Actor } from "../http/caller.ts";
import type { Operation } from "../http/model.ts";
import { type Context, Encoded, type Endpoint, parseInput, Reply } from "../http/mount.ts";
import { Refusal } from "../lib/errors.ts";

type Part<O, K extends string> = O extends { readonly [P in K]: infer T } ? T : undefined;
type Sent<K extends string, T> = [T] extends [z.ZodType]
  ? Record<never, never> extends z.input<T>
    ? { [P in K]?: z.input<T> }
    : { [P in K]: z.input<T> }
  : unknown;

/** The input of an operation, before it is validated. */
export type SentTo<O extends Operation> = Sent<"params", Part<O, "params">> &
  Sent<"query", Part<O, "query">> &
  Sent<"body", Part<O, "body">>;

/** The JSON of the REST answer; nothing if it has no body. */
export type AnswerOf<O extends Operation> = O["response"] extends z.ZodType
  ? z.output<O["response"]>
  : undefined;

/** Calls a declared operation as the caller of the tool, with the same answer as REST. */
export type CallOperation = <O extends Operation>(operation: O, input: SentTo<O>) => Promise<AnswerOf<O>>;

export interface CallLimits {
  /** Refuses what a person confirms outside the page when the board asks for it. */
  widensNothing?: boolean;
}

/**
 * How tools call operations: with the same validation, handler and refusals as over HTTP. Every MCP caller may call what an
 * API key may; operations for people need a caller that acts as a person.
 */
export function operationCaller(
  endpoints: readonly Endpoint[],
): (context: Context, limits?: CallLimits) => CallOperation {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.operation.id, endpoint]));
  return (context, limits = {}) =>
    async <O extends Operation>(operation: O, input: SentTo<O>) => {
      const endpoint = byId.get(operation.id);
      if (!endpoint) throw new Error(`No endpoint for ${operation.id}`);
      checkCallers(operation, context.actor);
      const { params = {}, query = {}, body = {} } = input as Parts;
      const sent = { params, query, body };
      if (limits.widensNothing === true) refuseWidening(operation, sent);
      return (await answer(endpoint, sent, context)) as AnswerOf<O>;
    };
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

async function answer(endpoint: Endpoint, sent: Required<Parts>, context: Context): Promise<unknown> {
  endpoint.admit?.(context);
  const early = endpoint.before?.(sent.body);
  const result = early ?? (await endpoint.handle(parseInput(endpoint.operation, sent), context));
  const answered: unknown = result instanceof Reply ? result.body : result;
  if (!(answered instanceof Encoded)) return answered;
  return JSON.parse(Buffer.concat(answered.pieces).toString("utf8"));
}

function refuseWidening(operation: Operation, sent: Required<Parts>): void {
  if (!operation.confirm?.facts(parseInput(operation, sent))) return;
  throw forbidden("This widens access, so it can only be done on the board, where a person confirms it");
}

const forbidden = (message: string): Refusal =>
  new Refusal({ status: 403, label: "Forbidden", messages: [message] });

const boardMay = new Set(["native", "human", "board"]);

function checkCallers({ callers, confirm }: Operation, actor: Actor): void {
  if (callers.includes("api") || callers.includes("anyone")) return;
  const actsAsHuman = (actor.kind === "mcp_client" || actor.kind === "native") && actor.actsAsHuman;
  if (callers.includes("human") && actsAsHuman) return;
  // The person at the board, in a live conversation. What needs a confirmation is confirmed on the board itself.
  if (actor.kind === "board" && confirm === undefined && callers.some((one) => boardMay.has(one))) return;
  throw forbidden("This requires a connection that acts as a person");
}
