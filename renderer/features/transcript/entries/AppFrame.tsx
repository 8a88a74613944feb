import { useEffect, useMemo, useRef, useState } from "react";
import { transcriptOperations } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { linkUrl } from "../../../lib/client.ts";
import { answerTo, firstHeight, wantedHeight } from "./app-messages.ts";
import { text } from "./text.ts";

export interface AppAddress {
  id: string;
  line: string;
  position: string;
  number: string;
}

/**
 * An app in a frame that belongs to no site: `sandbox` without `allow-same-origin`, which the page's own headers repeat. Only
 * messages of this frame are read, and only its height follows from them.
 */
export function AppFrame({ address, server }: { address: AppAddress; server: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(firstHeight);
  const { id, line, position, number } = address;
  // The address has a ticket with an expiry; another one would load the app again.
  const url = useMemo(
    () => linkUrl(transcriptOperations.timelineApp, { params: { id, line, position, number } }),
    [id, line, position, number],
  );
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
      const own = frame.current?.contentWindow;
      if (!own || source !== own) return;
      const wanted = wantedHeight(data);
      if (wanted !== null) setHeight(wanted);
      const answer = answerTo(data);
      // A frame without an origin has no other address.
      if (answer !== null) own.postMessage(answer, "*");
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, []);
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
