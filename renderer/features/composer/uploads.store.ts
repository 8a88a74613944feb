import { create } from "zustand";
import type { CallOptions } from "../../lib/client.ts";
import { fetchWithProgress, type Progress } from "../../lib/upload.ts";

interface Upload extends Progress {
  cancel(): void;
}

/** What is being sent with files, under the id of its draft: it goes on while another page is shown. */
const useUploads = create<{ uploads: Readonly<Record<string, Upload>> }>()(() => ({ uploads: {} }));

export const useUpload = (draftId: string): Upload | null =>
  useUploads(({ uploads }) => uploads[draftId] ?? null);

/** The person stopped it: nothing went wrong, and nothing was delivered. */
export class UploadCanceled extends Error {
  override readonly name = "UploadCancelled";
  constructor() {
    super("You canceled the upload.");
  }
}

function show(draftId: string, upload: Upload | null): void {
  useUploads.setState(({ uploads }) => {
    const { [draftId]: _before, ...others } = uploads;
    return { uploads: upload === null ? others : { ...others, [draftId]: upload } };
  });
}

/** Sends with files in a way that shows how far it is, and can be cancelled. */
export async function withProgress<T>(
  draftId: string,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  const cancel = (): void => control.abort(new UploadCanceled());
  const tell = (progress: Progress): void => show(draftId, { ...progress, cancel });
  tell({ sent: 0, total: 1 });
  try {
    return await send({ signal: control.signal, send: fetchWithProgress(tell) });
  } finally {
    show(draftId, null);
  }
}
