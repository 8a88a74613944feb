import {
  type NewSession,
  type SessionPatch,
  sessionOperations,
} from "../../../server/domains/sessions/sessions/model.ts";
import { overviewOperations } from "../../../server/domains/surfaces/overview/model.ts";
import {
  type Attachment,
  type RestartInput,
  turnOperations,
} from "../../../server/domains/turns/turns/model.ts";
import { type CallOptions, callApi } from "../../lib/client.ts";
import { filterQuery, isOnePage, type SessionFilter } from "./session-filter.ts";

const at = (id: number | string) => ({ params: { id: String(id) } });

const pageSize = 100;
/** How many sessions one page of a search of transcripts holds. */
export const contentPageSize = 25;

const pageOf = (filter: SessionFilter, page: number) =>
  isOnePage(filter) ? {} : { page, per_page: pageSize };

export const listRequest = (filter: SessionFilter, page: number) => ({
  query: { ...filterQuery(filter), ...pageOf(filter, page) },
});

export const listSessions = (filter: SessionFilter, page: number, options: CallOptions) =>
  callApi(sessionOperations.listSessions, listRequest(filter, page), options);

export const searchSessions = (
  { q, filter, page = 1 }: { q: string; filter: SessionFilter; page?: number },
  options: CallOptions,
) =>
  callApi(
    sessionOperations.searchSessions,
    { query: { q, ...filterQuery(filter), ...pageOf(filter, page) } },
    options,
  );

/** Looks into transcripts as well, newest first, as far as the service's time for one request goes. */
export const searchContents = (
  { q, filter, cursor }: { q: string; filter: SessionFilter; cursor: string | null },
  options: CallOptions,
) => {
  const scan = { search_contents: true, per_page: contentPageSize, scan_cursor: cursor ?? undefined };
  return callApi(
    sessionOperations.searchSessions,
    { query: { q, ...filterQuery(filter), ...scan } },
    options,
  );
};

export const getSession = (id: string, options: CallOptions) =>
  callApi(overviewOperations.getSession, at(id), options);

export const createSession = (body: NewSession) => callApi(sessionOperations.createSession, { body });

export const updateSession = (id: number, body: SessionPatch) =>
  callApi(sessionOperations.updateSession, { ...at(id), body });

export const deleteSession = (id: number) => callApi(sessionOperations.deleteSession, at(id));
export const pauseSession = (id: number) => callApi(turnOperations.pauseSession, at(id));
export const sleepSession = (id: number) => callApi(turnOperations.sleepSession, at(id));
export const refreshSession = (id: number) => callApi(turnOperations.refreshSession, at(id));
export const restartSession = (id: number, from: RestartInput = {}) =>
  callApi(turnOperations.restartSession, { ...at(id), body: from });
export const unarchiveSession = (id: number) => callApi(turnOperations.unarchiveSession, at(id));

export const followUp = (
  id: number,
  body: { prompt: string; force_immediate?: boolean; attachments?: Attachment[] },
  options?: CallOptions,
) => callApi(turnOperations.followUp, { ...at(id), body }, options);
