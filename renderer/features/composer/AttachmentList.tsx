import { FileText, X } from "lucide-react";
import { useMemo } from "react";
import { IconButton } from "../../ui/IconButton.tsx";
import { formatBytes, type PendingFile, picturesText, pictureUrl, usageText } from "./attachments.ts";
import { text } from "./text.ts";
import { UploadBar } from "./UploadBar.tsx";
import type { Attachments } from "./use-attachments.ts";

function Thumbnail({ url }: { url: string | null }) {
  if (url !== null) return <img src={url} alt="" className="size-9 shrink-0 rounded-sm object-cover" />;
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-sm bg-hover text-faint">
      <FileText aria-hidden className="size-4" />
    </span>
  );
}

function PendingItem({ file, onRemove }: { file: PendingFile; onRemove(): void }) {
  const { filename } = file.attachment;
  const url = useMemo(() => pictureUrl(file), [file]);
  return (
    <li className="flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken p-1 text-xs">
      <Thumbnail url={url} />
      <span className="min-w-0">
        <span className="block max-w-44 truncate">{filename}</span>
        <span className="block text-2xs text-faint">
          {formatBytes(file.bytes)}, {url === null ? text.attach.file : text.attach.picture}
        </span>
      </span>
      <IconButton label={text.attach.remove(filename)} onClick={onRemove}>
        <X aria-hidden className="size-3.5" />
      </IconButton>
    </li>
  );
}

/** The files of the message, with a thumbnail of each picture that is shown to the model. */
export function AttachmentList({ attachments }: { attachments: Attachments }) {
  const { draftId, files, remove } = attachments;
  if (files.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 px-2.5 pt-2.5">
      <ul aria-label={text.attach.list} className="flex flex-wrap gap-1.5">
        {files.map((file) => (
          <PendingItem key={file.id} file={file} onRemove={() => remove(file.id)} />
        ))}
      </ul>
      <p className="text-2xs text-faint">
        {usageText(files)}. {picturesText}
      </p>
      <UploadBar draftId={draftId} />
    </div>
  );
}
