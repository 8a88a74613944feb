import { create } from "zustand";
import type { CallOptions } from "../../lib/client.ts";
import { fetchWithProgress, type Progress } from "../../lib/upload.ts";
import { text } from "./text.ts";

interface Upload extends Progress {
  cancel(): void;
}

/** Running uploads by draft id; they continue while another page is shown. */
const useUploads = create<{ uploads: Readonly<Record<string, Upload>> }>()(() => ({ uploads: {} }));

export const useUpload = (draftId: string): Upload | null =>
  useUploads(({ uploads }) => uploads[draftId] ?? null);

/** A person canceled the upload; nothing was delivered. */
export class UploadCanceled extends Error {
  override readonly name = "UploadCancelled";
  constructor() {
    super(text.upload.canceled);
  }
}

function show(draftId: string, upload: Upload | null): void {
  useUploads.setState(({ uploads }) => {
    const { [draftId]: _before, ...others } = uploads;
    return { uploads: upload === null ? others : { ...others, [draftId]: upload } };
  });
}

/** Sends a message with files, with progress and a way to cancel. */
export async function withProgress<T>(
  draftId: string,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  const cancel = (): void => control.abort(new UploadCanceled());
  const report = (progress: Progress): void => show(draftId, { ...progress, cancel });
  report({ sent: 0, total: 1 });
  try {
    return await send({ signal: control.signal, send: fetchWithProgress(report) });
  } finally {
    show(draftId, null);
  }
}
