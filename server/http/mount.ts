import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import type { z } from "zod";
import { notFound, Refusal } from "../lib/errors.ts";
import type { Actor, Authenticate } from "./caller.ts";
import type { InputOf, Operation, RawResponse } from "./model.ts";
import { parseQuery, queryReader } from "./query.ts";

export interface Context {
  actor: Actor;
  request: Request;
  response: Response;
}

type ResponseInput<O extends Operation> = O["response"] extends z.ZodType
  ? z.input<O["response"]>
  : O["response"] extends { kind: "text" }
    ? string
    : undefined | void;

/** An answer with another status than the declared one. */
export class Reply<T> {
  readonly status: number;
  readonly body: T;
  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

export type Handler<O extends Operation> = (
  input: InputOf<O>,
  context: Context,
) => ResponseInput<O> | Reply<ResponseInput<O>> | Promise<ResponseInput<O> | Reply<ResponseInput<O>>>;

export type Handlers<Operations extends Record<string, Operation>> = {
  [Name in keyof Operations]: Handler<Operations[Name]>;
};

/** An operation with what answers it, ready for any door. */
export interface Endpoint {
  operation: Operation;
  /** Sees the body unparsed, after the credential; what it returns is the answer and nothing else is judged. */
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

export interface MountOptions {
  authenticate: Authenticate;
  /** Tests check every answer against its schema; production trusts the types. */
  validateResponses: boolean;
}

const megabyte = 1024 * 1024;

/** Routes one endpoint: credential, then body, then parse, then the handler. */
export function mount(router: Router, endpoint: Endpoint, options: MountOptions): void {
  const { operation } = endpoint;
  const { validateResponses } = options;
  const readQuery = queryReader(operation.query);
  const authenticate: RequestHandler = (request, response, next) => {
    response.locals["actor"] = options.authenticate(request, operation.callers);
    next();
  };
  const answer: RequestHandler = async (request, response) => {
    const early = endpoint.before?.(request.body ?? {});
    if (early !== undefined) return send(response, operation, early);
    const input = {
      params: parseParams(operation.params, request.params),
      query: parsePart(operation.query, readQuery(parseQuery(queryString(request)))),
      body: parsePart(operation.body, request.body ?? {}),
    };
    const actor = response.locals["actor"] as Actor;
    const result = await endpoint.handle(input, { actor, request, response });
    if (validateResponses) checkAnswer(operation, result);
    send(response, operation, result);
  };
  const path = operation.path.replace(/\{(\w+)\}/g, ":$1");
  router[operation.method](path, authenticate, ...bodyReader(operation), answer);
}

const queryString = (request: Request): string => {
  const at = request.url.indexOf("?");
  return at < 0 ? "" : request.url.slice(at + 1);
};

function bodyReader(operation: Operation): RequestHandler[] {
  if (operation.method === "get") return [];
  const limit = operation.bodyLimit ?? megabyte;
  const guard: RequestHandler = (request, _response, next) => {
    const length = Number(request.headers["content-length"] ?? 0);
    if (length > limit) throw tooLarge(limit);
    const hasBody = length > 0 || request.headers["transfer-encoding"] !== undefined;
    if (hasBody && !request.is("application/json")) {
      throw new Refusal({
        status: 415,
        label: "Unsupported Media Type",
        messages: ["Send the body as application/json"],
      });
    }
    next();
  };
  return [guard, express.json({ limit, strict: true })];
}

export function tooLarge(limit: number): Refusal {
  const size = limit >= megabyte ? `${Math.floor(limit / megabyte)} MB` : `${limit} bytes`;
  return new Refusal({
    status: 413,
    label: "Payload Too Large",
    messages: [`The body is larger than ${size}`],
  });
}

/** A name that nothing can have is a name that nothing has. */
function parseParams(schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value);
  if (parsed?.success === false) throw notFound("What the path names");
  return parsed?.data;
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error);
}

/** Made only where a request is parsed: a ZodError from anywhere else is our own fault and stays a 500. */
function badRequest(error: z.ZodError): Refusal {
  const messages = error.issues.slice(0, 20).map(({ path, message }) => {
    const where = path.join(".");
    return where === "" ? message : `${where}: ${message}`;
  });
  return new Refusal({ status: 422, label: "Validation failed", messages });
}

function send(response: Response, operation: Operation, result: unknown): void {
  if (response.headersSent) return;
  const status = result instanceof Reply ? result.status : (operation.status ?? 200);
  const body: unknown = result instanceof Reply ? result.body : result;
  response.status(status);
  if ("kind" in operation.response) sendRaw(response, operation.response, body);
  else response.json(body);
}

/** Throws where an answer is not what its declaration says. */
function checkAnswer({ response }: Operation, result: unknown): void {
  if (!("kind" in response)) response.parse(result instanceof Reply ? result.body : result);
}

function sendRaw(response: Response, declared: RawResponse, body: unknown): void {
  if (declared.kind === "empty") response.status(204).end();
  else if (declared.kind === "text")
    response.type(declared.contentType).send(typeof body === "string" ? body : "");
}
