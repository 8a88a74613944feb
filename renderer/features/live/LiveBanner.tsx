import { CloudOff, PowerOff, Wifi, WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { checkConnection, useConnection } from "../../lib/connection.ts";
import { PageBanner } from "../../ui/PageBanner.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
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

/** Says that the service is away and how old the page is. */
function AwayBanner() {
  const currentAt = useConnection((connection) => connection.currentAt);
  return (
    <PageBanner
      tone="needs"
      icon={CloudOff}
      action={
        <button
          type="button"
          onClick={() => void checkConnection()}
          className="font-medium underline underline-offset-2"
        >
          {text.away.tryAgain}
        </button>
      }
    >
      <span>
        {isOnThisMachine() ? text.away.notRunning : text.away.unreachable}
        {currentAt !== null && (
          <>
            {" "}
            {text.away.asOf} <RelativeTime instant={new Date(currentAt).toISOString()} spoken />.
          </>
        )}
      </span>
    </PageBanner>
  );
}

/** A phone or another computer cannot tell whether the service stopped or the network did. */
const isOnThisMachine = (): boolean => /^(?:localhost|127\.|\[::1\])/.test(location.hostname);

/** Says that the service is away or back, or that live updates are paused, and why if that is known. */
export function LiveBanner() {
  const stopping = useLive((view) => view.stopping);
  const connection = useConnection(({ state }) => state);
  const lasting = useLastingOutage();
  if (connection === "away") return <AwayBanner />;
  if (stopping) {
    return (
      <PageBanner tone="needs" icon={PowerOff}>
        {text.stopping}
      </PageBanner>
    );
  }
  if (connection === "back") {
    return (
      <PageBanner tone="running" icon={Wifi}>
        {text.back}
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
