import { TriangleAlert } from "lucide-react";
import type { OfferedTrigger } from "../../../../server/domains/automation/integrations/model.ts";
import { capWords, variableWords } from "./view-model.ts";

/** What a trigger takes and how often it may fire; without a cap, what that means. */
export function TriggerFacts({ trigger }: { trigger: OfferedTrigger }) {
  const { variables, max_sessions_per_minute: cap } = trigger;
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-faint">
      <span>{variableWords(variables)}</span>
      {cap === null ? (
        <span className="inline-flex items-center gap-1 text-needs">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          No limit: with a leaked key, anyone could start any number of sessions
        </span>
      ) : (
        <span>{capWords(cap)}</span>
      )}
    </span>
  );
}
