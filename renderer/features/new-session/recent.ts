import type { Session } from "../../../server/domains/sessions/sessions/model.ts";

type Known = Pick<
  Session,
  "id" | "genesis" | "prompt" | "git_root" | "metadata" | "parent_session_id" | "custom_metadata"
>;

const promptCount = 10;
const repositoryCount = 20;

/** The sessions that a person or his own programs started, newest first. What agents and events start is nobody's choice. */
const startedAs = (sessions: readonly Known[], wanted: "web_ui" | "api"): Known[] =>
  sessions
    .filter(
      ({ genesis, parent_session_id: parent, custom_metadata: own }) =>
        genesis === wanted && parent === null && own["demo"] !== true,
    )
    .toSorted((a, b) => b.id - a.id);

const distinct = (texts: readonly (string | null)[], count: number): string[] =>
  [...new Set(texts.filter((text) => text !== null && text.trim() !== "") as string[])].slice(0, count);

/** What was asked last, each text once. */
export const recentPrompts = (sessions: readonly Known[]): string[] =>
  distinct(
    startedAs(sessions, "web_ui").map(({ prompt }) => prompt),
    promptCount,
  );

/** Where was worked last without an agent root, each repository once; those that a person chose come first. */
export function recentRepositories(sessions: readonly Known[]): string[] {
  const entered = sessions.filter(({ metadata }) => typeof metadata["agent_root_key"] !== "string");
  const all = [...startedAs(entered, "web_ui"), ...startedAs(entered, "api")];
  return distinct(
    all.map(({ git_root: repository }) => repository),
    repositoryCount,
  );
}
