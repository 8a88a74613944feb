import type { ChosenKind, SchedulingClass } from "../../../server/domains/sessions/sessions/model.ts";
import {
  sessionSettingsOperations,
  type VisibilityChange,
} from "../../../server/domains/sessions/settings/model.ts";
import { turnOperations } from "../../../server/domains/turns/turns/model.ts";
import { callApi } from "../../lib/client.ts";
import { updateSession } from "../sessions/api.ts";

const at = (id: number) => ({ params: { id: String(id) } });

export type ArchiveOptions = { force?: boolean; end_turn?: boolean };

export const bulkArchive = (ids: readonly number[], options: ArchiveOptions) =>
  callApi(turnOperations.bulkArchiveSessions, { body: { session_ids: [...ids], ...options } });

export const toggleFavorite = (id: number) => callApi(sessionSettingsOperations.toggleFavorite, at(id));

export const changeVisibility = (id: number, body: VisibilityChange) =>
  callApi(sessionSettingsOperations.changeVisibility, { ...at(id), body });

export const changeAttention = (id: number, kind: ChosenKind | null) =>
  callApi(sessionSettingsOperations.changeAttention, { ...at(id), body: { kind } });

export const changeClass = (id: number, scheduling_class: SchedulingClass) =>
  updateSession(id, { scheduling_class });
