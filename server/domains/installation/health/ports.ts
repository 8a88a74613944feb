import type { QueueState } from "../../../jobs/inspection.ts";
import type { LimitStatus } from "../../../lib/limits/index.ts";
import type { ProcessSurvey } from "../../../lib/processes/index.ts";
import type { CliStatus } from "../../agents/clis/model.ts";
import type { Connector } from "../../agents/mcp-connections/model.ts";
import type { DiskSpace } from "../disk-space/model.ts";
import type { DatabaseCheck } from "../integrity/model.ts";
import type { RecoveryMode } from "../maintenance/model.ts";

/** How turns ended in the last 24 hours. */
export interface TurnFacts {
  groups: readonly {
    kind: string;
    outcome: string | null;
    retried: 0 | 1;
    count: number;
    totalMs: number;
  }[];
  reasons: readonly { reason: string | null; count: number }[];
}

export interface DatabaseFacts {
  bytes: number;
  walBytes: number;
  /** Of the file, that no row uses. */
  freeBytes: number;
  check: DatabaseCheck;
  /** Epoch ms of the newest backup; null if there is none. */
  lastBackupAt: number | null;
  /** Why the last backup failed. */
  backupProblem: string | null;
}

/** What the report is made of, as the rest of the service knows it. */
export interface HealthFacts {
  /** Epoch ms. */
  now: number;
  /** The names of the checks of `/up/deep` that failed. */
  failed: readonly string[];
  sessionsByStatus: Readonly<Record<string, number>>;
  /** The sessions that wait to try again, with when that is. */
  retrying: readonly { id: number; retryAt: number | null; since: number | null }[];
  turns: TurnFacts;
  /** Null if this system does not list processes. */
  processes: (ProcessSurvey & { at: number }) | null;
  /** What the processes of a turn may take, and what holds them to it. */
  limits: Pick<LimitStatus, "isHeld" | "meaning">;
  queue: QueueState;
  recovery: RecoveryMode;
  database: DatabaseFacts;
  disk: DiskSpace;
  loop: { medianMs: number; longestMs: number };
  memoryBytes: number;
  clis: CliStatus;
  catalogProblems: readonly string[];
  connectors: readonly Pick<Connector, "server_name" | "state" | "renews" | "expires_at" | "last_error">[];
  lan: { open: boolean; listening: boolean; problem: string | null; certificateExpiresAt: number | null };
  recentErrors: readonly { at: string; message: string }[];
}
