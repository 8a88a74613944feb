import { PowerOff, WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { PageBanner } from "../../ui/PageBanner.tsx";
import { useLive } from "./live.store.ts";
import { text } from "./text.ts";

const graceMs = 1_500;

/** Short interruptions are not shown. */
function useLastingOutage(): boolean {
  const down = useLive((view) => view.stream === "down");
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!down) return;
    const timer = setTimeout(() => setLasting(true), graceMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [down]);
  return lasting;
}

/** Says that live updates are paused, and why if that is known. */
export function LiveBanner() {
  const stopping = useLive((view) => view.stopping);
  const lasting = useLastingOutage();
  if (stopping) {
    return (
      <PageBanner tone="needs" icon={PowerOff}>
        {text.stopping}
      </PageBanner>
    );
  }
  if (!lasting) return null;
  return (
    <PageBanner tone="needs" icon={WifiOff}>
      {text.paused}
    </PageBanner>
  );
}
