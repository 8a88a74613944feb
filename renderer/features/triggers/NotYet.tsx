import { Info } from "lucide-react";

/** Said wherever conditions are shown. */
export function NotYet() {
  return (
    <p className="flex gap-2 rounded-md bg-sunken px-3 py-2 text-xs text-soft">
      <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      Session events fire a trigger, and a one-time schedule wakes the session it reuses. Recurring schedules,
      chat conditions and code host events are saved but not supported yet: invoke such a trigger manually or
      from a program.
    </p>
  );
}
