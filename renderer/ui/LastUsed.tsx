import { RelativeTime } from "./RelativeTime.tsx";

/** When something was used last, in a line of facts. */
export function LastUsed({ at }: { at: string | null }) {
  if (at === null) return <span>Never used</span>;
  return (
    <span>
      Used <RelativeTime instant={at} spoken />
    </span>
  );
}
