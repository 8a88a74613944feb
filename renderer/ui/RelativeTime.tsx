import { ageAgo, fullTime, shortAge, useMinute } from "../lib/time.ts";

interface Props {
  instant: string;
  /** "5 min ago" instead of "5 min", for use in a sentence. */
  spoken?: boolean;
  className?: string;
}

/** How long ago, with the full local time as a tooltip. */
export function RelativeTime({ instant, spoken = false, className = "" }: Props) {
  const age = shortAge(instant, useMinute());
  return (
    <time
      dateTime={instant}
      title={fullTime(instant)}
      className={`whitespace-nowrap tabular-nums ${className}`}
    >
      {spoken ? ageAgo(age) : age}
    </time>
  );
}
