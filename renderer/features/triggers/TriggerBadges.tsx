import type { Trigger } from "../../../server/domains/triggers/model.ts";
import { badgesOf } from "./view-model.ts";

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
