import { z } from "zod";
import type { Json } from "../json.ts";
import { text as words } from "./text.ts";

/** What a turn needs to know of the CLI's stdout; every other line counts as activity only. */
export type Message =
  | { type: "init"; usesKey: boolean; unreadyServers: readonly string[] }
  | { type: "state"; idle: boolean }
  | { type: "background"; count: number }
  | {
      type: "retry";
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      status: number | null;
      error: string;
    }
  | { type: "failure"; failure: ApiFailure }
  | { type: "result"; result: TurnResult }
  | { type: "quota"; limit: RateLimit }
  | { type: "text"; delta: string }
  | { type: "compacted" }
  | { type: "fallback"; from: string; to: string }
  | { type: "request"; requestId: string; tool: AskedTool | null }
  | { type: "mcp_status"; servers: readonly { name: string; status: string; error?: string | undefined }[] }
  /** The answer to a request to stop a task; `problem` is the CLI's word if it refused. */
  | { type: "task_stopped"; taskId: string; problem: string | null };

/** A tool that the CLI asks about before it runs it. */
export interface AskedTool {
  name: string;
  input: Json;
}

/** An API call that failed for good, as the CLI reports it beside the text it shows to a person. */
export interface ApiFailure {
  error: string;
  status: number | null;
  /** The CLI's own finer word, such as `usage_limit_reached` or `connection_failed`. */
  detail: string | null;
  /** Epoch seconds. */
  resetsAt: number | null;
  message: string;
}

export interface TurnResult {
  isError: boolean;
  subtype: string;
  terminalReason: string | null;
  status: number | null;
  text: string;
  errors: readonly string[];
}

export interface RateLimit {
  rejected: boolean;
  /** Epoch seconds. */
  resetsAt: number | null;
  windows: readonly { name: string; utilization: number | null; resetsAt: number | null }[];
}

const number = z.number().nullable().catch(null);
const word = z.string().catch("");
const wordOrNull = z.string().nullable().catch(null);

const init = z
  .object({
    apiKeySource: wordOrNull,
    mcp_servers: z.array(z.object({ name: z.string(), status: word })).catch([]),
  })
  .transform(
    ({ apiKeySource, mcp_servers }): Message => ({
      type: "init",
      usesKey: apiKeySource !== null && apiKeySource !== "none",
      unreadyServers: mcp_servers.filter(({ status }) => status !== "connected").map(({ name }) => name),
    }),
  );

const state = z
  .object({ state: z.string() })
  .transform((line): Message => ({ type: "state", idle: line.state === "idle" }));

const background = z
  .object({ tasks: z.array(z.unknown()) })
  .transform(({ tasks }): Message => ({ type: "background", count: tasks.length }));

const retry = z
  .object({
    attempt: z.number(),
    max_retries: z.number().catch(0),
    retry_delay_ms: z.number().catch(0),
    error_status: number,
    error: word,
  })
  .transform(
    (line): Message => ({
      type: "retry",
      attempt: line.attempt,
      maxAttempts: line.max_retries,
      delayMs: line.retry_delay_ms,
      status: line.error_status,
      error: line.error,
    }),
  );

/** Only the main thread's failures end a turn; a sub-agent's reach its parent as a tool result. */
const failure = z
  .object({
    error: z.string(),
    parent_tool_use_id: z.null().optional(),
    api_error_status: number,
    api_error: wordOrNull,
    api_error_params: z
      .object({ rate_limit_info: z.object({ resetsAt: number }) })
      .nullable()
      .catch(null),
    message: z.object({ content: z.array(z.object({ text: word })).catch([]) }),
  })
  .transform((line): Message => {
    const resetsAt = line.api_error_params?.rate_limit_info.resetsAt ?? null;
    const message = line.message.content.map(({ text }) => text).join("\n");
    const { error, api_error_status: status, api_error: detail } = line;
    return { type: "failure", failure: { error, status, detail, resetsAt, message } };
  });

const result = z
  .object({
    is_error: z.boolean().catch(false),
    subtype: word,
    terminal_reason: wordOrNull,
    api_error_status: number,
    result: word,
    errors: z.array(z.string()).catch([]),
  })
  .transform(
    (line): Message => ({
      type: "result",
      result: {
        isError: line.is_error,
        subtype: line.subtype,
        terminalReason: line.terminal_reason,
        status: line.api_error_status,
        text: line.result,
        errors: line.errors,
      },
    }),
  );

const window = z.object({ utilization: number, resetsAt: number });

