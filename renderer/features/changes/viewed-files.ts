import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import { viewedFilesLimits } from "../../lib/storage-keys.ts";

/** The digests of the files that a person has viewed, by session, the last used session first. */
export type ViewedFiles = { session: number; digests: string[] }[];

type File = Pick<ChangedFile, "digest">;

export const digestsOf = (viewed: ViewedFiles, session: number): ReadonlySet<string> =>
  new Set(viewed.find((one) => one.session === session)?.digests);

/** Marks a file as viewed or not. A file that changes again has another digest, and is not viewed any more. */
export function withViewed(
  viewed: ViewedFiles,
  session: number,
  change: { file: File; isViewed: boolean },
): ViewedFiles {
  const before = viewed.find((one) => one.session === session)?.digests ?? [];
  const others = before.filter((digest) => digest !== change.file.digest);
  const digests = change.isViewed ? [...others, change.file.digest].slice(-viewedFilesLimits.files) : others;
  const rest = viewed.filter((one) => one.session !== session);
  return (digests.length === 0 ? rest : [{ session, digests }, ...rest]).slice(0, viewedFilesLimits.sessions);
}
