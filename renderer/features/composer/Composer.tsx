import { useState } from "react";
import { promptLimit, type Session } from "../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { useAwayReason } from "../../lib/connection.ts";
import { readDraft, saveDraft, useDraft } from "../../lib/drafts.ts";
import { DraftNote } from "../../ui/DraftNote.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { AttachButton } from "./AttachButton.tsx";
import { AttachmentList } from "./AttachmentList.tsx";
import { type Answered, CommandAnswer } from "./CommandAnswer.tsx";
import { PromptField } from "./PromptField.tsx";
import { SendButtons, type SendButtonsProps } from "./SendButtons.tsx";
import { text } from "./text.ts";
import { UploadCanceled, useUpload } from "./uploads.store.ts";
import { type Attachments, useAttachments } from "./use-attachments.ts";
import { composerDraft, useSend } from "./use-send.ts";
import { decideDelivery, lengthText } from "./view-model.ts";

interface BarProps extends SendButtonsProps {
  attachments: Attachments;
  length: number;
}

function Bar({ attachments, length, ...rest }: BarProps) {
  const over = length > promptLimit;
  return (
    <div className="flex items-center gap-2 p-1.5">
      <AttachButton attachments={attachments} />
      <p className={`line-clamp-2 min-w-0 flex-1 text-xs ${over ? "text-failed" : "text-faint"}`}>
        {lengthText(length) ?? rest.delivery.sentence}
      </p>
      <SendButtons {...rest} />
    </div>
  );
}

interface ComposerProps {
  session: Session;
  /** Called after the service has accepted a message. */
  onSent?: (() => void) | undefined;
}

/** The box for the next message; shows what sending it will do. */
export function Composer({ session, onSent }: ComposerProps) {
  const delivery = decideDelivery(session);
  if (delivery.kind !== "blocked")
    return <MessageBox session={session} delivery={delivery} onSent={onSent} />;
  return (
    <p className="rounded-lg border border-line bg-surface px-3 py-2.5 text-center text-soft">
      {delivery.sentence}
    </p>
  );
}

function MessageBox({ session, delivery, onSent }: ComposerProps & Pick<BarProps, "delivery">) {
  const draftId = composerDraft(session.id);
  const [prompt, setPrompt] = useDraft(draftId);
  const attachments = useAttachments(draftId);
  const [restored, setRestored] = useState(prompt.trim() !== "");
  const [answer, setAnswer] = useState<Answered | null>(null);
  const { mutate, isPending, error } = useSend(session, (sent, answered) => {
    if (readDraft(draftId) === sent.prompt) saveDraft(draftId, "");
    setRestored(false);
    setAnswer(answered);
    attachments.drop(sent.files);
    if (answered === null) onSent?.();
  });
  // An upload continues while another page is shown.
  const busy = useUpload(draftId) !== null || isPending;
  const away = useAwayReason() !== null;
  const keepsNoFiles = delivery.kind === "keep" && attachments.files.length > 0;
  const problem = away ? text.delivery.away : keepsNoFiles ? text.delivery.keepsNoFiles : null;
  const ready = prompt.trim() !== "" && prompt.length <= promptLimit && problem === null;
  const send = (now: boolean): void => {
    if (ready && !busy) mutate({ prompt, files: attachments.files, now });
  };
  return (
    <div className="flex flex-col gap-2">
      {error !== null && !(error instanceof UploadCanceled) && (
        <ErrorAlert title={text.message.failed} messages={errorMessages(error)} />
      )}
      {answer !== null && <CommandAnswer answer={answer} onClose={() => setAnswer(null)} />}
      <section
        aria-label={text.message.section}
        {...attachments.dropTarget}
        className={`rounded-lg border bg-surface focus-within:border-accent ${attachments.dragging ? "border-accent bg-accent-soft" : "border-line-strong"}`}
      >
        <AttachmentList attachments={attachments} />
        {restored && prompt !== "" && (
          <DraftNote
            className="px-3 pt-2"
            onDiscard={() => {
              saveDraft(draftId, "");
              setRestored(false);
            }}
          />
        )}
        <PromptField
          sessionId={session.id}
          draftId={draftId}
          placeholder={attachments.dragging ? text.message.dropHere : text.message.placeholder}
          prompt={prompt}
          onChange={(changed) => {
            setPrompt(changed);
            setRestored(false);
          }}
          onSend={() => send(false)}
        />
        <Bar
          delivery={problem === null ? delivery : { ...delivery, sentence: problem }}
          attachments={attachments}
          ready={ready}
          busy={busy}
          length={prompt.length}
          send={send}
        />
      </section>
    </div>
  );
}
