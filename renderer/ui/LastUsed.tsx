import { RelativeTime } from "./RelativeTime.tsx";
import { text } from "./text.ts";

/** When a key or connection was last used. */
export function LastUsed({ at }: { at: string | null }) {
  if (at === null) return <span>{text.use.never}</span>;
  return (
    <span>
      {text.use.used} <RelativeTime instant={at} spoken />
    </span>
  );
}
