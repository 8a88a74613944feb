import type { IncomingMessage, ServerResponse } from "node:http";
import { giveAnswer } from "./answer.ts";
import { userPrompts } from "./conversation.ts";
import { anthropic } from "./dialects/anthropic.ts";
import { chat } from "./dialects/chat.ts";
import { type AnswerFrame, type Dialect, newId, type Usage } from "./dialects/dialect.ts";
import { responses } from "./dialects/responses.ts";
import type { FaultCounts } from "./fault-counts.ts";
import { planAnswer, type Scenario } from "./plan.ts";
import type { RecordedRequest, RequestRecord } from "./recorded-requests.ts";
import { parseJson, readBody } from "./request-body.ts";
import type { Step } from "./script.ts";

/** What all requests to one model share. */
export interface Context {
  record: RequestRecord;
  faults: FaultCounts;
  scenarios: readonly Scenario[];
}

interface Received {
  path: string;
  text: string;
  entry: RecordedRequest;
}

/** Any prefix may come before these, so that every client's base URL works. */
const DIALECT_PATHS: readonly [RegExp, Dialect][] = [
  [/\/messages$/, anthropic],
  [/\/responses$/, responses],
  [/\/chat\/completions$/, chat],
];

/** Answers one request. Never rejects. */
export async function serve(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const clientGone = new AbortController();
  response.on("close", () => clientGone.abort());
  try {
    if (isFromPage(request)) return sendError(response, 403, "Web pages may not use the scripted model.");
    await route(context, { request, response, signal: clientGone.signal });
  } catch (error) {
    if (clientGone.signal.aborted || response.destroyed) return;
    if (response.headersSent) response.destroy();
    else
      sendError(response, 500, `scripted model: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Whether a web page sent the request: it could find out about files with `wait_file`. */
function isFromPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? "");
}

interface Connection {
  request: IncomingMessage;
  response: ServerResponse;
  signal: AbortSignal;
}

async function route(context: Context, connection: Connection): Promise<void> {
  const { request, response } = connection;
  const received = await receive(request);
  const { path, text, entry } = received;
  if (path === "/healthz") return sendJson(response, 200, { ok: true });
  context.record.add(entry);
  if (entry.method === "GET" && /\/models(\/[^/]+)?$/.test(path)) return sendJson(response, 200, modelList());
  if (entry.method === "POST" && path.endsWith("/messages/count_tokens")) {
    return sendJson(response, 200, { input_tokens: Math.ceil(text.length / 4) });
  }
  const dialect = DIALECT_PATHS.find(([pattern]) => pattern.test(path))?.[1];
  if (entry.method === "POST" && dialect) return answer(context, connection, { dialect, entry });
  sendError(response, 404, `scripted model: there is no ${entry.method} ${path}`);
}

async function receive(request: IncomingMessage): Promise<Received> {
  const time = Date.now();
  const { method = "", url = "/", headers } = request;
  const text = await readBody(request);
  const entry: RecordedRequest = {
    method,
    path: url,
    headers,
    body: parseJson(text),
    time,
    step: null,
    prompts: [],
    served: null,
  };
  return { path: new URL(url, "http://localhost").pathname, text, entry };
}

async function answer(
  context: Context,
  connection: Connection,
  { dialect, entry }: { dialect: Dialect; entry: RecordedRequest },
): Promise<void> {
  const body = entry.body as { model?: string; stream?: boolean; prompt_cache_key?: string };
  const conversation = dialect.read(body);
  const plan = planAnswer(conversation, context.scenarios);
  entry.step = plan.index;
  entry.prompts = userPrompts(conversation.turns);
  const session = sessionOf(entry) ?? body.prompt_cache_key ?? "";
  const frame: AnswerFrame = {
    id: newId(dialect.idPrefix),
    requestId: newId("req_"),
    model: body.model ?? "",
    usage: { ...DEFAULT_USAGE },
    stop: "",
    called: false,
  };
  const { response, signal } = connection;
  const streamed = body.stream === true;
  const isDue = (step: Step, position: number) =>
    context.faults.isDue([session, plan.source, plan.index, position], step);
  const exchange = { dialect, conversation, frame, response, signal, streamed, isDue };
  if (await giveAnswer(exchange, plan.steps)) entry.served = frame.usage;
}

const DEFAULT_USAGE: Usage = {
  input: 100,
  output: 20,
  cache_read: 0,
  cache_write_5m: 0,
  cache_write_1h: 0,
  reasoning: 0,
};

/** The session in a CLI's header, so that two sessions with the same script are counted separately. */
function sessionOf({ headers }: RecordedRequest): string | undefined {
  const named = headers["x-claude-code-session-id"] ?? headers["session_id"] ?? headers["session-id"];
  return typeof named === "string" ? named : undefined;
}

function sendError(response: ServerResponse, status: number, message: string): void {
  const type = status === 404 ? "not_found_error" : "api_error";
  sendJson(response, status, { type: "error", error: { type, message } });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const MODEL_IDS = [
  "claude-opus-5-5",
  "claude-sonnet-5-5",
  "claude-haiku-5-5",
  "gpt-5.5",
  "gpt-5.5-codex",
  "scripted-1",
] as const;

/** A list of models with the fields that both vendors' clients need. */
function modelList(): unknown {
  const data = MODEL_IDS.map((id) => ({
    id,
    object: "model",
    type: "model",
    display_name: id,
    created: 1_760_000_000,
    created_at: "2025-10-01T00:00:00Z",
    owned_by: "signalbox",
  }));
  return { object: "list", data, has_more: false, first_id: MODEL_IDS[0], last_id: MODEL_IDS.at(-1) };
}
