import { useMinute } from "../../../lib/time.ts";
import { dayWords } from "../reading/reading.ts";

/** The day that begins with an entry. It is part of the row of the entry, so that no row is added or moves. */
export function DayHeading({ instant }: { instant: string }) {
  const day = dayWords(instant, useMinute());
  return (
    <h2 className="flex items-center gap-3 px-1 pt-4 pb-1 text-2xs font-medium text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <time dateTime={instant}>{day}</time>
    </h2>
  );
}
