import { Refusal } from "../../../lib/errors.ts";

const sentences = {
  never_built: "The archive has not been built yet",
  missing: "The archive file is missing; it will be built again soon",
} as const;

export const noArchive = (state: keyof typeof sentences, path: string): Refusal =>
  new Refusal({
    status: 404,
    label: "No archive",
    messages: [sentences[state]],
    extra: { state, archive_path: path },
  });
