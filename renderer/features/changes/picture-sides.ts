import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";

export type Side = "before" | "after";

/** Whether a changed file is shown as a picture. */
export const isPicture = ({ path, additions }: ChangedFile): boolean =>
  additions === null && /\.(?:png|jpe?g|gif|webp)$/i.test(path);

/** The versions of the picture that exist. */
export function pictureSides({ status }: ChangedFile): Side[] {
  if (status === "added") return ["after"];
  return status === "deleted" ? ["before"] : ["before", "after"];
}
