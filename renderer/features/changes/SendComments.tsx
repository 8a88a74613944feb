import { useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { SendButtons } from "../composer/SendButtons.tsx";
import { useSend } from "../composer/use-send.ts";
import { decideDelivery } from "../composer/view-model.ts";
import { composeMessage, keep, type Review } from "./review.ts";
import { text } from "./text.ts";
import type { ChangeReview } from "./use-review.ts";

interface Props {
  session: Session;
  review: Review;
  change: ChangeReview;
}

/** Sends all comments as one message after showing it. They are removed once the service has accepted it. */
export function SendComments({ session, review, change }: Props) {
  const [open, setOpen] = useState(false);
  const delivery = decideDelivery(session);
  const count = review.comments.length;
  const { mutate, isPending, error, reset } = useSend(session, () => {
    change(({ writing }) => ({ comments: [], writing }));
    setOpen(false);
    toastSuccess(text.sendComments.sent(count), { description: text.sendComments.delivered[delivery.kind] });
  });
  const hasDraft = review.writing !== null && review.writing.text.trim() !== "";
  if (count === 0 && !hasDraft) return null;
  const prompt = composeMessage(review.comments);
  const show = (): void => {
    change(keep);
    reset();
    setOpen(true);
  };
  return (
    <>
      <Button variant="primary" size="small" onClick={show}>
        {text.sendComments.send(keep(review).comments.length)}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={text.sendComments.send(count)}
        description={text.sendComments.description}
      >
        <pre
          tabIndex={0}
          aria-label={text.sendComments.message}
          className="max-h-[45dvh] overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-2xs wrap-anywhere whitespace-pre-wrap"
        >
          {prompt}
        </pre>
        {error !== null && <ErrorAlert title={text.sendComments.failed} messages={errorMessages(error)} />}
        <footer className="flex flex-wrap items-center justify-end gap-2">
          <p className="min-w-40 flex-1 text-xs text-faint">{delivery.sentence}</p>
          {delivery.kind !== "blocked" && (
            <SendButtons
              delivery={delivery}
              ready={count > 0}
              busy={isPending}
              send={(now) => mutate({ prompt, files: [], now })}
            />
          )}
        </footer>
      </Dialog>
    </>
  );
}
