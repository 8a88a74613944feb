import { changeOperations, type Whitespace } from "../../../server/domains/review/changes/model.ts";
import { mergeOperations } from "../../../server/domains/review/pull-requests/model.ts";
import { type CallOptions, callApi } from "../../lib/client.ts";

export interface WantedDiff {
  sessionId: number;
  path: string;
  /** Of the file as it is listed: a diff that was read for another one is not shown for it. */
  digest: string;
  whitespace: Whitespace;
}

export const changeKeys = {
  /** Matches every other key. */
  all: (sessionId: number) => ["changes", sessionId] as const,
  pullRequests: (sessionId: number) => ["changes", sessionId, "pull-requests"] as const,
  list: (sessionId: number, whitespace: Whitespace) => ["changes", sessionId, "list", whitespace] as const,
  file: ({ sessionId, path, digest, whitespace }: WantedDiff) =>
    ["changes", sessionId, "file", path, whitespace, digest] as const,
};

export const listChanges = (sessionId: number, whitespace: Whitespace, options: CallOptions) =>
  callApi(
    changeOperations.sessionChanges,
    { params: { id: String(sessionId) }, query: { whitespace } },
    options,
  );

export const readDiff = (
  { sessionId, path, whitespace, offset }: WantedDiff & { offset: number },
  options: CallOptions,
) =>
  callApi(
    changeOperations.fileDiff,
    { params: { id: String(sessionId) }, query: { path, whitespace, offset } },
    options,
  );

export const listPullRequests = (sessionId: number, options: CallOptions) =>
  callApi(changeOperations.listPullRequests, { params: { id: String(sessionId) } }, options);

/** Allows the agent to merge the newest pull request of the session. */
export const authorizeMerge = (sessionId: number) =>
  callApi(mergeOperations.authorizeMerge, { params: { id: String(sessionId) } });
