import { z } from "zod";
import { noContent, operation } from "../../../http/model.ts";
import { attention, schedulingClass, sessionRef, sessionStatus } from "../sessions/model.ts";

const id = z.number().int();

export const hierarchyNode = z
  .object({
    id,
    title: z.string(),
    agent_root: z.string().nullable(),
    status: sessionStatus,
    /** What it waits for; null while it works, and until that is decided. */
    attention: attention.nullable(),
    /** The number of edges to the root of its tree. */
    depth: z.number().int(),
    parent_session_id: id.nullable(),
    /** The node it is drawn under; this alone defines the tree. */
    render_parent_session_id: id.nullable(),
    /** False if the edge to the node above is an uncle link. */
    spawn_edge: z.boolean(),
    /** Additional, self-declared seniors. */
    uncle_session_ids: z.array(id),
    current: z.boolean(),
    genesis: z.string(),
    priority_class: schedulingClass,
  })
  .meta({ id: "HierarchyNode" });
export type HierarchyNode = z.infer<typeof hierarchyNode>;

export const sessionHierarchy = z
  .object({
    origin_session_id: id,
    /** The root of every tree the session belongs to, the origin first. */
    root_session_ids: z.array(id),
    truncated: z.boolean(),
    truncation_reason: z.string().nullable(),
    /** Depth first. */
    nodes: z.array(hierarchyNode),
  })
  .meta({ id: "SessionHierarchy" });
export type SessionHierarchy = z.infer<typeof sessionHierarchy>;

export const hierarchyOperations = {
  detachUncle: operation({
    id: "detachUncle",
    method: "delete",
    path: "/sessions/{id}/uncle_links/{uncle_id}",
    source: "E53",
    summary: "Remove another session as an additional senior of this one",
    callers: ["api", "native"],
    params: sessionRef.extend({ uncle_id: z.string().regex(/^\d{1,15}$/) }),
    response: noContent,
    status: 204,
    errors: [404],
  }),
} as const;
