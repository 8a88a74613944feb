import { TriangleAlert } from "lucide-react";
import type { OfferedTrigger } from "../../../../server/domains/automation/integrations/model.ts";
import { text } from "./text.ts";

/** The variables and the limit of a trigger, with a warning if it has no limit. */
export function TriggerFacts({ trigger }: { trigger: OfferedTrigger }) {
  const { variables, max_sessions_per_minute: cap } = trigger;
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-faint">
      <span>{text.triggers.variables(variables)}</span>
      {cap === null ? (
        <span className="inline-flex items-center gap-1 text-needs">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {text.triggers.noLimit}
        </span>
      ) : (
        <span>{text.triggers.limit(cap)}</span>
      )}
    </span>
  );
}
