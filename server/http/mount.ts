import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler, Response, Router } from "express";
import type { z } from "zod";
import { notFound, Refusal } from "../lib/errors.ts";
import { noteStep } from "../lib/steps.ts";
import type { WorkerPool } from "../workers/pool.ts";
import { bearerChallenge } from "./bearer-token.ts";
import { bodyReader } from "./body.ts";
import type { Actor, Authenticate } from "./caller.ts";
import { type Idempotency, keyedWrite, type SentAnswer } from "./idempotency.ts";
import type { InputOf, Operation, RawResponse } from "./model.ts";
import { parseQuery, queryReader } from "./query.ts";
import { sentenceOn, whatIsWrong } from "./sentences.ts";

export interface Context {
  actor: Actor;
  /** The session whose agent calls through MCP, as its MCP server says. */
  agentSession?: number | null;
  request: Request;
  response: Response;
}

type ResponseInput<O extends Operation> = O["response"] extends z.ZodType
  ? z.input<O["response"]>
  : O["response"] extends { kind: "text" }
    ? string
    : undefined | void;

/** An answer with a status other than the declared one. */
export class Reply<T> {
  readonly status: number;
  readonly body: T;
  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

/** An answer that is encoded already, because encoding it here would take too long. */
export class Encoded {
  readonly pieces: readonly Uint8Array[];
  readonly contentType: string;
  constructor(pieces: readonly Uint8Array[], contentType = "application/json; charset=utf-8") {
    this.pieces = pieces;
    this.contentType = contentType;
  }
}

type Answer<O extends Operation> = ResponseInput<O> | Reply<ResponseInput<O>> | Encoded;

export type Handler<O extends Operation> = (
  input: InputOf<O>,
  context: Context,
) => Answer<O> | Promise<Answer<O>>;

export type Handlers<Operations extends Record<string, Operation>> = {
  [Name in keyof Operations]: Handler<Operations[Name]>;
};

/** An operation with its handler, ready for HTTP and MCP. */
export interface Endpoint {
  operation: Operation;
  /** Called with the caller before the body is read; throws to refuse. */
  admit?(context: Context): void;
  /** Called with the unparsed body, after authentication; if it returns a value, that is the answer. */
  before?(body: unknown): unknown;
  handle(input: { params: unknown; query: unknown; body: unknown }, context: Context): unknown;
}

/** Pairs each declaration with its handler; a missing handler does not compile. */
export function endpoints<const Operations extends Record<string, Operation>>(
  operations: Operations,
  handlers: Handlers<Operations>,
): Endpoint[] {
  return Object.entries(operations).map(([name, operation]) => ({
    operation,
    handle: handlers[name] as unknown as Endpoint["handle"],
  }));
}

/** Throws unless the caller needs no confirmation for this input, or a person gave it. */
export type ConfirmGate = (
  operation: Operation,
  input: { params: unknown; query: unknown; body: unknown },
  context: Context,
) => void;

export interface MountOptions {
  authenticate: Authenticate;
  /** The URL at which this caller reaches the service. */
  baseUrl(request: Request): string;
  /** In tests, every answer is checked against its schema; production trusts the types. */
  validateResponses: boolean;
  /** If it returns false, the request goes to what is mounted after this. */
  concerns?(request: Request): boolean;
  workers: Pick<WorkerPool, "run">;
  /** Asked for operations that declare `confirm`. */
  confirm?: ConfirmGate;
  /** Carries out writes with an idempotency key once. */
  idempotency?: Idempotency | undefined;
  /** Told of each request. */
  observers?: readonly RequestObserver[] | undefined;
}

/** Called with each request of an operation before its credential is checked. */
export type RequestObserver = (operation: Operation, request: Request, response: Response) => void;

/** Routes one endpoint: credential, then body, then parse, then the handler. */
export function mount(router: Router, endpoint: Endpoint, options: MountOptions): void {
  const { operation } = endpoint;
  const { validateResponses, concerns } = options;
  const readQuery = queryReader(operation.query);
  const authenticate: RequestHandler = (request, response, next) => {
    if (concerns?.(request) === false) return next("route");
    for (const observe of options.observers ?? []) observe(operation, request, response);
    try {
      response.locals["actor"] = options.authenticate(request, operation);
    } catch (error) {
      if (operation.challenge) {
        const challenge = bearerChallenge(request, operation.challenge, options.baseUrl(request));
        response.setHeader("www-authenticate", challenge);
      }
      throw error;
    }
    endpoint.admit?.(contextOf(request, response));
    noteStep("caller known");
    next();
  };
  const handle = (request: Request, response: Response): unknown => {
    const early = endpoint.before?.(request.body ?? {});
    if (early !== undefined) return early;
    const input = parseInput(operation, {
      params: request.params,
      query: readQuery(parseQuery(queryString(request))),
      body: request.body ?? {},
    });
    noteStep("input parsed");
    const context = contextOf(request, response);
    if (operation.confirm) options.confirm?.(operation, input, context);
    const result = endpoint.handle(input, context);
    return validateResponses ? after(result, (settled) => checked(operation, settled)) : result;
  };
  const answer: RequestHandler = async (request, response) => {
    const { idempotency } = options;
    const write = idempotency && keyedWrite(request, operation, contextOf(request, response).actor);
    if (!idempotency || !write) {
      const result = await handle(request, response);
      noteStep("handled");
      return await send(response, operation, result);
    }
    const work = () => after(handle(request, response), (result) => sentAnswer(operation, result));
    const { answer: sent, replayed } = await idempotency.once(write, work);
    if (replayed) response.setHeader("idempotent-replayed", "true");
    sendAgain(response, operation, sent);
  };
  const path = operation.path.replace(/\{(\w+)\}/g, ":$1");
  router[operation.method](path, authenticate, ...bodyReader(operation, options.workers), answer);
}

/** Passes a value on, or once it is there; what does not wait stays in the caller's transaction. */
function after<T>(value: unknown, use: (settled: unknown) => T): T | Promise<T> {
  return value instanceof Promise ? value.then((settled) => use(settled)) : use(value);
}

const contextOf = (request: Request, response: Response): Context => ({
  actor: response.locals["actor"] as Actor,
  request,
  response,
});

const queryString = (request: Request): string => {
  const at = request.url.indexOf("?");
  return at < 0 ? "" : request.url.slice(at + 1);
};

/** The parsed input for an operation's handler; throws a refusal that says what is wrong with it. */
export const parseInput = (
  operation: Operation,
  sent: { params: unknown; query: unknown; body: unknown },
) => ({
  params: parseParams(operation.params, sent.params),
  query: parsePart(operation.query, sent.query),
  body: parsePart(operation.body, sent.body, operation.invalidLabel),
});

/** An invalid path parameter names nothing that can exist, so the answer is 404. */
function parseParams(schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value);
  if (parsed?.success === false) throw notFound("Resource");
  return parsed?.data;
}

