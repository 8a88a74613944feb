import { useState } from "react";

/** Whether `now` was true at any time since the component mounted, so that a closing dialog can animate out. */
export function useEverTrue(now: boolean): boolean {
  const [before, setBefore] = useState(now);
  if (now && !before) setBefore(true);
  return now || before;
}
