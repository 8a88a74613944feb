import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { identityOperations } from "./model.ts";
import type { OwnerService } from "./owner.ts";
import type { IdentityService } from "./service.ts";

export function identityRoutes({
  identity,
  owner,
  commandLine,
}: {
  identity: IdentityService;
  owner: OwnerService;
  commandLine: string | null;
}): Endpoint[] {
  return endpoints(identityOperations, {
    getMe: (_input, { actor }) => identity.me(actor),
    signOutEverywhere: (_input, { actor }) => identity.signOutEverywhere(actor),
    getOwner: () => ({ owner: owner.current(), command_line: commandLine }),
    suggestOwner: () => owner.suggest(),
    saveOwner: ({ body }, { actor }) => ({ owner: owner.save(body, actor) }),
  });
}
