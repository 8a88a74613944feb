import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** The session's own token is the credential, so nothing else of the request is read before it is checked. */
const shared = {
  base: "root",
  callers: ["anyone"],
  params: z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) }),
  errors: [401, 403, 404],
} as const;

/** Git's smart HTTP protocol for pushing (gitprotocol-http), at the address that agents' pushes are sent to. */
export const pushOperations = {
  listPushRefs: operation({
    ...shared,
    id: "listPushRefs",
    method: "get",
    path: "/git/{id}/info/refs",
    summary: "Git: the branches of the repository that a session's agent pushes to",
    query: z.object({ service: z.string().optional() }),
    response: { kind: "binary", contentType: "application/x-git-receive-pack-advertisement" },
  }),
  receivePush: operation({
    ...shared,
    id: "receivePush",
    method: "post",
    path: "/git/{id}/git-receive-pack",
    summary: "Git: take a push of a session's agent over into the repository it was cloned from",
    streamedBody: true,
    response: { kind: "binary", contentType: "application/x-git-receive-pack-result" },
    errors: [401, 403, 404, 413, 415, 507],
  }),
} as const;
