import { Button } from "../../ui/Button.tsx";
import { text } from "./text.ts";
import { useUpload } from "./uploads.store.ts";

/** The progress of an upload. It can be canceled until all files have arrived at the service. */
export function UploadBar({ draftId }: { draftId: string }) {
  const upload = useUpload(draftId);
  if (upload === null) return null;
  const { sent, total, cancel } = upload;
  const all = sent >= total;
  return (
    <div className="flex min-h-7 items-center gap-2 text-xs text-soft">
      <progress
        aria-label={text.upload.label}
        className="progress-bar h-1 min-w-16 flex-1"
        max={total}
        value={sent}
      />
      <span className="tabular-nums">
        {all ? text.upload.delivering : text.upload.progress(Math.floor((sent / total) * 100))}
      </span>
      {!all && (
        <Button size="small" onClick={cancel}>
          {text.upload.cancel}
        </Button>
      )}
    </div>
  );
}
