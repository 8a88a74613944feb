import type { LiveSettings } from "../../../../server/domains/live/settings/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useRestoreGuidance } from "./api.ts";
import { text } from "./text.ts";
import { type ShownChange, shownChanges } from "./view-model.ts";

const words = text.history;

/** The guidance before and after a change, with a way back to the one before. */
function GuidanceChange({ id, guidance }: { id: number; guidance: { before: string; after: string } }) {
  const { mutate, isPending } = useRestoreGuidance();
  const restore = (): void =>
    mutate(id, {
      onSuccess: () => toastSuccess(words.restored),
      onError: (error) => toastError(words.restoreFailed, error),
    });
  const parts = [
    [words.before, guidance.before],
    [words.after, guidance.after],
  ] as const;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">{words.guidanceChanged}</summary>
      <dl className="my-1 flex flex-col gap-1 border-s-2 border-line ps-3 text-xs">
        {parts.map(([name, content]) => (
          <div key={name}>
            <dt className="font-medium text-soft">{name}</dt>
            <dd className="break-words whitespace-pre-wrap">{content || words.noGuidance}</dd>
          </div>
        ))}
      </dl>
      <Button size="small" busy={isPending} onClick={restore}>
        {words.restore}
      </Button>
    </details>
  );
}

function Change({ change }: { change: ShownChange }) {
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2 last:border-0">
      {change.sentences.map((sentence) => (
        <p key={sentence} className="text-sm">
          {sentence}
        </p>
      ))}
      {change.guidance && <GuidanceChange id={change.id} guidance={change.guidance} />}
      <p className="flex flex-wrap gap-x-2 text-xs text-faint">
        <span>{change.who}</span>
        {change.isByAgent && <span>{words.byAgent}</span>}
        <RelativeTime instant={change.at} spoken />
      </p>
    </li>
  );
}

/** Who changed what. */
export function HistorySection({ settings }: { settings: LiveSettings }) {
  const changes = shownChanges(settings);
  return (
    <SettingsSection title={words.title} description={words.description}>
      {changes.length === 0 ? (
        <p className="text-sm text-soft">{words.none}</p>
      ) : (
        <ul aria-label={words.list}>
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
