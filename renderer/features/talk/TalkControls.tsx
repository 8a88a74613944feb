import { LoaderCircle, Mic, MicOff, PhoneOff } from "lucide-react";
import { useEffect, useRef } from "react";
import type { LiveConversation } from "../../../server/domains/live/conversations/model.ts";
import { useSecond } from "../../lib/second-clock.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { endCall, interrupt, letGo, microphoneLevel, press, setHandsFree, startCall } from "./call.ts";
import { isOpen } from "./conversation-state.ts";
import { DeviceChoice } from "./DeviceChoice.tsx";
import { isHandsFree, setTalk, type Talk, useTalk } from "./talk.store.ts";
import { text } from "./text.ts";

/** What the button says; it never says that it listens before it does. */
function stateOf(
  talk: Pick<
    Talk,
    "phase" | "speaking" | "hearing" | "thinking" | "handsFree" | "pushToTalk" | "held" | "wakeWord"
  >,
): string {
  const { states } = text;
  if (talk.phase === "off") return states.off;
  if (talk.phase === "connecting") return states.connecting;
  if (talk.speaking) return states.speaking;
  if (!isHandsFree(talk) && !talk.held) return talk.thinking ? states.thinking : states.held;
  if (talk.hearing) return states.hearing;
  if (talk.thinking) return states.thinking;
  return talk.wakeWord === null ? states.listening : states.named(talk.wakeWord);
}

/** The halo follows the microphone, so that one sees that it is heard. */
function useLevel() {
  const halo = useRef<HTMLSpanElement>(null);
  const isLive = useTalk((state) => state.phase === "live");
  useEffect(() => {
    if (!isLive) return;
    let frame = 0;
    const draw = (): void => {
      halo.current?.style.setProperty("--level", microphoneLevel().toFixed(2));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [isLive]);
  return halo;
}

const size = "relative grid size-16 shrink-0 place-items-center rounded-full select-none touch-none";

/** One button: off, connecting, or live. In a call it is held to talk, or tapped to interrupt. */
function TalkButton({ onStart }: { onStart(): void }) {
  const halo = useLevel();
  const talk = useTalk();
  if (talk.phase !== "live") {
    const isOff = talk.phase === "off";
    const Icon = isOff ? Mic : LoaderCircle;
    return (
      <button
        type="button"
        aria-label={isOff ? text.talk : text.connecting}
        title={isOff ? text.talk : text.connecting}
        onClick={isOff ? onStart : () => endCall()}
        className={`${size} ${isOff ? "bg-accent-fill text-on-accent hover:bg-accent-fill-hover" : "border border-line-strong bg-sunken text-soft"}`}
      >
        <Icon aria-hidden className={`size-6 ${isOff ? "" : "animate-spin"}`} />
      </button>
    );
  }
  const sends = isHandsFree(talk) || talk.held;
  const Icon = sends ? Mic : MicOff;
  const color = talk.speaking
    ? "bg-accent-fill text-on-accent"
    : sends
      ? "bg-running-soft text-running"
      : "border border-line-strong bg-sunken text-soft";
  return (
    <button
      type="button"
      aria-label={talk.speaking ? text.interrupt : text.states.held}
      aria-pressed={sends}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        if (isHandsFree(talk)) interrupt();
        else press();
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      className={`${size} ${color}`}
    >
      <span
        ref={halo}
        aria-hidden
        className="absolute inset-0 rounded-full bg-running-dot opacity-25 motion-reduce:hidden"
        style={{ transform: "scale(calc(0.8 + var(--level, 0) * 0.7))" }}
      />
      <Icon aria-hidden className="relative size-6" />
    </button>
  );
}

function Clock({ since }: { since: number }) {
  const now = useSecond();
  return <span className="tabular-nums">{text.clock(Math.max(0, (now - since) / 1_000))}</span>;
}

function CallOptions() {
  const talk = useTalk();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {!talk.pushToTalk && (
        <Switch label={text.handsFree} checked={talk.handsFree} onCheckedChange={setHandsFree} />
      )}
      <DeviceChoice />
    </div>
  );
}

interface Props {
  /** Undefined while it is not known whether there is one. */
  conversation: LiveConversation | null | undefined;
  onChanged(): void;
}

export function TalkControls({ conversation: known, onChanged }: Props) {
  const talk = useTalk();
  const conversation = known ?? null;
  const start = (): void => {
    // It starts once it is known which conversation it belongs to.
    if (known === undefined) return setTalk({ callWish: true });
    void startCall(isOpen(conversation) ? conversation.id : null, null).finally(onChanged);
  };
  const cost = talk.costDollars ?? conversation?.cost_dollars ?? 0;
  return (
    <div className="flex items-center gap-3">
      <TalkButton onStart={start} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p role="status" className="truncate text-sm font-medium">
          {stateOf(talk)}
        </p>
        <p className="flex items-center gap-2 text-xs text-soft">
          {talk.since !== null && <Clock since={talk.since} />}
          {cost > 0 && <span title={text.costLabel}>{text.cost(cost)}</span>}
          {talk.since === null && cost === 0 && <span className="line-clamp-3">{text.audioNote}</span>}
        </p>
        {talk.phase === "live" && <CallOptions />}
      </div>
      {talk.phase === "live" && (
        <IconButton label={text.end} onClick={() => endCall()}>
          <PhoneOff aria-hidden className="size-4 text-failed" />
        </IconButton>
      )}
      {talk.phase === "off" && isOpen(conversation) && (
        <NewConversation id={conversation.id} onChanged={onChanged} />
      )}
    </div>
  );
}

function NewConversation({ id, onChanged }: { id: number; onChanged(): void }) {
  return (
    <Button
      size="small"
      variant="quiet"
      onClick={() => {
        void import("./api.ts").then(({ finishConversation }) => finishConversation(id)).finally(onChanged);
      }}
    >
      {text.newConversation}
    </Button>
  );
}
