import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { trustOperations } from "./model.ts";
import type { RepositoryTrustService } from "./service.ts";

export const repositoryTrustRoutes = (trust: RepositoryTrustService): Endpoint[] =>
  endpoints(trustOperations, {
    listRepositoryTrust: () => ({ repositories: trust.list() }),
    checkRepositoryTrust: ({ query }) => trust.check(query.git_root),
    trustRepository: ({ body }, { actor }) => trust.trust(body.git_root, actor),
    revokeRepositoryTrust: ({ body }, { actor }) => trust.revoke(body.address, actor),
  });
