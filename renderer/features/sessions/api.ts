import {
  type NewSession,
  type SessionPatch,
  sessionOperations,
} from "../../../server/domains/sessions/model.ts";
import { type Attachment, turnOperations } from "../../../server/domains/turns/model.ts";
import { type CallOptions, call } from "../../lib/client.ts";

const at = (id: number | string) => ({ params: { id: String(id) } });

/** The newest 500 that are not archived, as the board shows them. */
export const listOpenSessions = (options: CallOptions) =>
  call(sessionOperations.listSessions, { query: { view: "user" } }, options);

export const listArchivedSessions = (page: number, options: CallOptions) =>
  call(sessionOperations.listSessions, { query: { status: ["archived"], page, per_page: 100 } }, options);

export const searchSessions = (search: { q: string; showArchived: boolean }, options: CallOptions) =>
  call(
    sessionOperations.searchSessions,
    { query: { q: search.q, show_archived: search.showArchived, per_page: 100 } },
    options,
  );

export const getSession = (id: string, options: CallOptions) =>
  call(sessionOperations.getSession, at(id), options);

export const createSession = (body: NewSession) => call(sessionOperations.createSession, { body });

export const updateSession = (id: number, body: SessionPatch) =>
  call(sessionOperations.updateSession, { ...at(id), body });

export const deleteSession = (id: number) => call(sessionOperations.deleteSession, at(id));
export const pauseSession = (id: number) => call(turnOperations.pauseSession, at(id));
export const sleepSession = (id: number) => call(turnOperations.sleepSession, at(id));
export const restartSession = (id: number) => call(turnOperations.restartSession, at(id));
export const unarchiveSession = (id: number) => call(turnOperations.unarchiveSession, at(id));

export const archiveSession = (id: number, override: { force?: boolean; end_turn?: boolean } = {}) =>
  call(turnOperations.archiveSession, { ...at(id), body: override });

export const followUp = (
  id: number,
  body: { prompt: string; force_immediate?: boolean; attachments?: Attachment[] },
) => call(turnOperations.followUp, { ...at(id), body });
