import type { ChangedFile } from "../../../server/domains/repositories/changes/model.ts";

export type Side = "before" | "after";

/** Whether a changed file is looked at and not read. */
export const isPicture = ({ path, additions }: ChangedFile): boolean =>
  additions === null && /\.(?:png|jpe?g|gif|webp)$/i.test(path);

/** What there is of it to look at. */
export function pictureSides({ status }: ChangedFile): Side[] {
  if (status === "added") return ["after"];
  return status === "deleted" ? ["before"] : ["before", "after"];
}
