import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { text } from "./text.ts";

/** The runtime's name, or its id with spaces if the runtime is a new one. */
export const runtimeLabel = (id: string): string => text.runtimes[id] ?? id.replaceAll("_", " ");

/** The name of the agent root that the session was created from; null if there was none. */
export function rootOf(session: Pick<Session, "metadata">): string | null {
  const key = session.metadata["agent_root_key"];
  return typeof key === "string" && key !== "" ? key : null;
}

/** The last part of a repository's address: `shop` of `https://host/team/shop.git`. */
function repositoryName(gitRoot: string | null): string {
  const [last = ""] = (gitRoot ?? "")
    .replace(/[/\\]+$/, "")
    .split(/[/\\:]/)
    .slice(-1);
  return last.replace(/\.git$/, "") || text.noRepository;
}

/** A branch that says nothing about a session, because most sessions start from it. */
export const isUsualBranch = (branch: string): boolean => branch === "main" || branch === "master";

export const projectName = (session: Session): string => rootOf(session) ?? repositoryName(session.git_root);

/** A non-empty text in a session's open-ended settings, or null. */
export function textAt(record: Record<string, unknown>, key: string): string | null {
  const value = record[key];
  return typeof value === "string" && value !== "" ? value : null;
}