/** The two windows come with each event; an older CLI names only the one that matters most. */
const quota = z
  .object({
    rate_limit_info: z.object({
      status: word,
      resetsAt: number,
      rateLimitType: wordOrNull,
      utilization: number,
      unifiedWindows: z.record(z.string(), window).catch({}),
    }),
  })
  .transform(({ rate_limit_info: info }): Message => {
    const all = Object.entries(info.unifiedWindows).map(([name, details]) => ({ name, ...details }));
    const { rateLimitType: name, utilization, resetsAt } = info;
    const windows = all.length > 0 || name === null ? all : [{ name, utilization, resetsAt }];
    return { type: "quota", limit: { rejected: info.status === "rejected", resetsAt, windows } };
  });

const text = z
  .object({
    parent_tool_use_id: z.null().optional(),
    event: z.object({ delta: z.object({ type: z.literal("text_delta"), text: z.string() }) }),
  })
  .transform(({ event }): Message => ({ type: "text", delta: event.delta.text }));

const fallback = z
  .object({ original_model: word, fallback_model: word })
  .transform((line): Message => ({ type: "fallback", from: line.original_model, to: line.fallback_model }));

const request = z
  .object({
    request_id: z.string(),
    request: z
      .object({
        subtype: z.literal("can_use_tool"),
        tool_name: z.string(),
        input: z.record(z.string(), z.unknown()),
      })
      .nullable()
      .catch(null),
  })
  .transform(({ request_id: requestId, request: asked }): Message => {
    const tool = asked === null ? null : { name: asked.tool_name, input: asked.input };
    return { type: "request", requestId, tool };
  });

const mcpServer = z.object({ name: z.string(), status: word, error: z.string().optional().catch(undefined) });

const mcpStatus = z
  .object({ response: z.object({ response: z.object({ mcpServers: z.array(mcpServer) }) }) })
  .transform(({ response }): Message => ({ type: "mcp_status", servers: response.response.mcpServers }));

const stopTask = "stop_task";

/** `request_id` is that of the request, which contains the task's. */
const taskStopped = z
  .object({
    response: z.object({
      subtype: z.string(),
      request_id: z.string().startsWith(`${stopTask} `),
      error: word,
    }),
  })
  .transform(
    ({ response: { subtype, request_id: id, error } }): Message => ({
      type: "task_stopped",
      taskId: id.slice(stopTask.length + 1),
      problem: subtype === "success" ? null : error || words.taskNotStopped,
    }),
  );

const readers = new Map<string, z.ZodType<Message>>([
  ["system/init", init],
  ["system/session_state_changed", state],
  ["system/background_tasks_changed", background],
  ["system/api_retry", retry],
  ["system/compact_boundary", z.object({}).transform((): Message => ({ type: "compacted" }))],
  ["system/model_fallback", fallback],
  ["assistant", failure],
  ["result", result],
  ["rate_limit_event", quota],
  ["stream_event", text],
  ["control_request", request],
  ["control_response", z.union([taskStopped, mcpStatus])],
]);

/** Null for a line that does not matter to a turn. */
export function readMessage(line: Record<string, unknown>): Message | null {
  const { type, subtype } = line;
  const parsed = readers.get(type === "system" ? `system/${String(subtype)}` : String(type))?.safeParse(line);
  return parsed?.success ? parsed.data : null;
}

/** Stops the model and its tools, and drops what is queued; the process stays. */
export function interruptRequest(): object {
  return controlRequest("interrupt", { cancel_queued: true });
}

export function mcpStatusRequest(): object {
  return controlRequest("mcp_status");
}

/** Ends a command or an agent that works in the background. */
export function stopTaskRequest(taskId: string): object {
  const request = { subtype: stopTask, task_id: taskId };
  return { type: "control_request", request_id: `${stopTask} ${taskId}`, request };
}

/** The tool runs with this input. */
export function permission(requestId: string, updatedInput: object): object {
  return controlResponse(requestId, { behavior: "allow", updatedInput });
}

/** The tool does not run; the model is told why. */
export function denial(requestId: string, message: string): object {
  return controlResponse(requestId, { behavior: "deny", message });
}

function controlResponse(requestId: string, response: object): object {
  return { type: "control_response", response: { subtype: "success", request_id: requestId, response } };
}

/** No person can answer what the CLI or an MCP server asks here, and an unanswered question would block the turn. */
export function refusal(requestId: string): object {
  const response = { subtype: "error", request_id: requestId, error: words.nobodyToAnswer };
  return { type: "control_response", response };
}

function controlRequest(subtype: string, rest: object = {}): object {
  return { type: "control_request", request_id: subtype, request: { subtype, ...rest } };
}
