import { SendHorizontal, Zap } from "lucide-react";
import { isMac, shortcutParts } from "../../lib/keyboard.ts";
import { Button } from "../../ui/Button.tsx";
import type { Delivery } from "./view-model.ts";

export interface SendButtonsProps {
  delivery: Exclude<Delivery, { kind: "blocked" }>;
  /** There is something that may be sent. */
  ready: boolean;
  busy: boolean;
  /** `now` stops the turn that runs. */
  send(now: boolean): void;
}

/** Sends or queues, as the session stands; beside queueing, a way to interrupt. */
export function SendButtons({ delivery, ready, busy, send }: SendButtonsProps) {
  const keys = shortcutParts("mod+enter", isMac()).join("+");
  const queues = delivery.kind === "queue";
  return (
    <>
      {queues && (
        <Button
          size="small"
          disabled={!ready || busy}
          onClick={() => send(true)}
          title="Stops the turn under way and delivers this instead"
        >
          <Zap aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">Interrupt and send now</span>
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
        {queues ? "Queue" : "Send"}
      </Button>
    </>
  );
}