/** Parses one part of the input; throws a refusal that says what is wrong with it. */
export function parsePart(schema: z.ZodType | undefined, value: unknown, label?: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { error: whatIsWrong });
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error, label);
}

/** Used only while parsing a request: a ZodError from anywhere else is our own bug and stays a 500. */
function badRequest(error: z.ZodError, label = "Validation failed"): Refusal {
  const messages = error.issues.slice(0, 20).map(sentenceOn);
  return new Refusal({ status: 422, label, messages });
}

async function send(response: Response, operation: Operation, result: unknown): Promise<void> {
  if (response.headersSent) return;
  const status = result instanceof Reply ? result.status : (operation.status ?? 200);
  const body: unknown = result instanceof Reply ? result.body : result;
  response.status(status);
  if (body instanceof Encoded) await sendPieces(response, body);
  else if ("kind" in operation.response) sendRaw(response, operation.response, body);
  else sendJson(response, body);
}

/**
 * Like `response.json`, but writes head and body at once: Express would copy the body to a buffer first. Text in ASCII alone
 * is the same in Latin-1, which is written faster.
 */
function sendJson(response: Response, body: unknown): void {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  response
    .setHeader("content-type", "application/json; charset=utf-8")
    .setHeader("content-length", bytes)
    .end(text, bytes === text.length ? "latin1" : "utf8");
}

/** Sends at the caller's pace; a caller that disconnects is not an error. */
async function sendPieces(response: Response, { pieces, contentType }: Encoded): Promise<void> {
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  response.setHeader("content-type", contentType).setHeader("content-length", bytes);
  await pipeline(Readable.from(pieces), response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}

/** What `send` would send. */
function sentAnswer({ status = 200, response }: Operation, result: unknown): SentAnswer {
  const body: unknown = result instanceof Reply ? result.body : result;
  const sent = result instanceof Reply ? result.status : status;
  if (body instanceof Encoded) return { status: sent, body: Buffer.concat(body.pieces).toString("utf8") };
  if (!("kind" in response)) return { status: sent, body: JSON.stringify(body) };
  return response.kind === "text"
    ? { status: sent, body: typeof body === "string" ? body : "" }
    : { status: 204, body: null };
}

function sendAgain(response: Response, declared: Operation, { status, body }: SentAnswer): void {
  if (response.headersSent) return;
  response.status(status);
  if (body === null) return void response.end();
  const raw = "kind" in declared.response ? declared.response.contentType : null;
  response.setHeader("content-type", raw ?? "application/json; charset=utf-8").end(body);
}

/** Throws if an answer does not match its declaration. */
function checked({ response }: Operation, result: unknown): unknown {
  if ("kind" in response) return result;
  const body: unknown = result instanceof Reply ? result.body : result;
  if (!(body instanceof Encoded)) response.parse(body);
  else if (body.contentType.startsWith("application/json"))
    response.parse(JSON.parse(Buffer.concat(body.pieces).toString("utf8")));
  return result;
}

function sendRaw(response: Response, declared: RawResponse, body: unknown): void {
  if (declared.kind === "empty") response.status(204).end();
  else if (declared.kind === "text")
    response.type(declared.contentType).send(typeof body === "string" ? body : "");
}
