import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Facts } from "./facts.ts";
import { wakePattern } from "./prompts.ts";
import type { KnownSession } from "./workload.ts";

/** The prompts in a session's stored transcript, or in its first lines. */
type PromptsOf = (id: number, lines?: number) => Promise<readonly string[]>;

export interface RelatedAudit {
  facts: Facts;
  dataFolder: string;
  known: readonly KnownSession[];
}

/** Checks wakes, questions, forks, notes and uncommitted work. */
export async function auditRelated(around: RelatedAudit, promptsOf: PromptsOf): Promise<string[]> {
  const { facts } = around;
  const abandoned = facts.abandonedSummaries();
  const doubled = facts.doubledNotices();
  return [
    ...(await auditWakes(around, promptsOf)),
    ...auditQuestions(around),
    ...(await auditForks(around, promptsOf)),
    ...auditNotesAndFiles(around),
    ...(await auditCommands(around, promptsOf)),
    ...(abandoned > 0 ? [`${abandoned} pending summaries have no job`] : []),
    ...(doubled > 0 ? [`${doubled} sessions have two open notifications`] : []),
  ];
}

/** What the service tells an agent that goes on where another one was cut off. */
const word = /may have run wholly, in part or not at all/;

/** A command can run twice, but only after a word that it may have run. */
async function auditCommands(
  { facts, known, dataFolder }: RelatedAudit,
  promptsOf: PromptsOf,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { id } of present(facts, known)) {
    if (id === null) continue;
    const folder = join(dataFolder, "scratch", String(id));
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^M\d{4}x$/.test(name)) : [];
    const twice = files.filter((name) => readFileSync(join(folder, name), "utf8").split("\n").length > 2);
    if (twice.length === 0) continue;
    const prompts = await promptsOf(id);
    for (const marker of twice) {
      const at = prompts.findIndex((prompt) => prompt.includes(marker));
      if (!prompts.slice(at).some((prompt) => word.test(prompt)))
        problems.push(`session ${id}: the command of ${marker} ran twice, and its agent was not told`);
    }
  }
  return problems;
}

const markerOf = (prompt: string): string => /W\d{4}x/.exec(prompt)?.[0] ?? "";

/** Every acknowledged wake is stored, and every delivered one arrived exactly once. */
async function auditWakes({ facts, known }: RelatedAudit, promptsOf: PromptsOf): Promise<string[]> {
  const rows = facts.wakes();
  const markers = rows.map(({ prompt }) => markerOf(prompt));
  const there = new Set(markers);
  const doubled = [...there]
    .filter((marker) => markers.indexOf(marker) !== markers.lastIndexOf(marker))
    .map((marker) => `the wake ${marker} was armed twice`);
  const lost = present(facts, known)
    .flatMap(({ wakes }) => wakes)
    .filter(({ marker, armed }) => armed && !there.has(marker))
    .map(({ marker }) => `the wake ${marker} is missing`);
  const given = new Map<number, string[]>();
  for (const id of new Set(rows.map(({ sessionId }) => sessionId)))
    given.set(id, wakesIn(await promptsOf(id)));
  const undelivered = new Set(wakesIn(facts.undelivered()));
  const wrong = rows.flatMap(({ sessionId, state: end, prompt }) => {
    const marker = markerOf(prompt);
    const state = undelivered.has(marker) ? "retired" : end;
    const times = given.get(sessionId)?.filter((one) => one === marker).length ?? 0;
    return times === (state === "delivered" ? 1 : 0)
      ? []
      : [`session ${sessionId}: the wake ${marker} is ${state} and was given ${times} times`];
  });
  return [...lost, ...doubled, ...wrong];
}

const wakesIn = (prompts: readonly string[]): string[] =>
  prompts.flatMap((prompt) => [...prompt.matchAll(wakePattern)].map(([, marker]) => marker ?? ""));

const present = (facts: Facts, known: readonly KnownSession[]): KnownSession[] => {
  const ids = new Set(facts.conversations().map(({ id }) => id));
  return known.filter(({ id }) => id !== null && ids.has(id));
};

