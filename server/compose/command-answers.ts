import type { CommandAnswers } from "../domains/turns/commands/index.ts";
import type { Core, SessionFeatures } from "./deps.ts";

/** Lines from the end among which a CLI's newest count of the conversation's tokens is. */
const newestLines = 300;

/** What the service answers to its own commands from. */
export function commandAnswers(
  { transcripts }: Pick<Core, "transcripts">,
  { settings, usage }: Pick<SessionFeatures, "settings" | "usage">,
): CommandAnswers {
  return {
    changeModel: settings.changeModel,
    changeEffort: settings.changeEffort,
    cost: (sessionId) => usage.costs([sessionId]).get(sessionId) ?? null,
    async conversation({ id, agentRuntime }) {
      const of = { id, runtime: agentRuntime };
      const { entries, line_count } = await transcripts.boundedTimeline(of, { limit: newestLines });
      return {
        tokens: entries.findLast(({ tokens }) => tokens !== undefined)?.tokens ?? null,
        lines: line_count,
      };
    },
  };
}
