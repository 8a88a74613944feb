import { ageAgo, fullTime, shortAge, useMinute } from "../lib/time.ts";

interface Props {
  instant: string;
  /** "5 min ago" and not only "5 min", where it stands in a sentence. */
  spoken?: boolean;
  className?: string;
}

/** How long ago, with the full local time as its tip. */
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
