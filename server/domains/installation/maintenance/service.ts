import type { Actor } from "../../../http/caller.ts";
import { toRefusal } from "../../../http/error-handler.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { ProcessIdentity, ProcessSurvey } from "../../../lib/processes/index.ts";
import type { AppSettings } from "../../owner/app-settings/index.ts";
import type { SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import type { TurnService } from "../../turns/turns/index.ts";
import type { MaintenanceAudit } from "./audit.ts";
import { cooldowns } from "./cooldown.ts";
import type { ArchiveResult, CleanupResult, RetryResult } from "./model.ts";
import { waitsFor } from "./rules.ts";
import { text } from "./text.ts";

const dayMs = 24 * 60 * 60_000;
const mostRetried = 10;
const mostArchived = 200;
/** Those that wait for something are looked at, but left. */
const mostLookedAt = 1_000;

export type MaintenanceService = ReturnType<typeof maintenanceService>;

export interface MaintenanceDeps {
  settings: AppSettings;
  clock: Clock;
  log: Logger;
  audit: Pick<MaintenanceAudit, "record">;
  sessions: Pick<SessionService, "byId" | "failedSince" | "untouchedSince">;
  turns: Pick<TurnService, "restart" | "archive">;
  processes: {
    survey(): Promise<ProcessSurvey>;
    /** Resolves with those that could not be ended. */
    end(identities: readonly ProcessIdentity[]): Promise<ProcessIdentity[]>;
  };
}

/** E119–E121: what mends common problems of many sessions at once. */
export function maintenanceService(deps: MaintenanceDeps) {
  const { clock, log, audit, sessions, turns } = deps;
  const cooldown = cooldowns(deps);
  const reasonOf = (error: unknown, session: number): string =>
    toRefusal(error, (cause) => log.error({ err: cause, session }, "maintenance of a session failed"))
      .message;

  async function retryOne(id: number, by: Actor, result: RetryResult): Promise<void> {
    const row = sessions.byId(id);
    if (!row) result.failed.push({ session_id: id, reason: text.notFound });
    else if (row.status !== "failed")
      result.skipped.push({ session_id: id, reason: text.notFailed(row.status) });
    else
      try {
        await turns.restart(String(id), by);
        result.retried.push(id);
      } catch (error) {
        result.failed.push({ session_id: id, reason: reasonOf(error, id) });
      }
  }

  async function archiveOne(row: SessionRow, by: Actor, result: ArchiveResult): Promise<void> {
    const waits = waitsFor(row);
    if (waits !== null) return void result.skipped.push({ session_id: row.id, reason: text.waits[waits] });
    try {
      await turns.archive(String(row.id), {}, by);
      result.archived.push(row.id);
    } catch (error) {
      result.failed.push({ session_id: row.id, reason: reasonOf(error, row.id) });
    }
  }

  return {
    async cleanupProcesses(by: Actor): Promise<CleanupResult> {
      cooldown.take("cleanup_processes", by);
      const found = (await deps.processes.survey()).stray;
      const left = new Set((await deps.processes.end(found)).map(({ pid }) => pid));
      const terminated = found.flatMap(({ pid }) => (left.has(pid) ? [] : [pid]));
      const failed = [...left].map((pid) => ({ pid, reason: text.couldNotEnd }));
      const message = text.ended(terminated.length, failed.length);
      audit.record(by, message, { terminated, failed });
      return { terminated, failed, already_dead: [], message };
    },

    async retrySessions(ids: readonly number[] | null, by: Actor): Promise<RetryResult> {
      cooldown.take("retry_sessions", by);
      const chosen = ids ?? sessions.failedSince(clock.now() - dayMs, mostRetried).map(({ id }) => id);
      const result: RetryResult = { retried: [], failed: [], skipped: [], message: "" };
      for (const id of new Set(chosen)) await retryOne(id, by, result);
      result.message = text.retried(result.retried.length);
      audit.record(by, result.message, { ...result });
      return result;
    },

    async archiveOld(days: number, by: Actor): Promise<ArchiveResult> {
      cooldown.take("archive_old", by);
      const found = sessions.untouchedSince(clock.now() - days * dayMs, mostLookedAt);
      const result: ArchiveResult = {
        archived: [],
        failed: [],
        skipped: [],
        days,
        more: found.length === mostLookedAt,
        message: "",
      };
      for (const row of found) {
        if (result.archived.length < mostArchived) await archiveOne(row, by, result);
        else result.more = true;
      }
      result.message = text.archived(result.archived.length, days);
      audit.record(by, result.message, { ...result });
      return result;
    },
  };
}
