import type { CliTool } from "../../../../server/domains/agents/clis/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";

export type Health = "ok" | "missing" | "signed_out" | "looking";

/** What keeps a CLI from being used, the first thing first. */
export function healthOf({ installed, authenticated }: CliTool): Health {
  if (installed === null || authenticated === null) return "looking";
  if (!installed) return "missing";
  return authenticated ? "ok" : "signed_out";
}

const methods: Readonly<Record<string, string>> = {
  api_key: "with an API key",
  subscription: "with a subscription",
  oauth_token: "with a token",
  auth_token: "with a token",
  base_url: "at a custom address",
};

/** One line: "2.1.329, signed in with a subscription". */
export function factsOf(tool: CliTool): string {
  switch (healthOf(tool)) {
    case "looking":
      return "Checking…";
    case "missing":
      return "Not installed";
    case "signed_out":
      return [tool.version, "not signed in"].filter(Boolean).join(", ");
    case "ok": {
      const method = tool.auth_method === null ? undefined : methods[tool.auth_method];
      return [tool.version, method === undefined ? "signed in" : `signed in ${method}`]
        .filter(Boolean)
        .join(", ");
    }
  }
}

/** What to do about it, in a sentence; null where nothing is to be done. */
export function adviceOf(tool: CliTool): string | null {
  const health = healthOf(tool);
  if (health === "missing") return tool.install_instructions;
  return health === "signed_out" ? tool.auth_instructions : null;
}

export const commandOf = (tool: CliTool): string | null => tool.install_command ?? tool.auth_command;

/** Why nothing new can be told of the agents, in sentences; null while all goes well. */
export function stoppedBy(error: Error | null, isOverdue: boolean): readonly string[] | null {
  if (error !== null) return errorMessages(error);
  if (!isOverdue) return null;
  return ["The check is taking too long: a CLI is not responding, or the service is busy."];
}

/** How many agents can be used at once: "2 of 3 agents are ready". */
export function readyWords(tools: readonly CliTool[], looking = true): string {
  if (tools.some((tool) => healthOf(tool) === "looking"))
    return looking ? "Checking agents…" : "Could not determine which agents are installed.";
  const ready = tools.filter((tool) => healthOf(tool) === "ok").length;
  return `${ready} of ${tools.length} agents ${ready === 1 ? "is" : "are"} ready`;
}
