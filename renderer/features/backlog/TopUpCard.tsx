import type { FleetTopUp, TopUpKnobs } from "../../../server/domains/scheduling/fleet-top-up/model.ts";
import { useChanges } from "../../lib/use-changes.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SaveOrDiscard } from "../../ui/SaveOrDiscard.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { useChangeTopUp, useTopUp } from "./api.ts";
import { text } from "./text.ts";
import { knobsOf } from "./view-model.ts";

const words = text.topUp;

interface FieldsProps {
  topUp: FleetTopUp;
  shown: TopUpKnobs;
  set(change: Partial<TopUpKnobs>): void;
}

function Fields({ topUp: { cadence }, shown, set }: FieldsProps) {
  return (
    <>
      <Switch
        label={words.starts}
        checked={shown.starts_backlog}
        onCheckedChange={(starts_backlog) => set({ starts_backlog })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={words.sessions}
          hint={words.sessionsHint}
          range={[1, 100]}
          value={shown.max_running_sessions}
          onChange={(value) => set({ max_running_sessions: value })}
        />
        <NumberField
          label={words.idle}
          hint={words.idleHint}
          range={[1, 1_440]}
          value={shown.idle_minutes}
          onChange={(value) => set({ idle_minutes: value })}
        />
        <NumberField
          label={words.interval}
          hint={words.intervalHint(cadence.fires)}
          range={[1, 10_080]}
          value={shown.min_fire_interval_minutes}
          onChange={(value) => set({ min_fire_interval_minutes: value })}
        />
        <NumberField
          label={words.quiet}
          hint={words.quietHint(cadence.quiet)}
          range={[1, 10_080]}
          value={shown.quiet_backlog_interval_minutes}
          onChange={(value) => set({ quiet_backlog_interval_minutes: value })}
        />
      </div>
    </>
  );
}

function Form({ topUp }: { topUp: FleetTopUp }) {
  const { mutate, isPending } = useChangeTopUp();
  const form = useChanges(knobsOf(topUp), (changes, { onSuccess }) =>
    mutate(changes, {
      onSuccess() {
        onSuccess();
        toastSuccess(words.saved);
      },
      onError: (error) => toastError(words.saveFailed, error),
    }),
  );
  return (
    <form aria-label={words.title} onSubmit={form.submit} className="flex flex-col gap-4 pt-3">
      <Fields topUp={topUp} shown={form.shown} set={form.set} />
      <SaveOrDiscard {...form} isPending={isPending} labels={words} />
    </form>
  );
}

/** Whether work is started by itself: what happens now, and the rules behind it. */
export function TopUpCard() {
  const topUp = useTopUp();
  return (
    <section aria-label={words.title} className="rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
      <QueryContent query={topUp} what={words.title} lines={2}>
        {(shown) => (
          <>
            <h2 className="font-medium">{words.title}</h2>
            <p className="text-soft">{shown.sentence}</p>
            <p className="flex flex-wrap gap-x-3 text-xs text-faint">
              <span>{words.intro}</span>
              <span>
                {words.last}:{" "}
                {shown.last_fired_at === null ? (
                  words.never
                ) : (
                  <RelativeTime instant={shown.last_fired_at} spoken />
                )}
              </span>
            </p>
            <details className="mt-2">
              <summary className="cursor-pointer text-xs text-soft select-none hover:text-ink">
                {words.show}
              </summary>
              <Form topUp={shown} />
            </details>
          </>
        )}
      </QueryContent>
    </section>
  );
}
