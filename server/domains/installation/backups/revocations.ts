import type { Sql } from "../../../db/open.ts";
import type { RestorePart } from "../../../db/restore-part.ts";
import { type RowsByTable, readRows } from "../../../db/untyped-rows.ts";
import { revokedKey } from "../../access/api-keys/model.ts";
import { objectSettingIn, putSetting, settingsTable } from "../../owner/app-settings/queries.ts";

/** Identifiers of revoked credentials by their kind. */
export type Revoked = Readonly<Record<string, readonly string[]>>;

/**
 * All credentials that must stay revoked: those revoked now, and those listed in the present data and the backup. The
 * lists cover credentials whose rows are in neither.
 */
export function collectRevoked(parts: readonly RestorePart[], present: RowsByTable, backup: Sql): Revoked {
  const settings = new Map([[settingsTable, readRows(backup, settingsTable) ?? []]]);
  const collected = parts.flatMap(({ revocations }) => {
    if (!revocations) return [];
    const { kind, revoked, isLifted } = revocations;
    const remembered = [...rememberedIn(settings, kind), ...rememberedIn(present, kind)];
    const ids = [...new Set([...remembered, ...revoked(present)])];
    return [[kind, ids.filter((id) => isLifted?.(present, id) !== true)] as const];
  });
  return Object.fromEntries(collected);
}

/** Lists them in the backup, for later restores. */
export function rememberRevoked(backup: Sql, revoked: Revoked, now: number): void {
  if (Object.values(revoked).every((ids) => ids.length === 0)) return;
  putSetting(backup, revokedKey, { value: revoked, at: now });
}

function rememberedIn(rows: RowsByTable, kind: string): string[] {
  const list = objectSettingIn(rows, revokedKey)[kind];
  return Array.isArray(list) ? list.filter((id) => typeof id === "string") : [];
}
