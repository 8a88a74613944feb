import type { SpotPolicy, SpotPolicyKnobs } from "../../../server/domains/scheduling/admission/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { useChanges } from "../../lib/use-changes.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { SaveOrDiscard } from "../../ui/SaveOrDiscard.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { useChangePolicy, usePolicyPreview } from "./api.ts";
import { text } from "./text.ts";
import { knobsOf } from "./view-model.ts";

const words = text.policy;

/** What the draft would do right now, before it is saved. */
function Preview({ changes, isValid }: { changes: Partial<SpotPolicyKnobs>; isValid: boolean }) {
  const isChanged = Object.keys(changes).length > 0;
  const preview = usePolicyPreview(changes, isChanged && isValid);
  if (!isChanged) return <p className="text-sm text-faint">{words.unchanged}</p>;
  if (!isValid) return <p className="text-sm text-failed">{words.previewFailed}</p>;
  if (preview.error !== null)
    return <ErrorAlert title={words.previewFailed} messages={errorMessages(preview.error)} />;
  return (
    <p role="status" className="text-sm">
      <span className="text-soft">{words.now}: </span>
      {preview.data?.sentence ?? "…"}
    </p>
  );
}

/** Rules about quota, which mean nothing while no quota can be read. */
function QuotaFields({
  shown,
  set,
}: {
  shown: SpotPolicyKnobs;
  set(change: Partial<SpotPolicyKnobs>): void;
}) {
  return (
    <>
      <NumberField
        label={words.starvation}
        hint={words.starvationHint}
        range={[0, 720]}
        value={shown.starvation_age_ceiling_hours}
        onChange={(value) => set({ starvation_age_ceiling_hours: value })}
      />
      <NumberField
        label={words.fiveHour}
        hint={words.reserveHint}
        range={[0, 100]}
        value={shown.five_hour_reserve_pct}
        onChange={(value) => set({ five_hour_reserve_pct: value })}
      />
      <NumberField
        label={words.weekly}
        hint={words.reserveHint}
        range={[0, 100]}
        value={shown.weekly_reserve_pct}
        onChange={(value) => set({ weekly_reserve_pct: value })}
      />
    </>
  );
}

/** The owner's rules for spot sessions. */
export function PolicyForm({ policy }: { policy: SpotPolicy }) {
  const { mutate, isPending } = useChangePolicy();
  const form = useChanges(knobsOf(policy), (changes, { onSuccess }) =>
    mutate(changes, {
      onSuccess() {
        onSuccess();
        toastSuccess(words.saved);
      },
      onError: (error) => toastError(words.saveFailed, error),
    }),
  );
  const { shown, set } = form;
  return (
    <form
      aria-label={words.title}
      onSubmit={form.submit}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <h2 className="font-semibold">{words.title}</h2>
      <Switch
        label={words.gating}
        checked={shown.gating_enabled}
        onCheckedChange={(gating_enabled) => set({ gating_enabled })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={words.limit}
          hint={policy.ceiling_out_of_reach ? words.outOfReach(policy.worker_slots) : words.limitHint}
          range={[1, 100]}
          value={shown.max_concurrent_sessions}
          onChange={(value) => set({ max_concurrent_sessions: value })}
        />
        {policy.decision.windows.length > 0 && <QuotaFields shown={shown} set={set} />}
      </div>
      <Switch
        label={words.preemption}
        checked={shown.preemption_enabled}
        onCheckedChange={(preemption_enabled) => set({ preemption_enabled })}
      />
      <Preview changes={form.changes} isValid={form.isValid} />
      <SaveOrDiscard {...form} isPending={isPending} labels={{ save: words.save, discard: words.reset }} />
    </form>
  );
}
