import { type ConditionShape, newCondition, type Settings } from "./condition-fields.ts";
import type { TriggerForm } from "./form.ts";
import { text } from "./text.ts";

/** Common work to begin a new trigger with. */
export interface Starter {
  name: string;
  template: string;
  skipIfPending: boolean;
  shape: ConditionShape;
  settings: Settings;
}

export const starters: readonly Starter[] = [
  {
    ...text.starters.label,
    skipIfPending: false,
    shape: "code_host_label",
    settings: { target: "issue", labels: "fix" },
  },
  {
    ...text.starters.build,
    skipIfPending: true,
    shape: "code_host_check",
    settings: { branch: "main" },
  },
  {
    ...text.starters.mention,
    skipIfPending: false,
    shape: "chat",
    settings: { event_type: "bot_mention", who: "known" },
  },
  {
    ...text.starters.triage,
    skipIfPending: false,
    shape: "code_host_issue",
    settings: {},
  },
  {
    ...text.starters.nightly,
    skipIfPending: true,
    shape: "recurring",
    settings: { interval: "1", unit: "days", time: "02:00" },
  },
  {
    ...text.starters.weekly,
    skipIfPending: true,
    shape: "recurring",
    settings: { interval: "1", unit: "weeks", day_of_week: "monday", time: "09:00" },
  },
  {
    ...text.starters.failed,
    skipIfPending: false,
    shape: "ao_event",
    settings: { event_name: "session_failed" },
  },
];

/** What a starter fills in; everything else of the form stays. */
export function startedForm({
  name,
  template,
  skipIfPending,
  shape,
  settings,
}: Starter): Partial<TriggerForm> {
  const condition = newCondition(shape, "starter");
  const conditions = [{ ...condition, settings: { ...condition.settings, ...settings } }];
  return { name, template, skipIfPending, conditions };
}
