import { useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { SendButtons } from "../composer/SendButtons.tsx";
import { useSend } from "../composer/use-send.ts";
import { type Delivery, decideDelivery } from "../composer/view-model.ts";
import { composeMessage, keep, type Review } from "./review.ts";
import type { ChangeReview } from "./use-review.ts";
import { counted } from "./view-model.ts";

interface Props {
  session: Session;
  review: Review;
  change: ChangeReview;
}

const sentWords: Record<Delivery["kind"], string> = {
  now: "The agent has received them.",
  queue: "They are queued and will be sent when the current turn ends.",
  blocked: "",
};

/** Sends all comments as one message, which is shown first. They go only once the service has it. */
export function SendComments({ session, review, change }: Props) {
  const [open, setOpen] = useState(false);
  const delivery = decideDelivery(session);
  const words = counted(review.comments.length, "comment", "comments");
  const { mutate, isPending, error, reset } = useSend(session, () => {
    change(({ writing }) => ({ comments: [], writing }));
    setOpen(false);
    toastSuccess(`Sent ${words}`, { description: sentWords[delivery.kind] });
  });
  const unkept = review.writing !== null && review.writing.text.trim() !== "";
  if (review.comments.length === 0 && !unkept) return null;
  const prompt = composeMessage(review.comments);
  const show = (): void => {
    change(keep);
    reset();
    setOpen(true);
  };
  return (
    <>
      <Button variant="primary" size="small" onClick={show}>
        Send {counted(keep(review).comments.length, "comment", "comments")}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Send ${words}`}
        description="The agent receives them as one message:"
      >
        <pre
          tabIndex={0}
          aria-label="The message"
          className="max-h-[45dvh] overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-2xs wrap-anywhere whitespace-pre-wrap"
        >
          {prompt}
        </pre>
        {error !== null && <ErrorAlert title="Could not send the comments" messages={errorMessages(error)} />}
        <footer className="flex flex-wrap items-center justify-end gap-2">
          <p className="min-w-40 flex-1 text-xs text-faint">{delivery.sentence}</p>
          {delivery.kind !== "blocked" && (
            <SendButtons
              delivery={delivery}
              ready={review.comments.length > 0}
              busy={isPending}
              send={(now) => mutate({ prompt, files: [], now })}
            />
          )}
        </footer>
      </Dialog>
    </>
  );
}
