import type { Event } from "../event.ts";
import { asNumber, asObject } from "../json.ts";
import { liveReports } from "../live-reports.ts";
import type { AgentListener } from "../runtime.ts";
import { activitySteps } from "./activity.ts";
import { classifyFailure } from "./classify.ts";
import { serverFailedKey } from "./extensions/equipment.ts";
import type { FinalAnswer } from "./outcome.ts";
import { piReports } from "./reported.ts";
import { text } from "./text.ts";

type Message = Record<string, unknown>;

/** Turns pi's events into ours and keeps what decides the outcome. */
export function observeTurn({
  listener,
  reply,
  model,
}: {
  /** The model that the turn was started with. */
  model: string;
  listener: Pick<AgentListener, "onActivity" | "onEvent">;
  /** A command to pi that needs no answer. */
  reply(command: object): unknown;
}) {
  const settled = Promise.withResolvers<void>();
  const live = liveReports(listener);
  const countUsage = piReports(model, (usage) => listener.onEvent({ kind: "usage", usage }));
  const state = { isSettled: false, hasStarted: false, answer: null as FinalAnswer | null };

  const settle = () => {
    live.flush();
    state.isSettled = true;
    listener.onActivity();
    settled.resolve();
  };

  const handlers: Readonly<Record<string, (message: Message) => void>> = {
    agent_start: () => {
      state.hasStarted = true;
    },
    message_update: (message) => {
      const update = asObject(message["assistantMessageEvent"]);
      if (update["type"] === "text_delta") live.text(String(update["delta"]));
    },
    message_end: (message) => {
      live.flush();
      state.answer = readAnswer(asObject(message["message"])) ?? state.answer;
      listener.onActivity();
    },
    tool_execution_end: () => listener.onActivity(),
    turn_end: () => listener.onActivity(),
    agent_settled: settle,
    auto_retry_start: (message) => {
      listener.onEvent(retrying(message));
      if (!isWorthRetrying(String(message["errorMessage"]))) reply({ type: "abort_retry" });
    },
    compaction_end: (message) => {
      listener.onActivity();
      const event = compactionEvent(message);
      if (event) listener.onEvent(event);
    },
    extension_error: (message) => listener.onEvent(warning(text.extensionFailed(String(message["error"])))),
    extension_ui_request: (message) => {
      const event = extensionEvent(message);
      if (event) listener.onEvent(event);
      // No person uses this pi, and an unanswered question would block the turn forever.
      if (isQuestion(message)) reply({ type: "extension_ui_response", id: message["id"], cancelled: true });
    },
  };

  return {
    onMessage(message: Message): void {
      live.steps(activitySteps(message));
      countUsage(message);
      handlers[String(message["type"])]?.(message);
    },
    /** pi will do nothing more without input. */
    settled: settled.promise,
    /** For a prompt that pi handled without a run. */
    settle,
    /** The same, for one that failed. */
    fail(errorMessage: string): void {
      state.answer = { stopReason: "error", errorMessage, text: "" };
      settle();
    },
    state: state as Readonly<typeof state>,
    /** No event comes after this. */
    close: () => live.flush(),
  };
}

export type Observer = ReturnType<typeof observeTurn>;

/** Null for every message but the model's. */
function readAnswer(message: Message): FinalAnswer | null {
  if (message["role"] !== "assistant") return null;
  const content = Array.isArray(message["content"]) ? message["content"].map(asObject) : [];
  const texts = content.filter((block) => block["type"] === "text").map((block) => String(block["text"]));
  const errorMessage = message["errorMessage"];
  return {
    stopReason: String(message["stopReason"]),
    errorMessage: typeof errorMessage === "string" ? errorMessage : null,
    text: texts.join("\n"),
  };
}

function retrying(message: Message): Event {
  return {
    kind: "retrying",
    attempt: Number(message["attempt"]),
    maxAttempts: asNumber(message["maxAttempts"]),
    delayMs: asNumber(message["delayMs"]),
    message: String(message["errorMessage"]),
  };
}

/** pi also repeats what can only fail again, such as a call over the account's limit. */
function isWorthRetrying(errorMessage: string): boolean {
  const failure = classifyFailure(errorMessage, Date.now());
  return failure.kind === "api_error" && (failure.retryable || failure.error === "unknown");
}

function compactionEvent(message: Message): Event | null {
  if (message["result"]) return { kind: "compacted" };
  const error = message["errorMessage"];
  return typeof error === "string" ? warning(text.notCompacted(error)) : null;
}

function extensionEvent(message: Message): Event | null {
  if (message["method"] === "setStatus" && message["statusKey"] === serverFailedKey) {
    const failed = JSON.parse(String(message["statusText"])) as { server: string; message: string };
    return { kind: "mcp_server_failed", ...failed };
  }
  if (message["method"] === "notify") {
    const level =
      message["notifyType"] === undefined || message["notifyType"] === "info" ? "info" : "warning";
    return { kind: "notice", level, message: String(message["message"]) };
  }
  if (!isQuestion(message)) return null;
  return warning(text.questionCanceled(String(message["title"])));
}

function isQuestion(message: Message): boolean {
  return ["select", "confirm", "input", "editor"].includes(String(message["method"]));
}

function warning(message: string): Event {
  return { kind: "notice", level: "warning", message };
}
