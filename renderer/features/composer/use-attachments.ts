import { type ClipboardEvent, type DragEvent, useCallback, useState } from "react";
import { toastError } from "../../ui/toasts.ts";
import { changeFiles, useFilesOf } from "./attachments.store.ts";
import { acceptFiles, encodeFile, type PendingFile } from "./attachments.ts";
import { text } from "./text.ts";

export type Attachments = ReturnType<typeof useAttachments>;

/** The files of a draft, added with the button, the clipboard or by dropping. */
export function useAttachments(draftId: string) {
  const files = useFilesOf(draftId);
  const [dragging, setDragging] = useState(false);

  const add = useCallback(
    async (given: readonly File[]): Promise<void> => {
      const { admitted, refusals } = acceptFiles(given, files);
      for (const sentence of refusals) toastError(text.attach.notAttached, sentence);
      const read = await Promise.allSettled(admitted.map(encodeFile));
      for (const result of read)
        if (result.status === "rejected") toastError(text.attach.notAttached, result.reason);
      const added = read.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      changeFiles(draftId, (current) => [...current, ...added]);
    },
    [draftId, files],
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
    onDragLeave: (event: DragEvent) => {
      const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
      if (!inside) setDragging(false);
    },
    onDrop: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDragging(false);
      void add([...event.dataTransfer.files]);
    },
  };
  const remove = (id: number): void =>
    changeFiles(draftId, (current) => current.filter((file) => file.id !== id));
  const drop = (sent: readonly PendingFile[]): void =>
    changeFiles(draftId, (current) => current.filter((file) => !sent.includes(file)));
  const clear = (): void => changeFiles(draftId, () => []);
  return { draftId, files, add, remove, drop, clear, dragging, dropTarget };
}
