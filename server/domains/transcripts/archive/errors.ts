import { Refusal } from "../../../lib/errors.ts";

const sentences = {
  never_built: "The archive has not been built yet",
  missing: "The archive's file is gone; it is built anew",
} as const;

export const noArchive = (state: keyof typeof sentences, path: string): Refusal =>
  new Refusal({
    status: 404,
    label: "No archive",
    messages: [sentences[state]],
    extra: { state, archive_path: path },
  });
