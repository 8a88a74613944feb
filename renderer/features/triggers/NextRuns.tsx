import { errorMessages } from "../../lib/api-error.ts";
import { useMinute, zonedTime } from "../../lib/time.ts";
import { useSchedulePreview } from "./api.ts";
import { type ConditionForm, configurationOf, missingFieldText } from "./condition-fields.ts";
import { text } from "./text.ts";

/** When a schedule would run next, and what happens to runs that a clock change or a closed laptop affects. */
export function NextRuns({ condition }: { condition: ConditionForm }) {
  const isComplete = missingFieldText(condition) === null;
  const { data, error } = useSchedulePreview(configurationOf(condition), isComplete);
  const now = useMinute();
  return (
    <div className="flex flex-col gap-1 text-xs text-soft sm:col-span-2">
      {isComplete && error && <p className="text-failed">{errorMessages(error).join(" ")}</p>}
      {isComplete && data && !error && (
        <>
          <p className="font-medium text-ink">{data.runs.length > 1 ? text.runs.title : text.runs.once}</p>
          <ol aria-label={text.runs.title} className="flex flex-col gap-0.5 tabular-nums">
            {data.runs.map(({ at, shifted }) => (
              <li key={at}>
                <time dateTime={at}>{zonedTime(at, data.timezone)}</time>
                {shifted && ` · ${text.runs.shifted}`}
                {Date.parse(at) <= now && ` · ${text.runs.past}`}
              </li>
            ))}
          </ol>
        </>
      )}
      <p className="text-faint">
        {condition.shape === "recurring" ? text.runs.clockRule : text.runs.onceRule}
      </p>
    </div>
  );
}
