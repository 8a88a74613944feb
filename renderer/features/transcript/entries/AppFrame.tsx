import { useEffect, useMemo, useRef, useState } from "react";
import { transcriptOperations } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { linkUrl } from "../../../lib/client.ts";
import { decideMessage, type Excess, fullAllowance, isFrom } from "./app-limits.ts";
import { answerTo, firstHeight, wantedHeight } from "./app-messages.ts";
import { text } from "./text.ts";

export interface AppAddress {
  id: string;
  line: string;
  position: string;
  number: string;
}

interface AppFrameProps {
  address: AppAddress;
  server: string;
}

/** An app in its frame, or why it was stopped: nothing but its end keeps a frame from sending messages. */
export function AppFrame(props: AppFrameProps) {
  const [stopped, setStopped] = useState<Excess | null>(null);
  if (stopped === null) return <RunningApp {...props} onExcess={setStopped} />;
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-1.5 px-3 py-2 text-xs text-needs">
      <span>{text.apps.stopped[stopped]}</span>
      <button
        type="button"
        className="font-medium text-accent hover:underline"
        onClick={() => setStopped(null)}
      >
        {text.apps.loadAgain}
      </button>
    </p>
  );
}

/**
 * A frame that belongs to no site: `sandbox` without `allow-same-origin`, which the page's own headers repeat. Only messages of
 * this frame are read, and only its height follows from them.
 */
function RunningApp({ address, server, onExcess }: AppFrameProps & { onExcess(excess: Excess): void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(firstHeight);
  const { id, line, position, number } = address;
  // The address has a ticket with an expiry; another one would load the app again.
  const url = useMemo(
    () => linkUrl(transcriptOperations.timelineApp, { params: { id, line, position, number } }),
    [id, line, position, number],
  );
  useEffect(() => {
    let allowance = fullAllowance(performance.now());
    const onMessage = (event: MessageEvent<unknown>): void => {
      const own = frame.current?.contentWindow;
      if (!own || !isFrom(event.source, own)) return;
      const next = decideMessage(allowance, event.data, performance.now());
      if (typeof next === "string") {
        window.removeEventListener("message", onMessage);
        return onExcess(next);
      }
      allowance = next;
      // Frames inside of it only count.
      if (event.source !== own) return;
      const wanted = wantedHeight(event.data);
      if (wanted !== null) setHeight(wanted);
      const answer = answerTo(event.data);
      // A frame without an origin has no other address.
      if (answer !== null) own.postMessage(answer, "*");
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [onExcess]);
  return (
    <iframe
      ref={frame}
      src={url}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={text.apps.title(server)}
      // Its page is written for white paper, whatever the board's colors are.
      style={{ height, background: "#fff", colorScheme: "light" }}
      className="block w-full rounded-b-md"
    />
  );
}
