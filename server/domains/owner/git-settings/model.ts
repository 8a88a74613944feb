import { z } from "zod";

/** What has to hold of git before an agent works in a clone. */
export const gitSettings = z
  .object({
    /** No turn starts in a session whose commits the person's git would sign and cannot. */
    require_signed_commits: z.boolean(),
    /** A clone without all of its submodules is a failed one. */
    require_submodules: z.boolean(),
  })
  .meta({ id: "GitSettings" });
export type GitSettings = z.infer<typeof gitSettings>;

/** What is left out stays as it is; null brings back the default, which is off. */
export const gitSettingChanges = z.strictObject({
  require_signed_commits: z.boolean().nullish(),
  require_submodules: z.boolean().nullish(),
});
export type GitSettingChanges = z.infer<typeof gitSettingChanges>;
