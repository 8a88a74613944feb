import { Paperclip, SendHorizontal, X, Zap } from "lucide-react";
import { useRef } from "react";
import { promptLimit, type Session } from "../../../server/domains/sessions/model.ts";
import { sentencesOf } from "../../lib/api-error.ts";
import { useDraft } from "../../lib/drafts.ts";
import { isMac, matchesShortcut, shortcutParts } from "../../lib/keyboard.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { sizeWords } from "./attachments.ts";
import { useAttachments } from "./use-attachments.ts";
import { composerDraft, useSend } from "./use-send.ts";
import { type Delivery, decideDelivery } from "./view-model.ts";

type Attachments = ReturnType<typeof useAttachments>;

function Files({ attachments }: { attachments: Attachments }) {
  if (attachments.files.length === 0) return null;
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-1.5 px-2.5 pt-2">
      {attachments.files.map(({ id, attachment, bytes }) => (
        <li
          key={id}
          className="flex h-6 items-center gap-1.5 rounded-sm border border-line bg-sunken ps-2 text-xs"
        >
          <span className="max-w-48 truncate">{attachment.filename}</span>
          <span className="text-faint">{sizeWords(bytes)}</span>
          <IconButton
            label={`Remove ${attachment.filename}`}
            className="size-6"
            onClick={() => attachments.remove(id)}
          >
            <X aria-hidden className="size-3" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function AttachButton({ attachments }: { attachments: Attachments }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          void attachments.add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <IconButton label="Attach files" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden className="size-4" />
      </IconButton>
    </>
  );
}

interface BarProps {
  delivery: Exclude<Delivery, { kind: "blocked" }>;
  attachments: Attachments;
  ready: boolean;
  busy: boolean;
  length: number;
  send(now: boolean): void;
}

function SendButtons({ delivery, ready, busy, send }: Omit<BarProps, "attachments" | "length">) {
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
        look="primary"
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

function Bar({ attachments, length, ...rest }: BarProps) {
  const over = length > promptLimit;
  return (
    <div className="flex items-center gap-2 p-1.5">
      <AttachButton attachments={attachments} />
      <p className={`min-w-0 flex-1 truncate text-xs ${over ? "text-failed" : "text-faint"}`}>
        {over
          ? `${length.toLocaleString()} characters: ${promptLimit.toLocaleString()} is the most.`
          : rest.delivery.sentence}
      </p>
      <SendButtons {...rest} />
    </div>
  );
}

/** Where the next message is written; says beforehand what will become of it. */
export function Composer({ session }: { session: Session }) {
  const delivery = decideDelivery(session);
  if (delivery.kind !== "blocked") return <MessageBox session={session} delivery={delivery} />;
  return (
    <p className="rounded-lg border border-line bg-surface px-3 py-2.5 text-center text-soft">
      {delivery.sentence}
    </p>
  );
}

function MessageBox({ session, delivery }: { session: Session; delivery: BarProps["delivery"] }) {
  const [prompt, setPrompt] = useDraft(composerDraft(session.id));
  const attachments = useAttachments();
  const { mutate, isPending, error } = useSend(session, attachments.clear);
  const ready = prompt.trim() !== "" && prompt.length <= promptLimit;
  const send = (now: boolean): void => {
    if (ready && !isPending) mutate({ prompt, files: attachments.files, now });
  };
  return (
    <div className="flex flex-col gap-2">
      {error !== null && <Problem title="The message was not sent" sentences={sentencesOf(error)} />}
      <section
        aria-label="Write to the agent"
        {...attachments.dropTarget}
        className={`rounded-lg border bg-surface focus-within:border-accent ${attachments.dragging ? "border-accent bg-accent-soft" : "border-line-strong"}`}
      >
        <Files attachments={attachments} />
        <textarea
          aria-label="Message"
          placeholder="Write to the agent"
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
          onKeyDown={(event) => {
            if (!matchesShortcut(event, "mod+enter")) return;
            event.preventDefault();
            send(false);
          }}
          className="field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 text-base outline-none"
        />
        <Bar
          delivery={delivery}
          attachments={attachments}
          ready={ready}
          busy={isPending}
          length={prompt.length}
          send={send}
        />
      </section>
    </div>
  );
}
