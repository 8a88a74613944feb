import type { HealthLine, HealthState } from "./model.ts";
import type { HealthFacts } from "./ports.ts";
import { isStuck, laneVerdict, late, overduePeriod } from "./queue-verdicts.ts";
import { text } from "./text.ts";
import { failureShare, turnSums } from "./turn-sums.ts";

/** A line before it is known since when its state lasts; `since` is epoch ms if a fact says it. */
export type Finding = Omit<HealthLine, "since"> & { since?: number | null };

const dayMs = 24 * 60 * 60_000;

const weights: Record<HealthState, number> = { healthy: 0, warning: 1, critical: 2 };
export const worst = (states: readonly HealthState[]): HealthState =>
  states.reduce<HealthState>((found, state) => (weights[state] > weights[found] ? state : found), "healthy");

/** Everything that the report looks at, in the order of the page. */
export const findingsOf = (facts: HealthFacts): Finding[] => [
  ...sessionFindings(facts),
  strayProcesses(facts),
  agentLimits(facts),
  ...queueFindings(facts),
  ...databaseFindings(facts),
  diskSpace(facts),
  ...serviceFindings(facts),
  ...connectionFindings(facts),
];

function sessionFindings({ turns, sessionsByStatus, retrying }: HealthFacts): Finding[] {
  const sums = turnSums(turns);
  const failedNow = sessionsByStatus["failed"] ?? 0;
  const state = failureShare(sums);
  return [
    {
      id: "failed_sessions",
      group: "sessions",
      title: text.failures.title,
      state,
      value: text.failures.value(sums.failed, sums.ended, failedNow),
      meaning: state === "healthy" ? text.failures.fine : text.failures.bad,
      lever: failedNow > 0 ? "retry_sessions" : null,
    },
    {
      id: "retrying_sessions",
      group: "sessions",
      title: text.retrying.title,
      state: retrying.length >= 5 ? "warning" : "healthy",
      value: text.retrying.value(retrying.length),
      meaning: retrying.length === 0 ? text.retrying.fine : text.retrying.bad,
      since: oldest(retrying.map(({ since }) => since)),
      lever: null,
    },
  ];
}

const oldest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

function strayProcesses({ processes }: HealthFacts): Finding {
  const stray = processes?.stray.length ?? 0;
  return {
    id: "stray_processes",
    group: "processes",
    title: text.stray.title,
    state: strayState(stray),
    value: processes ? text.stray.value(stray, processes.tracked.length) : text.stray.unknown,
    meaning: stray === 0 ? text.stray.fine : text.stray.bad,
    lever: stray === 0 ? null : "cleanup_processes",
  };
}

/** Where nothing can hold them, that is no fault that somebody could mend, so it is no warning. */
const agentLimits = ({ limits }: HealthFacts): Finding => ({
  id: "agent_limits",
  group: "processes",
  title: text.limits.title,
  state: "healthy",
  value: limits.isHeld ? text.limits.held : text.limits.looked,
  meaning: limits.meaning,
  lever: null,
});

const strayState = (stray: number): HealthState =>
  stray >= 5 ? "critical" : stray > 0 ? "warning" : "healthy";

