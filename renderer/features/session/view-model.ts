import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type ActionId, hasQuestion } from "../selection/actions.ts";
import { textAt } from "../sessions/session-fields.ts";
import type { PanelChoice, PanelTab } from "../sessions/session-page-search.ts";

/** The action that is most likely wanted, which is shown as a button. What mends a failure is shown with the failure. */
export function primaryAction(session: Session): ActionId {
  if (session.status === "archived") return "unarchive";
  const isAtWork = session.status === "running" || session.cloning !== null;
  return isAtWork || hasQuestion(session) ? "pause" : "archive";
}

const primaryActions: readonly (ActionId | undefined)[] = ["archive", "unarchive", "pause", "restart"];

/** The page shows the result before the service confirms it, so the button waits until the last action is done. */
export const isPrimaryActionBusy = (inProgress: ActionId | undefined): boolean =>
  primaryActions.includes(inProgress);

export function shownPanel(choice: PanelChoice, wide: boolean): PanelTab | null {
  if (choice === "none") return null;
  return choice ?? (wide ? "details" : null);
}

/** The web page of the repository, or null. */
export function repositoryLink(gitRoot: string | null): string | null {
  if (gitRoot === null) return null;
  const ssh = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+?)(?:\.git)?\/?$/.exec(gitRoot);
  if (ssh) return `https://${ssh[1]}/${ssh[2]}`;
  const url = URL.canParse(gitRoot) ? new URL(gitRoot) : null;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return null;
  return `${url.origin}${url.pathname.replace(/(?:\.git)?\/?$/, "")}`;
}

/** What can be copied of a session, as far as it has it. */
export function copyableFacts(
  session: Session,
): { id: "id" | "slug" | "conversation" | "clone" | "branch"; value: string }[] {
  const facts = [
    ["id", String(session.id)],
    ["slug", session.slug],
    ["conversation", session.session_id],
    ["clone", textAt(session.metadata, "clone_path")],
    ["branch", session.branch],
  ] as const;
  return facts.flatMap(([id, value]) => (value === null || value === "" ? [] : [{ id, value }]));
}

const shownElsewhere: ReadonlySet<string> = new Set(["clone_path", "agent_root_key"]);

/** The metadata of a session as name and text, without what the page shows elsewhere. */
export function metadataLines(record: Session["metadata"]): [name: string, text: string][] {
  const entries = Object.entries(record).filter(([name]) => !shownElsewhere.has(name));
  return entries.map(([name, value]) => [
    name,
    typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
  ]);
}

/** For how many minutes the agent has given no sign of life; null if it has not been silent that long. */
export function silentMinutes(
  { status, silent_since: since }: Pick<Session, "status" | "silent_since">,
  now: number,
): number | null {
  if (status !== "running" || since === null) return null;
  return Math.max(1, Math.floor((now - Date.parse(since)) / 60_000));
}
