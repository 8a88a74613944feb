import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useLive } from "./live.store.ts";

const patienceMs = 1_500;

/** A blink of the connection is not worth a word; what lasts is. */
function useLastingOutage(): boolean {
  const down = useLive((view) => view.stream === "down");
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!down) return;
    const timer = setTimeout(() => setLasting(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [down]);
  return lasting;
}

export function LiveBanner() {
  const lasting = useLastingOutage();
  return (
    <div role="status">
      {lasting && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-needs-soft px-3 py-1 text-xs text-needs">
          <WifiOff aria-hidden className="size-3.5" />
          Live updates are paused. Reconnecting…
        </p>
      )}
    </div>
  );
}
