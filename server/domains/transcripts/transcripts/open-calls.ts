import { cutCharacters } from "../../../lib/character-rules.ts";
import type { TimelineEntry } from "./model.ts";

type Event = TimelineEntry["event"];

/** A tool call that has no result: the agent was cut off while it ran. */
export interface OpenCall {
  tool: string;
  /** What it was to do: the command, or else the arguments. */
  text: string;
}

const textLimit = 500;
/** Arguments that say alone what a call does. */
const commands = ["command", "cmd"];

/** The calls without a result since the newest prompt, in order; a CLI's word that it gave a call up is none. */
export function openCalls(events: readonly Event[], isGivenUp: (result: string) => boolean): OpenCall[] {
  const turn = events.slice(events.findLastIndex(({ type }) => type === "user") + 1);
  const ended = new Set(
    turn.flatMap((event) => (event.type === "tool_result" && !isGivenUp(event.text) ? [event.callId] : [])),
  );
  return turn.flatMap((event) =>
    event.type === "tool_call" && !ended.has(event.callId)
      ? [{ tool: event.name, text: cutCharacters(callText(event.input), textLimit) }]
      : [],
  );
}

function callText(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return "";
  for (const [name, value] of Object.entries(input)) {
    if (!commands.includes(name)) continue;
    if (typeof value === "string") return value;
    if (Array.isArray(value)) return value.map(String).join(" ");
  }
  return JSON.stringify(input);
}
