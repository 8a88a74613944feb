import { z } from "zod";
import { noContent, operation } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";

/** What a session is shown of its repository's trust; null without a repository. */
export const sessionRepositoryTrust = z
  .object({
    /** The repository, however its URL is written. */
    address: z.string(),
    trusted: z.boolean(),
    /** The repository's own settings for the session's agent that do not take effect, as paths in the repository. */
    left_out: z.array(z.string()),
  })
  .meta({ id: "SessionRepositoryTrust" });
export type SessionRepositoryTrust = z.infer<typeof sessionRepositoryTrust>;

export const repositoryTrust = z
  .object({
    address: z.string(),
    trusted: z.boolean(),
    /** Who trusted it or took the trust back; the catalog's roots are trusted by the catalog. */
    by: z.enum(["person", "catalog", "nobody"]),
    person: z.string().nullable(),
    at: z.string().nullable(),
  })
  .meta({ id: "RepositoryTrust" });
export type RepositoryTrust = z.infer<typeof repositoryTrust>;

/** What is stored of an address: the last decision of a person. */
export interface StoredTrust {
  trustedAt: number | null;
  trustedBy: string | null;
  revokedAt: number | null;
  revokedBy: string | null;
}

const gitRoot = z.string().trim().min(1).max(2_048);
const repositories = z.object({ repositories: z.array(repositoryTrust) });
export type RepositoryTrustList = z.infer<typeof repositories>;

export const trustOperations = {
  listRepositoryTrust: operation({
    id: "listRepositoryTrust",
    method: "get",
    path: "/repositories/trust",
    summary: "Repositories that are trusted or were, by address",
    callers: ["board"],
    response: repositories,
  }),
  checkRepositoryTrust: operation({
    id: "checkRepositoryTrust",
    method: "get",
    path: "/repositories/trust/check",
    summary: "Whether the repository at a git URL is trusted",
    callers: ["board"],
    query: z.object({ git_root: gitRoot }),
    response: repositoryTrust,
  }),
  trustRepository: confirmed(
    operation({
      id: "trustRepository",
      method: "post",
      path: "/repositories/trust",
      summary: "Let a repository's own settings take effect, from the next turn of its sessions",
      callers: ["board"],
      body: z.object({ git_root: gitRoot }),
      response: repositoryTrust,
    }),
    "trust_repository",
    ({ body }) => ({ gitRoot: body.git_root }),
  ),
  revokeRepositoryTrust: operation({
    id: "revokeRepositoryTrust",
    method: "post",
    path: "/repositories/trust/revoke",
    summary: "Leave a repository's own settings out again, from the next turn of its sessions",
    callers: ["board"],
    body: z.object({ address: gitRoot }),
    response: noContent,
    status: 204,
    errors: [404],
  }),
} as const;
