import { Button } from "../../ui/Button.tsx";
import { useUpload } from "./uploads.store.ts";

/** How far the sending of the files is. Once all are with the service there is nothing left to cancel. */
export function UploadBar({ draftId }: { draftId: string }) {
  const upload = useUpload(draftId);
  if (upload === null) return null;
  const { sent, total, cancel } = upload;
  const all = sent >= total;
  return (
    <div className="flex min-h-7 items-center gap-2 text-xs text-soft">
      <progress
        aria-label="Sending the files"
        className="progress-bar h-1 min-w-16 flex-1"
        max={total}
        value={sent}
      />
      <span className="tabular-nums">
        {all ? "Sent, being delivered" : `${Math.floor((sent / total) * 100)}% sent`}
      </span>
      {!all && (
        <Button size="small" onClick={cancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
