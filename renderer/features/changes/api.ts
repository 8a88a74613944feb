import { changeOperations } from "../../../server/domains/changes/model.ts";
import { type CallOptions, call } from "../../lib/client.ts";

export const changeKeys = {
  /** With everything below it. */
  all: (sessionId: number) => ["changes", sessionId] as const,
  list: (sessionId: number) => ["changes", sessionId, "list"] as const,
  file: (sessionId: number, path: string) => ["changes", sessionId, "file", path] as const,
};

export const listChanges = (sessionId: number, options: CallOptions) =>
  call(changeOperations.sessionChanges, { params: { id: String(sessionId) } }, options);

export const readDiff = (of: { sessionId: number; path: string }, options: CallOptions) =>
  call(
    changeOperations.fileDiff,
    { params: { id: String(of.sessionId) }, query: { path: of.path } },
    options,
  );
