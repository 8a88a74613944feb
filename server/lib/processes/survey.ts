import { processTable, selectAgents } from "./find.ts";
import { sessionInTag } from "./limit-tag.ts";
import type { ProcessIdentity, ProcessRow } from "./process-table.ts";

/** A process of an agent, with what is known of it. */
export interface SurveyedProcess extends ProcessIdentity {
  /** The program's name; null if the system does not report it. */
  command: string | null;
  /** From its marker; null for a descendant without one. */
  sessionId: number | null;
}

export interface ProcessSurvey {
  /** Belong to what the service works on. */
  tracked: SurveyedProcess[];
  /** Run although nothing that the service works on needs them. */
  stray: SurveyedProcess[];
}

/**
 * Sorts the processes of all agents. `trackedPrefixes` is asked before and after they are listed, so that a turn that starts
 * or ends meanwhile keeps its processes.
 */
export async function surveyAgents(of: {
  markerPrefix: string;
  trackedPrefixes(): readonly string[];
}): Promise<ProcessSurvey> {
  const before = of.trackedPrefixes();
  const rows = await processTable.list();
  const prefixes = new Set([...before, ...of.trackedPrefixes()]);
  const all = selectAgents(rows, { markerPrefix: of.markerPrefix });
  const trackedPids = new Set(
    [...prefixes].flatMap((markerPrefix) => selectAgents(rows, { markerPrefix }).map(({ pid }) => pid)),
  );
  const usage = (await processTable.usage(all.map(({ pid }) => pid))) ?? [];
  const nameOf = new Map(usage.map(({ pid, name }) => [pid, name]));
  const rowOf = new Map(rows.map((row) => [row.pid, row]));
  const described = all.map((identity) => ({
    ...identity,
    command: nameOf.get(identity.pid) ?? null,
    sessionId: sessionOf(rowOf.get(identity.pid)),
  }));
  return {
    tracked: described.filter(({ pid }) => trackedPids.has(pid)),
    stray: described.filter(({ pid }) => !trackedPids.has(pid)),
  };
}

function sessionOf(row: ProcessRow | undefined): number | null {
  if (row?.marker != null) return Number.parseInt(row.marker.split(":")[1] ?? "", 10) || null;
  return row?.tag == null ? null : sessionInTag(row.tag) || null;
}
