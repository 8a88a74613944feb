import type { Request } from "express";
import type { Actor } from "../../../http/caller.ts";
import { isFromHere } from "../../../http/guard.ts";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { openerRefusal } from "./errors.ts";
import { openerOperations } from "./model.ts";
import type { OpenerService } from "./service.ts";

/** Whether the person is at this machine's own screen, not on a phone, the network or behind a proxy. */
const isAtThisMachine = ({ actor, request }: { actor: Actor; request: Request }): boolean =>
  actor.kind === "board" && isFromHere(request);

export function openerRoutes(openers: OpenerService): Endpoint[] {
  return endpoints(openerOperations, {
    listCloneOpeners: async (_input, context) => ({
      openers: isAtThisMachine(context) ? await openers.list() : [],
    }),
    openClone: async ({ params, body }, context) => {
      if (!isAtThisMachine(context)) throw openerRefusal("not_here");
      await openers.open(params.id, body.kind);
    },
  });
}