/** Every answered question keeps its answer. */
function auditQuestions({ facts, known }: RelatedAudit): string[] {
  const rows = new Map(facts.questions().map((row) => [row.id, row]));
  return present(facts, known).flatMap(({ questions }) =>
    questions.flatMap(({ id, answered }) => {
      const row = rows.get(id);
      if (!row) return [`the question ${id} is missing`];
      const kept = row.status === "accept" && row.content === '{"colour":"red"}';
      return answered && !kept ? [`the answer to ${id} is lost: ${JSON.stringify(row)}`] : [];
    }),
  );
}

/** Every acknowledged fork exists, none was made twice, and every fork is complete. */
async function auditForks({ facts, known }: RelatedAudit, promptsOf: PromptsOf): Promise<string[]> {
  const rows = new Map(facts.conversations().map((row) => [row.id, row]));
  const missing = known
    .flatMap(({ forks }) => forks)
    .filter(({ id }) => !rows.has(id))
    .map(({ id }) => `the fork ${id} is missing`);
  const forked = [...rows.values()].map(({ forkedFrom }) => forkedFrom);
  const broken = present(facts, known).flatMap(({ id, forkCount }) => {
    const made = forked.filter((from) => from === id).length;
    return made === forkCount ? [] : [`session ${id} has ${made} forks, and ${forkCount} were acknowledged`];
  });
  for (const { id, key, forkedFrom, forkedAt, clonePath } of rows.values()) {
    if (key !== null) continue;
    if (!clonePath || !existsSync(join(clonePath, ".git"))) broken.push(`the fork ${id} has no clone`);
    if (facts.lineCount(id) < (forkedAt ?? 0) + 1) broken.push(`the fork ${id} lacks lines`);
    if (forkedFrom === null || !rows.has(forkedFrom)) continue;
    // A turn killed at its start leaves lines before its prompt, and a fork can start from those.
    const [own, begun] = [await promptsOf(id), await promptsOf(forkedFrom, (forkedAt ?? 0) + 1)];
    const doubled = own.filter((prompt, at) => at > 0 && isWork(prompt) && own.indexOf(prompt) < at);
    if (doubled.length > 0) broken.push(`the fork ${id} has a prompt twice: ${doubled[0]?.slice(0, 80)}`);
    if (begun.some((prompt, at) => prompt !== own[at]))
      broken.push(`the fork ${id} does not begin like session ${forkedFrom}`);
  }
  return [...missing, ...broken];
}

const isWork = (prompt: string): boolean => /^M\d{4}x/.test(prompt);

function auditNotesAndFiles({ facts, known }: RelatedAudit): string[] {
  const rows = new Map(facts.conversations().map((row) => [row.id, row]));
  return known.flatMap(({ id, notes, files }) => {
    const row = rows.get(id ?? 0);
    if (!row) return [];
    const lost = files.filter((name) => !existsSync(join(row.clonePath ?? "", name)));
    return [
      ...lost.map((name) => `session ${id}: the uncommitted file ${name} is missing from its clone`),
      ...(notes.includes(row.notes) ? [] : [`session ${id}: its notes are "${row.notes}"`]),
    ];
  });
}

/** Every folder belongs to a session, and every session has its clone. */
export function auditFolders({ dataFolder, facts }: Pick<RelatedAudit, "dataFolder" | "facts">): string[] {
  const list = (name: string): string[] =>
    existsSync(join(dataFolder, name)) ? readdirSync(join(dataFolder, name)) : [];
  const rows = facts.conversations();
  const ids = new Set(rows.map(({ id }) => String(id)));
  const paths = new Set(rows.map(({ clonePath }) => clonePath));
  const orphans = ["homes", "scratch", "attachments", "stowed"].flatMap((folder) =>
    list(folder)
      .filter((name) => !ids.has(name))
      .map((name) => `${folder}/${name} belongs to no session`),
  );
  const strays = list("clones")
    // The commit that a clone was made at is noted beside it.
    .filter((name) => !paths.has(join(dataFolder, "clones", name.replace(/\.start$/, ""))))
    .map((name) => `the clone ${name} belongs to no session`);
  const without = rows
    .filter(({ clonePath }) => clonePath === null || !existsSync(join(clonePath, ".git")))
    .map(({ id }) => `session ${id} has no clone`);
  const away = list("stowed").map((name) => `stowed/${name} is left although the trash is empty`);
  return [...orphans, ...strays, ...without, ...away];
}