function queueFindings({ queue, recovery, now, failed }: HealthFacts): Finding[] {
  const { lanes, recurring } = queue;
  const isHeld = (name: string): boolean => lanes.some(({ lane, held }) => lane === name && held);
  const overdue = recurring.filter((job) => !isHeld(job.lane) && late(job, now));
  const failing = recurring.filter(({ lastError }) => lastError !== null);
  const gaveUp = queue.failed.reduce((sum, { count }) => sum + count, 0);
  const stuck = lanes.filter((lane) => isStuck(lane, now)).map(({ lane }) => lane);
  const isBroken = failed.includes("queue");
  return [
    {
      id: "queue",
      group: "queue",
      title: text.stuck.title,
      state: isBroken ? "critical" : "healthy",
      value: text.stuck.value(stuck),
      meaning: isBroken ? text.stuck.bad : text.stuck.fine,
      lever: null,
    },
    {
      id: "recovery_mode",
      group: "queue",
      title: text.recovery.title,
      state: recovery.active ? "warning" : "healthy",
      value: recovery.active
        ? text.recovery.on(recovery.expires_in_seconds, recovery.entered_by)
        : text.recovery.off,
      meaning: recovery.active ? text.recovery.bad : text.recovery.fine,
      since: recovery.entered_at === null ? null : Date.parse(recovery.entered_at),
      lever: recovery.active ? "exit_recovery_mode" : "enter_recovery_mode",
    },
    ...lanes.filter(({ lane }) => lane !== "clones").map((lane) => laneFinding(lane, now)),
    {
      id: "recurring_jobs",
      group: "queue",
      title: text.recurring.title,
      state: overdue.length + failing.length === 0 ? "healthy" : "warning",
      value: text.recurring.value(kinds(overdue), kinds(failing), recurring.length),
      meaning: overdue.length + failing.length === 0 ? text.recurring.fine : text.recurring.bad,
      since: oldest(overdue.map(({ dueAt, everyMs }) => dueAt + overduePeriod(everyMs))),
      lever: null,
    },
    {
      id: "failed_jobs",
      group: "queue",
      title: text.failedJobs.title,
      state: gaveUp === 0 ? "healthy" : "warning",
      value: text.failedJobs.value(gaveUp, kinds(queue.failed)),
      meaning: gaveUp === 0 ? text.failedJobs.fine : text.failedJobs.bad,
      since: oldest(queue.failed.map(({ newestAt }) => newestAt)),
      lever: null,
    },
  ];
}

const kinds = (of: readonly { kind: string }[]): string[] => of.map(({ kind }) => kind);

function laneFinding(lane: HealthFacts["queue"]["lanes"][number], now: number): Finding {
  const state = laneVerdict(lane, now);
  const age = lane.oldestDueAt === null ? null : Math.max(0, now - lane.oldestDueAt);
  const bad = lane.lane === "agents" ? text.lane.agentsBad : text.lane.bad;
  return {
    id: `queue_${lane.lane}`,
    group: "queue",
    title: text.lane.title(lane.lane),
    state,
    value: text.lane.value({ ...lane, age }),
    meaning: lane.held ? text.lane.held : state === "healthy" ? text.lane.fine : bad,
    since: state === "healthy" ? null : lane.oldestDueAt,
    lever: state === "healthy" || lane.lane === "agents" ? null : "queued_jobs",
  };
}

const largeWal = 256 * 1024 ** 2;

function databaseFindings({ database, failed, now }: HealthFacts): Finding[] {
  const { bytes, walBytes, freeBytes, check, lastBackupAt, backupProblem } = database;
  const isBroken = failed.includes("database");
  const isWalLarge = walBytes > largeWal;
  const checkedAt = check.checked_at === null ? null : Date.parse(check.checked_at);
  const integrity = integrityVerdict(check, checkedAt, now);
  return [
    {
      id: "database",
      group: "database",
      title: text.database.title,
      state: isBroken ? "critical" : isWalLarge ? "warning" : "healthy",
      value: text.database.value(bytes, walBytes, freeBytes),
      meaning: isBroken ? text.database.bad : isWalLarge ? text.database.wal : text.database.fine,
      lever: isWalLarge ? "data" : null,
    },
    {
      id: "integrity",
      group: "database",
      title: text.integrity.title,
      ...integrity,
      value: checkedAt === null ? text.integrity.never : text.integrity.checked(now - checkedAt),
      lever: "data",
    },
    {
      id: "backup",
      group: "database",
      title: text.backup.title,
      state: backupProblem === null ? "healthy" : "warning",
      value: lastBackupAt === null ? text.backup.never : text.backup.made(now - lastBackupAt),
      meaning:
        backupProblem !== null
          ? text.backup.bad(backupProblem)
          : lastBackupAt === null
            ? text.backup.none
            : text.backup.fine,
      lever: "backups",
    },
  ];
}

function integrityVerdict(
  check: HealthFacts["database"]["check"],
  checkedAt: number | null,
  now: number,
): Pick<Finding, "state" | "meaning"> {
  const lost = check.sessions_with_lost_lines.length;
  if (check.problem !== null) return { state: "critical", meaning: text.integrity.bad(check.problem) };
  if (lost > 0) return { state: "warning", meaning: text.integrity.lost(lost) };
  if (checkedAt !== null && now - checkedAt > 14 * dayMs)
    return { state: "warning", meaning: text.integrity.old };
  return { state: "healthy", meaning: text.integrity.fine };
}

