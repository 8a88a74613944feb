import { z } from "zod";
import { noContent, operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

/** The kinds of programs that can open a clone on this machine. */
export const openerKind = z.enum(["editor", "terminal"]);
export type OpenerKind = z.infer<typeof openerKind>;

const opener = z.object({ kind: openerKind, label: z.string() });
export type Opener = z.infer<typeof opener>;

export const openerOperations = {
  listCloneOpeners: operation({
    id: "listCloneOpeners",
    method: "get",
    path: "/clone_openers",
    summary: "Programs on this machine that can open a clone; empty for callers on other machines",
    callers: ["board"],
    response: z.object({ openers: z.array(opener) }),
  }),
  openClone: operation({
    id: "openClone",
    method: "post",
    path: "/sessions/{id}/open_clone",
    summary: "Open a session's clone in an editor or terminal on this machine",
    callers: ["board"],
    params: sessionRef,
    body: z.object({ kind: openerKind }),
    response: noContent,
    status: 204,
    errors: [403, 404, 409],
  }),
} as const;
