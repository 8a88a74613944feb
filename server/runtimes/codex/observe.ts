import type { Event } from "../event.ts";
import { asObject, asText, type Json } from "../json.ts";
import { liveReports } from "../live-reports.ts";
import type { AgentListener } from "../runtime.ts";
import { activitySteps } from "./activity.ts";
import { type QuotaWindow, quotaWindows } from "./quota.ts";
import { codexReports } from "./reported.ts";
import { text as words } from "./text.ts";

/** Live text is reported in pieces of this duration, not once per token. */

export interface Observer {
  /** Reports a notification to the listener as events. */
  see(method: string, params: Json): void;
  /** The last reading of the account's windows. */
  quota(): readonly QuotaWindow[];
  /** The last thing the agent said on this thread. */
  lastMessage(): string | null;
  /** Reports the rest of the live text, then nothing more. */
  end(): void;
}

/** Turns one process's notifications into events; subagents share the process and have their own threads. */
export function observeTurn(
  listener: AgentListener,
  { model, ownThread }: { model: string; ownThread(): string | null },
): Observer {
  const live = liveReports(listener);
  const countUsage = codexReports(model, (usage) => listener.onEvent({ kind: "usage", usage }));
  const reported = new Set<string>();
  const failedServers = new Set<string>();
  let windows: readonly QuotaWindow[] = [];
  let lastMessage: string | null = null;
  let attempts = 0;

  function report(event: Event): void {
    live.flush();
    listener.onEvent(event);
  }

  /** The same warning comes for the process and again for each of its threads. */
  function reportOnce(message: string | null): void {
    if (message === null || reported.has(message) || message.includes("bubblewrap")) return;
    reported.add(message);
    report({ kind: "notice", level: "warning", message });
  }

  function seeItem(item: Json): void {
    if (item["type"] === "agentMessage") lastMessage = asText(item["text"]) ?? lastMessage;
    if (item["type"] === "contextCompaction") report({ kind: "compacted" });
  }

  function seeQuota(params: Json): void {
    const reading = quotaWindows(params);
    if (reading.length === 0 || JSON.stringify(reading) === JSON.stringify(windows)) return;
    windows = reading;
    report({ kind: "quota", windows });
  }

  const ownHandlers: Record<string, (params: Json) => void> = {
    "item/agentMessage/delta": (params) => live.text(asText(params["delta"]) ?? ""),
    "item/completed": (params) => seeItem(asObject(params["item"])),
    error: (params) => {
      if (params["willRetry"] !== true) return;
      attempts += 1;
      report(retrying(asObject(params["error"]), attempts));
    },
  };
  const handlers: Record<string, (params: Json) => void> = {
    "account/rateLimits/updated": seeQuota,
    "mcpServer/startupStatus/updated": (params) => {
      const event = mcpFailure(params);
      if (event === null || failedServers.has(event.server)) return;
      failedServers.add(event.server);
      report(event);
    },
    warning: (params) => reportOnce(asText(params["message"])),
    configWarning: (params) => reportOnce(asText(params["summary"])),
    "model/rerouted": (params) => reportOnce(words.rerouted(asText(params["toModel"]))),
    "hook/completed": (params) => reportOnce(hookFailure(asObject(params["run"]))),
  };

  return {
    see: (method, params) => {
      handlers[method]?.(params);
      countUsage(method, params);
      if (params["threadId"] !== ownThread()) return;
      live.steps(activitySteps(method, params));
      ownHandlers[method]?.(params);
    },
    quota: () => windows,
    lastMessage: () => lastMessage,
    end: () => live.end(),
  };
}

/** Codex gives the number of the attempt only in its message. */
function retrying(error: Json, counted: number): Event {
  const count = /(\d+)\/(\d+)/.exec(asText(error["message"]) ?? "");
  return {
    kind: "retrying",
    attempt: count ? Number(count[1]) : counted,
    maxAttempts: count ? Number(count[2]) : null,
    delayMs: null,
    message: asText(error["additionalDetails"]) ?? asText(error["message"]) ?? "",
  };
}

function mcpFailure(params: Json): Extract<Event, { kind: "mcp_server_failed" }> | null {
  if (params["status"] !== "failed") return null;
  const server = asText(params["name"]) ?? "";
  return { kind: "mcp_server_failed", server, message: asText(params["error"]) ?? words.server.notStarted };
}

function hookFailure(run: Json): string | null {
  if (run["status"] !== "failed") return null;
  return words.hookFailed(asText(run["eventName"]), asText(run["statusMessage"]));
}