function diskSpace({ disk, failed }: HealthFacts): Finding {
  const isBroken = failed.includes("disk");
  return {
    id: "disk",
    group: "disk",
    title: text.disk.title,
    state: isBroken ? "critical" : disk.low ? "warning" : "healthy",
    value: text.disk.value(disk.free_bytes),
    meaning: isBroken ? text.disk.folder : disk.low ? text.disk.bad(disk.missing_bytes) : text.disk.fine,
    lever: disk.low || isBroken ? "data" : null,
  };
}

const longStallMs = 1_000;
const muchMemory = 1.5 * 1024 ** 3;

function serviceFindings({ loop, memoryBytes, clis, catalogProblems }: HealthFacts): Finding[] {
  const tools = Object.values(clis.tools);
  const installed = tools.filter((tool) => tool.installed === true);
  const signedOut = installed.filter((tool) => tool.authenticated === false).map(({ name }) => name);
  const isKnown = tools.some((tool) => tool.installed !== null);
  const noneThere = isKnown && installed.length === 0;
  const [problem] = catalogProblems;
  return [
    {
      id: "responsiveness",
      group: "service",
      title: text.loop.title,
      state: loop.longestMs > longStallMs ? "warning" : "healthy",
      value: text.loop.value(loop.medianMs, loop.longestMs),
      meaning: loop.longestMs > longStallMs ? text.loop.bad : text.loop.fine,
      lever: null,
    },
    {
      id: "memory",
      group: "service",
      title: text.memory.title,
      state: memoryBytes > muchMemory ? "warning" : "healthy",
      value: text.memory.value(memoryBytes),
      meaning: memoryBytes > muchMemory ? text.memory.bad : text.memory.fine,
      lever: null,
    },
    {
      id: "clis",
      group: "service",
      title: text.tools.title,
      state: noneThere ? "critical" : signedOut.length > 0 ? "warning" : "healthy",
      value: isKnown ? text.tools.value(installed.map(({ name }) => name)) : text.notChecked,
      meaning: noneThere
        ? text.tools.none
        : signedOut.length > 0
          ? text.tools.signedOut(signedOut)
          : text.tools.fine,
      lever: "refresh_clis",
    },
    {
      id: "catalog",
      group: "service",
      title: text.catalog.title,
      state: problem === undefined ? "healthy" : "warning",
      value: text.catalog.value(catalogProblems.length),
      meaning: problem === undefined ? text.catalog.fine : text.catalog.bad(problem),
      lever: problem === undefined ? null : "catalog",
    },
  ];
}

const soonMs = 7 * dayMs;

function connectionFindings({ connectors, lan, now }: HealthFacts): Finding[] {
  const needing = connectors.filter(
    ({ state, renews, expires_at }) =>
      state === "reconnect" ||
      (state === "connected" && !renews && expires_at !== null && Date.parse(expires_at) - now < soonMs),
  );
  const known = connectors.filter(({ state }) => state !== "never").length;
  const expiresAt = lan.certificateExpiresAt;
  const isExpiring = lan.open && expiresAt !== null && expiresAt - now < soonMs;
  const isDeaf = lan.open && !lan.listening;
  return [
    {
      id: "mcp_sign_ins",
      group: "connections",
      title: text.connectors.title,
      state: needing.length === 0 ? "healthy" : "warning",
      value: text.connectors.value(known, needing.length),
      meaning:
        needing.length === 0
          ? text.connectors.fine
          : text.connectors.bad(needing.map(({ server_name }) => server_name)),
      lever: needing.length === 0 ? null : "connectors",
    },
    {
      id: "local_network",
      group: "connections",
      title: text.lan.title,
      state: isDeaf || isExpiring ? "warning" : "healthy",
      value: lan.open ? text.lan.open : text.lan.closed,
      meaning: isDeaf
        ? text.lan.bad(lan.problem ?? text.lan.notListening)
        : isExpiring
          ? text.lan.expires(new Date(expiresAt).toISOString())
          : text.lan.fine,
      lever: isDeaf || isExpiring ? "devices" : null,
    },
  ];
}
