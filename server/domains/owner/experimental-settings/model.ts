import { z } from "zod";

export const experimentalKeys = ["mcp_tool_search"] as const;
export type ExperimentalKey = (typeof experimentalKeys)[number];

/** What the next turn gets, by setting. */
export type ExperimentalValues = Readonly<Record<ExperimentalKey, boolean>>;

/** What was chosen, by setting. */
export const chosenSettings = z.partialRecord(z.enum(experimentalKeys), z.boolean());
export type ChosenSettings = z.infer<typeof chosenSettings>;

/** Which settings to change, and to what; null brings back a setting's default. */
export const experimentalChanges = z.partialRecord(z.enum(experimentalKeys), z.boolean().nullable());
export type ExperimentalChanges = z.infer<typeof experimentalChanges>;

/** A setting that can be turned on and off to compare the sessions with and without it (R188). */
export interface ExperimentalSetting {
  key: ExperimentalKey;
  title: string;
  /** What on and off mean. */
  blurb: string;
  default_on: boolean;
  /** The ids of the runtimes whose sessions it touches. */
  runtimes: readonly string[];
}

/** The settings in the order in which they are shown. */
export const experimentalSettings: readonly ExperimentalSetting[] = [
  {
    key: "mcp_tool_search",
    title: "Look up MCP tools when they are needed",
    blurb:
      "On: Claude Code decides, and by default gives the model a search for MCP tools instead of all of them. " +
      "Off: each request to the model describes every tool of every MCP server, which takes more tokens and no search.",
    default_on: true,
    runtimes: ["claude_code"],
  },
];
