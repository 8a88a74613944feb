import { RelativeTime } from "./RelativeTime.tsx";

/** When a key or connection was last used. */
export function LastUsed({ at }: { at: string | null }) {
  if (at === null) return <span>Never used</span>;
  return (
    <span>
      Used <RelativeTime instant={at} spoken />
    </span>
  );
}
