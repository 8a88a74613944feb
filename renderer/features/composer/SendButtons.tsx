import { SendHorizontal, Zap } from "lucide-react";
import { isMac, shortcutParts } from "../../lib/keyboard.ts";
import { Button } from "../../ui/Button.tsx";
import { text } from "./text.ts";
import type { Delivery } from "./view-model.ts";

export interface SendButtonsProps {
  delivery: Exclude<Delivery, { kind: "blocked" }>;
  /** The message can be sent. */
  ready: boolean;
  busy: boolean;
  /** `now` stops the current turn. */
  send(now: boolean): void;
}

/** Sends the message or queues it, depending on the session; a queued one can also interrupt the turn. */
export function SendButtons({ delivery, ready, busy, send }: SendButtonsProps) {
  const keys = shortcutParts("mod+enter", isMac()).join("+");
  const queues = delivery.kind === "queue";
  return (
    <>
      {delivery.kind === "queue" && delivery.interruptible && (
        <Button
          size="small"
          disabled={!ready || busy}
          onClick={() => send(true)}
          title={text.send.interruptHint}
        >
          <Zap aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">{text.send.interrupt}</span>
        </Button>
      )}
      <Button
        variant="primary"
        size="small"
        disabled={!ready}
        busy={busy}
        onClick={() => send(false)}
        title={keys}
      >
        <SendHorizontal aria-hidden className="size-3.5" />
        {queues || delivery.kind === "keep" ? text.send.queue : text.send.send}
      </Button>
    </>
  );
}
