import type { CliTool } from "../../../../server/domains/agents/clis/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { text } from "./text.ts";

export type Health = "ok" | "missing" | "signed_out" | "checking";

/** The first problem of a CLI. */
export function healthOf({ installed, authenticated }: CliTool): Health {
  if (installed === null || authenticated === null) return "checking";
  if (!installed) return "missing";
  return authenticated ? "ok" : "signed_out";
}

/** One line: "2.1.329, signed in with a subscription". */
export function factsOf(tool: CliTool): string {
  switch (healthOf(tool)) {
    case "checking":
      return text.cli.checking;
    case "missing":
      return tool.version === null ? text.cli.notInstalled : text.cli.tooOld(tool.version);
    case "signed_out":
      return [tool.version, text.cli.notSignedIn].filter(Boolean).join(", ");
    case "ok": {
      const method = tool.auth_method === null ? undefined : text.methods[tool.auth_method];
      return [tool.version, method === undefined ? text.cli.signedIn : text.cli.signedInWith(method)]
        .filter(Boolean)
        .join(", ");
    }
  }
}

/** What to do about it; null if nothing. */
export function adviceOf(tool: CliTool): string | null {
  const health = healthOf(tool);
  if (health === "missing") return tool.install_instructions;
  return health === "signed_out" ? tool.auth_instructions : null;
}

export const commandOf = (tool: CliTool): string | null => tool.install_command ?? tool.auth_command;

/** Why the check stopped, as sentences; null if it did not. */
export function checkProblem(error: Error | null, isOverdue: boolean): readonly string[] | null {
  if (error !== null) return errorMessages(error);
  if (!isOverdue) return null;
  return [text.agents.overdue];
}

/** How many agents are ready: "2 of 3 agents are ready". */
export function readyText(tools: readonly CliTool[], isChecking = true): string {
  if (tools.some((tool) => healthOf(tool) === "checking"))
    return isChecking ? text.agents.checking : text.agents.unknown;
  const ready = tools.filter((tool) => healthOf(tool) === "ok").length;
  return text.agents.ready(ready, tools.length);
}
