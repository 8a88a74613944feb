import type { Event } from "../event.ts";
import type { Message, RateLimit } from "./protocol.ts";
import { text } from "./text.ts";

/** The events in a message that are not in the transcript. Text is reported elsewhere, in larger pieces. */
export function eventsOf(message: Message): readonly Event[] {
  switch (message.type) {
    case "retry": {
      const { attempt, maxAttempts, delayMs, status, error } = message;
      return [{ kind: "retrying", attempt, maxAttempts, delayMs, message: retryMessage(status, error) }];
    }
    case "quota":
      return [{ kind: "quota", windows: message.limit.windows.map(windowOf) }];
    case "mcp_status":
      return message.servers
        .filter(({ status }) => status === "failed" || status === "needs-auth")
        .map(({ name, status, error }) => ({
          kind: "mcp_server_failed",
          server: name,
          message: error ?? mcpFailure(status),
        }));
    case "compacted":
      return [{ kind: "compacted" }];
    case "fallback":
      return [{ kind: "notice", level: "warning", message: text.fallback(message.from, message.to) }];
    case "init":
    case "state":
    case "background":
    case "failure":
    case "result":
    case "text":
    case "request":
    case "task_stopped":
      return [];
  }
}

function windowOf({ name, utilization, resetsAt }: RateLimit["windows"][number]) {
  return { name, utilization, resetAt: resetsAt === null ? null : resetsAt * 1000 };
}

function retryMessage(status: number | null, error: string): string {
  return text.retry(status, error.replaceAll("_", " ") || "unknown");
}

function mcpFailure(status: string): string {
  return status === "needs-auth" ? text.server.needsSignIn : text.server.notStarted;
}
