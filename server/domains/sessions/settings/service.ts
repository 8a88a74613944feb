import type { Database } from "../../../db/open.ts";
import { hasMoreCharacters } from "../../../lib/character-rules.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { SandboxLevel } from "../../../lib/sandbox/index.ts";
import type { AskedPicks } from "../../agents/catalog/index.ts";
import type {
  ModelPort,
  SessionChanges,
  SessionLogPort,
  SessionRow,
  SessionService,
} from "../sessions/index.ts";
import type { ChosenKind, Session } from "../sessions/model.ts";
import { artifactLists } from "./artifacts.ts";
import { sessionSettingsRefusal } from "./errors.ts";
import { type HeartbeatChange, notesLimit, type VisibilityChange } from "./model.ts";
import { readSnooze } from "./snooze.ts";
import { text } from "./text.ts";

export interface SessionSettingsDeps {
  database: Database;
  clock: Clock;
  sessionLog: SessionLogPort;
  sessions: Pick<SessionService, "find" | "write" | "view" | "toggleFavorite">;
  runtimes: readonly ModelPort[];
  /** Throws 422 if a list is too long or contains an unknown name. */
  checkPicks(asked: AskedPicks): void;
  /** Throws 422 for an unknown level. */
  readSandbox(value: string | null): SandboxLevel | null;
  /** E175. */
  correctAttention(reference: string, kind: ChosenKind | null): Promise<Session>;
  /** Parks the session if its servers need a sign-in, or lets it continue; inside the transaction. */
  reviewSignIns(row: SessionRow): SessionRow;
}

export type SessionSettingsService = ReturnType<typeof sessionSettingsService>;

/** Changes single settings of a session without affecting its active turn. */
export function sessionSettingsService(deps: SessionSettingsDeps) {
  const { database, clock, sessions } = deps;

  /** Writes the changes from `decide`, if there are any. */
  const change = (reference: string, decide: (row: SessionRow) => SessionChanges): Session =>
    database.transaction(() => {
      const row = sessions.find(reference);
      const changes = decide(row);
      return sessions.view(Object.keys(changes).length === 0 ? row : sessions.write(row, changes));
    });

  return {
    artifacts: artifactLists(deps),
    ...modelChoice(deps, change),

    /** R83. An edit without a change keeps the time of the last edit. */
    changeNotes: (reference: string, given: string | null): Session =>
      change(reference, (row) => {
        if (given !== null && hasMoreCharacters(given, notesLimit))
          throw sessionSettingsRefusal("notes_too_long");
        const sessionNotes = given === null || given.trim() === "" ? null : given;
        if (sessionNotes === row.sessionNotes) return {};
        const now = clock.now();
        return {
          sessionNotes,
          sessionNotesUpdatedAt: sessionNotes === null ? null : now,
          lastTouchedAt: now,
        };
      }),

    /** When turned on, the first heartbeat comes after one interval. */
    changeHeartbeat: (reference: string, { enabled, interval_seconds }: HeartbeatChange): Session =>
      change(reference, (row) => {
        if (enabled === undefined && interval_seconds === undefined) {
          throw sessionSettingsRefusal("heartbeat_unchanged");
        }
        return {
          ...(enabled !== undefined && { heartbeatEnabled: enabled }),
          ...(enabled === true && !row.heartbeatEnabled && { heartbeatAt: clock.now() }),
          ...(interval_seconds !== undefined && { heartbeatIntervalSeconds: interval_seconds }),
        };
      }),

    changeSandbox: (reference: string, given: string | null): Session =>
      change(reference, (row) => {
        const sandbox = deps.readSandbox(given);
        if (sandbox === row.sandbox) return {};
        deps.sessionLog.note(row.id, "info", text.sandboxChanged(sandbox));
        return { sandbox };
      }),

    changeAttention: deps.correctAttention,

    changeVisibility: (reference: string, given: VisibilityChange): Session =>
      change(reference, () => ({
        visibility: given.visibility,
        snoozedUntil: readSnooze(given, clock.now()),
      })),

    toggleFavorite: (reference: string): Session =>
      database.transaction(() => sessions.view(sessions.toggleFavorite(sessions.find(reference)))),
  };
}

/** Changes the model and the effort, which must match each other and the runtime (R82). */
function modelChoice(
  { runtimes, sessionLog }: SessionSettingsDeps,
  change: (reference: string, decide: (row: SessionRow) => SessionChanges) => Session,
) {
  function runtimeOf(row: SessionRow): ModelPort {
    const runtime = runtimes.find(({ id }) => id === row.agentRuntime);
    if (!runtime) throw sessionSettingsRefusal("runtime_gone", { runtime: row.agentRuntime });
    return runtime;
  }

  function readEffort(row: SessionRow, effort: string, model: string): SessionRow["effort"] {
    const levels = runtimeOf(row).effortLevels(model);
    const level = levels.find((known) => known === effort);
    if (level) return level;
    throw sessionSettingsRefusal("effort_not_supported", { effort, model, valid: levels.join(", ") });
  }

  return {
    changeModel: (reference: string, model: string): Session =>
      change(reference, (row) => {
        // Its own is kept although it may no longer be listed.
        if (model === row.model) return {};
        if (!runtimeOf(row).accepts(model)) {
          throw sessionSettingsRefusal("model_not_offered", { model, runtime: row.agentRuntime });
        }
        if (row.effort !== null) readEffort(row, row.effort, model);
        sessionLog.note(row.id, "info", text.modelChanged(model));
        return { model };
      }),

    changeEffort: (reference: string, given: string | null): Session =>
      change(reference, (row) => {
        const cleared = given === null || given === "" || given === "default";
        const effort = cleared ? null : readEffort(row, given, row.model);
        if (effort === row.effort) return {};
        sessionLog.note(row.id, "info", text.effortChanged(effort));
        return { effort };
      }),
  };
}
