import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import { text } from "./text.ts";
import { badgesOf } from "./view-model.ts";

/** Explains each badge but “Failed”, which the page explains with the error itself. */
export function BadgeNotes({ trigger }: { trigger: Trigger }) {
  const badges = badgesOf(trigger).filter(({ label }) => label !== text.status.failed);
  if (badges.length === 0) return null;
  return (
    <ul aria-label={text.badges.label} className="text-sm wrap-anywhere text-soft">
      {badges.map(({ label, note }) => (
        <li key={label}>{note}.</li>
      ))}
    </ul>
  );
}

export function TriggerBadges({ trigger }: { trigger: Trigger }) {
  return badgesOf(trigger).map(({ label, note, severe }) => (
    <span
      key={label}
      title={note}
      className={`rounded-sm px-1.5 text-2xs font-medium ${severe ? "bg-failed-soft text-failed" : "bg-needs-soft text-needs"}`}
    >
      {label}
    </span>
  ));
}
