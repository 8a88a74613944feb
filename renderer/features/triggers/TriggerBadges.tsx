import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import { text } from "./text.ts";
import { badgesOf } from "./view-model.ts";

/** What the page explains elsewhere: with the error itself, and at each condition. */
const explained: readonly string[] = [text.badges.failed, text.badges.unwatched];

/** Explains each other badge. */
export function BadgeNotes({ trigger }: { trigger: Trigger }) {
  const badges = badgesOf(trigger).filter(({ label }) => !explained.includes(label));
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
