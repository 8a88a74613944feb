import { Link } from "@tanstack/react-router";
import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import { fullTime, scheduleByLocale, shortDateTime, useMinute } from "../../lib/time.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { toastError } from "../../ui/toasts.ts";
import { text as sessionText } from "../sessions/text.ts";
import { useToggleTrigger } from "./api.ts";
import { TriggerBadges } from "./TriggerBadges.tsx";
import { text } from "./text.ts";

/** Switches at once; if the service refuses, shows why and switches back. */
export function TriggerSwitch({ trigger }: { trigger: Trigger }) {
  const toggle = useToggleTrigger();
  const on = toggle.isPending ? trigger.status !== "enabled" : trigger.status === "enabled";
  const refused = (error: unknown): void => toastError(text.list.switchFailed, error);
  return (
    <Switch
      label={
        <>
          <span className="sr-only">{trigger.name}: </span>
          {toggle.isPending ? text.list.saving : text.status[trigger.status]}
        </>
      }
      checked={on}
      onCheckedChange={() => !toggle.isPending && toggle.mutate(trigger, { onError: refused })}
    />
  );
}

/** When its schedule fires next, in local time. */
export function NextRun({ trigger: { next_fire_at } }: { trigger: Trigger }) {
  const now = useMinute();
  if (next_fire_at === null) return null;
  return (
    <time dateTime={next_fire_at} title={fullTime(next_fire_at)} className="whitespace-nowrap tabular-nums">
      {shortDateTime(new Date(next_fire_at), new Date(now))}
    </time>
  );
}

export function TriggerRow({ trigger }: { trigger: Trigger }) {
  const { id, name, agent_root_name, conditions, last_triggered_at } = trigger;
  const { last_outcome, sessions_created_count } = trigger;
  return (
    <li className="flex items-center gap-4 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-1.5">
          <Link
            to="/triggers/$id"
            params={{ id: String(id) }}
            className="wrap-anywhere font-medium hover:underline"
          >
            {name}
          </Link>
          <TriggerBadges trigger={trigger} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-faint">
          <span className="wrap-anywhere text-soft">{agent_root_name}</span>
          <span>
            {last_triggered_at === null ? (
              text.list.neverFired
            ) : (
              <>
                {text.list.fired} <RelativeTime instant={last_triggered_at} spoken />
              </>
            )}
          </span>
          {trigger.next_fire_at !== null && (
            <span>
              {text.list.next} <NextRun trigger={trigger} />
            </span>
          )}
          {last_outcome !== null && last_outcome.outcome !== "started" && (
            <span title={last_outcome.reason ?? undefined}>
              {text.list.last} {text.history.outcomes[last_outcome.outcome].toLowerCase()}
            </span>
          )}
          <span>{text.sessions(sessions_created_count)}</span>
          <span>{text.limit(trigger)}</span>
          <span>{sessionText.classes[trigger.effective_scheduling_class]}</span>
        </p>
        {conditions.length > 0 && (
          <p className="truncate text-xs text-faint">
            {conditions.map(({ description }) => scheduleByLocale(description)).join(" · ")}
          </p>
        )}
      </div>
      <TriggerSwitch trigger={trigger} />
    </li>
  );
}
