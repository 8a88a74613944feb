import { useState } from "react";

/** Whether it was ever so since the component is there: what was opened once stays, for its leaving to be seen. */
export function useEverTrue(now: boolean): boolean {
  const [before, setBefore] = useState(now);
  if (now && !before) setBefore(true);
  return now || before;
}
