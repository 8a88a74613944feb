import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";

export const foreignRepository = z
  .object({
    /** What git does not read because another user owns it; null if git reads the repository. */
    folder: z.string().nullable(),
    /** Why it is not offered to have git read it all the same; null if it is. */
    problem: z.string().nullable(),
  })
  .meta({ id: "ForeignRepository" });
export type ForeignRepository = z.infer<typeof foreignRepository>;

const gitRoot = z.string().trim().min(1).max(2_048);

export const foreignOwnerOperations = {
  checkForeignRepository: operation({
    id: "checkForeignRepository",
    method: "get",
    path: "/repositories/foreign_owner",
    summary: "Whether git leaves a repository on this machine unread because another user owns it",
    callers: ["board"],
    query: z.object({ git_root: gitRoot }),
    response: foreignRepository,
  }),
  readForeignRepository: confirmed(
    operation({
      id: "readForeignRepository",
      method: "post",
      path: "/repositories/foreign_owner",
      summary:
        "Have the owner's git read a repository of another user: adds its folder, and nothing else, to safe.directory",
      callers: ["board"],
      body: z.object({ git_root: gitRoot }),
      response: foreignRepository,
      errors: [409],
    }),
    "read_foreign_repository",
    ({ body }) => ({ gitRoot: body.git_root }),
  ),
} as const;
