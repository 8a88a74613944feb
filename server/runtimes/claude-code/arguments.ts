import type { AgentRequest } from "../runtime.ts";
import { layoutOf } from "./layout.ts";

/** Tools that wait or schedule inside the CLI, or whose question nobody can answer: the process must be able to finish. */
const refusedTools = [
  "EnterPlanMode",
  "ExitPlanMode",
  "CronCreate",
  "CronDelete",
  "CronList",
  "ScheduleWakeup",
  "Monitor",
  "RemoteTrigger",
];

const switches = [
  "--verbose",
  "--replay-user-messages",
  "--include-partial-messages",
  "--dangerously-skip-permissions",
  "--strict-mcp-config",
];

/**
 * The command line of one turn. `transcript` is the file of the conversation to resume: by its path the CLI finds
 * it from any working directory, by its id only from the one it began in.
 */
export function turnArguments(request: AgentRequest, transcript: string | null): string[] {
  const { workspace, model, effort, systemPrompt, conversation } = request;
  const files = layoutOf(workspace.home);
  const options: [flag: string, value: string][] = [
    ["--input-format", "stream-json"],
    ["--output-format", "stream-json"],
    // Its questions for a person come to us; without it there is no tool to ask with.
    ["--permission-prompt-tool", "stdio"],
    transcript === null ? ["--session-id", conversation.id] : ["--resume", transcript],
    ["--model", model],
    ["--mcp-config", files.mcpConfig],
    ["--settings", files.settings],
    ["--disallowedTools", refusedTools.join(",")],
  ];
  if (effort !== null) options.push(["--effort", effort]);
  // Also keeps the repository's commands, skills, agents and plugins out.
  if (!workspace.repository.trusted) options.push(["--setting-sources", "user"]);
  // A file, because an argument holds at most 128 KiB and is seen by every user of the machine.
  if (systemPrompt !== "") options.push(["--append-system-prompt-file", files.systemPrompt]);
  return ["-p", ...switches, ...options.flat()];
}
