import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import { badgesOf, statusWords } from "./view-model.ts";

/** Why each of them stands there; what failed is told in its own words. */
export function BadgeNotes({ trigger }: { trigger: Trigger }) {
  const badges = badgesOf(trigger).filter(({ text }) => text !== statusWords.failed);
  if (badges.length === 0) return null;
  return (
    <ul aria-label="Needs attention" className="text-sm text-soft">
      {badges.map(({ text, note }) => (
        <li key={text}>{note}.</li>
      ))}
    </ul>
  );
}

export function TriggerBadges({ trigger }: { trigger: Trigger }) {
  return badgesOf(trigger).map(({ text, note, grave }) => (
    <span
      key={text}
      title={note}
      className={`rounded-sm px-1.5 text-2xs font-medium ${grave ? "bg-failed-soft text-failed" : "bg-needs-soft text-needs"}`}
    >
      {text}
    </span>
  ));
}
