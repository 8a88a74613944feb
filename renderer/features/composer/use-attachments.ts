import { type ClipboardEvent, type DragEvent, useCallback, useState } from "react";
import { toast } from "sonner";
import { admitFiles, encodeFile, type PendingFile } from "./attachments.ts";

/** The files of the message being written, from a button, the clipboard or a drop. */
export function useAttachments() {
  const [files, setFiles] = useState<readonly PendingFile[]>([]);
  const [dragging, setDragging] = useState(false);

  const add = useCallback(
    async (given: readonly File[]): Promise<void> => {
      const { admitted, refusals } = admitFiles(given, files);
      for (const sentence of refusals) toast.error(sentence);
      const read = await Promise.allSettled(admitted.map(encodeFile));
      for (const result of read) if (result.status === "rejected") toast.error("A file could not be read");
      setFiles((held) => [
        ...held,
        ...read.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])),
      ]);
    },
    [files],
  );

  const dropTarget = {
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      void add([...event.clipboardData.files]);
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave: () => setDragging(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      void add([...event.dataTransfer.files]);
    },
  };
  const remove = (id: number): void => setFiles((held) => held.filter((file) => file.id !== id));
  return { files, add, remove, clear: () => setFiles([]), dragging, dropTarget };
}
