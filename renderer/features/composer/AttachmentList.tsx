import { FileText, X } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { isPicture, type PendingFile, pictureUrl, sizeWords, usageWords } from "./attachments.ts";
import type { Attachments } from "./use-attachments.ts";

function Thumbnail({ file }: { file: PendingFile }) {
  if (isPicture(file)) {
    return <img src={pictureUrl(file)} alt="" className="size-9 shrink-0 rounded-sm object-cover" />;
  }
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-sm bg-hover text-faint">
      <FileText aria-hidden className="size-4" />
    </span>
  );
}

/** The files that go with the message, a small picture of each that the model will see. */
export function AttachmentList({ attachments }: { attachments: Attachments }) {
  const { files, remove } = attachments;
  if (files.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 px-2.5 pt-2.5">
      <ul aria-label="Attachments" className="flex flex-wrap gap-1.5">
        {files.map((file) => (
          <li
            key={file.id}
            className="flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken p-1 text-xs"
          >
            <Thumbnail file={file} />
            <span className="min-w-0">
              <span className="block max-w-44 truncate">{file.attachment.filename}</span>
              <span className="block text-2xs text-faint">
                {sizeWords(file.bytes)}, {isPicture(file) ? "a picture" : "a file"}
              </span>
            </span>
            <IconButton label={`Remove ${file.attachment.filename}`} onClick={() => remove(file.id)}>
              <X aria-hidden className="size-3.5" />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className="text-2xs text-faint">{usageWords(files)}</p>
    </div>
  );
}
