import type { Request } from "express";
import type { Actor } from "../../../http/caller.ts";
import { isFromHere } from "../../../http/guard.ts";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { openerRefusal } from "./errors.ts";
import { openerOperations } from "./model.ts";
import type { OpenerService } from "./service.ts";

/** At this machine's own screen: not through a phone, the network or a proxy, whoever signed in there. */
const sitsHere = ({ actor, request }: { actor: Actor; request: Request }): boolean =>
  actor.kind === "board" && isFromHere(request);

export function openerRoutes(openers: OpenerService): Endpoint[] {
  return endpoints(openerOperations, {
    listCloneOpeners: async (_input, context) => ({
      openers: sitsHere(context) ? await openers.list() : [],
    }),
    openClone: async ({ params, body }, context) => {
      if (!sitsHere(context)) throw openerRefusal("not_here");
      await openers.open(params.id, body.kind);
    },
  });
}
