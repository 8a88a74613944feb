import type { Session } from "../../../server/domains/sessions/sessions/model.ts";

type Known = Pick<Session, "id" | "genesis" | "prompt" | "git_root" | "metadata">;

const promptCount = 10;
const repositoryCount = 20;

/** The sessions that a person started from the board, newest first. */
const ownNewestFirst = (sessions: readonly Known[]): Known[] =>
  sessions.filter(({ genesis }) => genesis === "web_ui").toSorted((a, b) => b.id - a.id);

const distinct = (texts: readonly (string | null)[], count: number): string[] =>
  [...new Set(texts.filter((text) => text !== null && text.trim() !== "") as string[])].slice(0, count);

/** What was asked last, each text once. */
export const recentPrompts = (sessions: readonly Known[]): string[] =>
  distinct(
    ownNewestFirst(sessions).map(({ prompt }) => prompt),
    promptCount,
  );

/** Where was worked last without an agent root, each repository once; those that a person chose come first. */
export function recentRepositories(sessions: readonly Known[]): string[] {
  const entered = sessions.filter(({ metadata }) => typeof metadata["agent_root_key"] !== "string");
  const all = [...ownNewestFirst(entered), ...entered.toSorted((a, b) => b.id - a.id)];
  return distinct(
    all.map(({ git_root: repository }) => repository),
    repositoryCount,
  );
}
