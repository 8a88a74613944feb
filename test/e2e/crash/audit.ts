import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentRuntime } from "../../../server/runtimes/runtime.ts";
import type { ScriptedModel } from "../../../server/scripted-model/index.ts";
import { caller, type Session } from "../../support/service.ts";
import { auditFolders, auditRelated } from "./audit-related.ts";
import type { Facts } from "./facts.ts";
import { markerPattern } from "./prompts.ts";
import type { KnownSession, SentPrompt } from "./workload.ts";

export interface AuditContext {
  url: string;
  apiKey: string;
  dataFolder: string;
  runtime: AgentRuntime;
  facts: Facts;
  model: ScriptedModel;
}

/** The beginning of prompts that the service writes: nudges, heartbeats, wakes. */
const ownOpening = "[Signalbox] ";

/** The texts of a transcript's user lines, in the order of the file. */
function promptsIn(jsonl: string, runtime: AgentRuntime): string[] {
  return jsonl.split("\n").flatMap((line) => {
    const value = parse(line);
    if (value === null || !runtime.transcript.keeps(value)) return [];
    return runtime.transcript.events(value).flatMap((event) => (event.type === "user" ? [event.text] : []));
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}

/** What a service tells an agent of the commands that were cut off, which name markers. */
const cutOff = /\n\n\[Signalbox\] The agent was cut off while [^]*$/;

/** The marker at the start of a prompt, once for each time it was sent; scripts repeat it inside. */
function markersOf(prompts: readonly string[]): string[] {
  return prompts.flatMap((prompt) => [...new Set(prompt.replace(cutOff, "").match(markerPattern) ?? [])]);
}

/** The expected prompts, without those that a stopped turn is known to have lost. */
function expectedOf({ facts }: AuditContext, sent: readonly SentPrompt[]): SentPrompt[] {
  const lost = new Set(markersOf(facts.undelivered()));
  return sent.filter(({ marker }) => !lost.has(marker));
}

/** The problems of a conversation's record, compared with what the caller knows. */
function compareRecord(where: string, prompts: readonly string[], sent: readonly SentPrompt[]): string[] {
  const found = markersOf(prompts);
  const times = (marker: string) => found.filter((one) => one === marker).length;
  const wrong = sent.flatMap(({ marker, fate }) => {
    if (fate === "accepted" && times(marker) !== 1)
      return [`${where}: ${marker} appears ${times(marker)} times`];
    return times(marker) > 1 ? [`${where}: ${marker}, not acknowledged, appears ${times(marker)} times`] : [];
  });
  const known = new Set(sent.map(({ marker }) => marker));
  const foreign = found
    .filter((marker) => !known.has(marker))
    .map((marker) => `${where}: ${marker} belongs to another session`);
  const strange = prompts
    .filter((prompt) => markersOf([prompt]).length === 0 && !prompt.startsWith(ownOpening))
    .map((prompt) => `${where}: nobody sent "${prompt.slice(0, 200)}"`);
  return [...wrong, ...foreign, ...strange, ...disorder(where, found, sent)];
}

/** A message that interrupts may overtake; the others keep the order in which they were sent. */
function disorder(where: string, found: readonly string[], sent: readonly SentPrompt[]): string[] {
  const inTurn = sent.filter(({ immediate, marker }) => !immediate && found.includes(marker));
  const expected = inTurn.map(({ marker }) => marker);
  const seen = found.filter((marker) => expected.includes(marker));
  return seen.join() === expected.join()
    ? []
    : [`${where}: order is ${seen.join()}, sent as ${expected.join()}`];
}

/** Everything that must be true when all sessions are idle. */
export async function auditSessions(
  context: AuditContext,
  known: readonly KnownSession[],
): Promise<string[]> {
  const { facts, dataFolder } = context;
  const rows = facts.conversations();
  const queue = [
    ...(facts.strayHolds() > 0
      ? [`${facts.strayHolds()} sessions are held that are not in the spot queue`]
      : []),
    ...(facts.headlessPools() > 0 ? ["not exactly one account is current"] : []),
  ];
  const problems = rows
    .filter(
      ({ status, waitingKind }) => status !== "needs_input" && waitingKind?.startsWith("asleep") !== true,
    )
    .map(({ id, status, waitingKind }) => `session ${id} ends ${status} ${waitingKind ?? ""}`);
  const made = rows.filter(({ key }) => key !== null);
  const expected = known.filter(({ gone, id }) => !gone || made.some((row) => row.id === id));
  if (made.length !== expected.length || new Set(made.map(({ key }) => key)).size !== made.length)
    problems.push(`${expected.length} creations made ${made.length} sessions`);
  for (const session of expected) problems.push(...(await auditSession(context, session)));
  const promptsOf = async (id: number, lines?: number) => {
    const stored = await storedTranscript(context, id);
    return promptsIn(stored.split("\n").slice(0, lines).join("\n"), context.runtime);
  };
  return [...queue, ...problems, ...(await auditRelated({ facts, dataFolder, known }, promptsOf))];
}

async function auditSession(context: AuditContext, { id, key, ...session }: KnownSession): Promise<string[]> {
  const prompts = expectedOf(context, session.prompts);
  const row = context.facts.conversations().find((one) => one.id === id && one.key === key);
  if (!row || row.conversationId === null) return [`${key} has no conversation`];
  const home = join(context.dataFolder, "homes", String(id));
  const file = await context.runtime.transcriptFile({ cwd: row.clonePath ?? "", home }, row.conversationId);
  const own = file === null ? [] : promptsIn(readFileSync(file, "utf8"), context.runtime);
  const stored = promptsIn(await storedTranscript(context, id ?? 0), context.runtime);
  return [
    ...compareRecord(`session ${id}, the agent's file`, own, prompts),
    ...compareRecord(`session ${id}, the stored transcript`, stored, prompts),
    ...compareRecord(`session ${id}, what the model saw`, seenByModel(context, prompts), prompts),
  ];
}

async function storedTranscript({ url, apiKey }: AuditContext, id: number): Promise<string> {
  const path = `/sessions/${id}?include_transcript=true`;
  const { body } = await caller(url, apiKey)<{ session: Session }>("GET", path);
  return body.session.transcript ?? "";
}

/** The prompts of the newest request with the session's newest marker, without what CLIs add. A prompt during which the service died may never have reached a model. */
function seenByModel({ model }: AuditContext, sent: readonly SentPrompt[]): string[] {
  const requests = model.requests();
  const holds = (marker: string) =>
    requests.findLast(({ prompts }) => prompts.some((one) => one.includes(marker)));
  const request = sent.map(({ marker }) => holds(marker)).findLast((one) => one !== undefined);
  return (request?.prompts ?? []).filter((prompt) => markersOf([prompt]).length > 0);
}

/** Leftovers on disk or in the database after the service has stopped. */
export function auditLeftovers({ dataFolder, facts }: Pick<AuditContext, "dataFolder" | "facts">): string[] {
  const problems = [...facts.unsound(), ...auditFolders({ dataFolder, facts })];
  for (const job of facts.jobsLeft().filter(({ kind }) => kind === "turn"))
    problems.push(`job ${job.key} is left ${job.state}`);
  return problems;
}

/** Lines of the service's log at error level. */
export function loggedErrors(logFile: string): string[] {
  const lines = readFileSync(logFile, "utf8").split("\n").map(parse) as ({
    level?: number;
  } | null)[];
  return lines.filter((line) => (line?.level ?? 0) >= 50).map((line) => JSON.stringify(line).slice(0, 1_500));
}
