import type { Session, SessionStatus } from "../../../server/domains/sessions/model.ts";
import { ApiError } from "../../lib/api-error.ts";

export type ActionId = "pause" | "restart" | "sleep" | "refresh" | "archive" | "unarchive" | "delete";

interface ActionRule {
  id: ActionId;
  label: string;
  shortcut?: string;
  dangerous?: boolean;
  when: readonly SessionStatus[];
  /** In these it is what a person most likely came for, and has a button of its own. */
  foremost?: readonly SessionStatus[];
}

/** What can be done with a session, and when the service would let it be done. */
const rules: readonly ActionRule[] = [
  { id: "pause", label: "Pause", shortcut: "p", when: ["running"], foremost: ["running"] },
  {
    id: "restart",
    label: "Restart",
    shortcut: "r",
    when: ["waiting", "needs_input", "failed", "running"],
    foremost: ["failed"],
  },
  { id: "sleep", label: "Sleep", when: ["running", "needs_input"] },
  { id: "refresh", label: "Read again from disk", when: ["running", "waiting", "needs_input"] },
  {
    id: "archive",
    label: "Archive",
    shortcut: "e",
    when: ["waiting", "running", "needs_input", "failed"],
    foremost: ["needs_input", "failed", "waiting"],
  },
  { id: "unarchive", label: "Unarchive", when: ["archived"], foremost: ["archived"] },
  {
    id: "delete",
    label: "Delete for good",
    dangerous: true,
    when: ["waiting", "running", "needs_input", "failed", "archived"],
  },
];

export const actionsFor = (status: SessionStatus): ActionRule[] =>
  rules.filter(({ when }) => when.includes(status));

export const isForemost = (rule: ActionRule, status: SessionStatus): boolean =>
  rule.foremost?.includes(status) ?? false;

export interface ArchiveOverride {
  title: string;
  text: string;
  act: string;
  override: { force?: boolean; end_turn?: boolean };
}

/** What to offer when archiving was refused for work that would be lost; null for any other refusal. */
export function archiveOverride(error: unknown): ArchiveOverride | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  if (/queued/i.test(error.error)) {
    return {
      title: "Messages are still queued",
      // The rest of the sentence speaks to callers of the API.
      text: `${error.message.replace(/ End the turn or send force.*$/, "")} Archiving now discards them; the agent never sees them.`,
      act: "Discard them and archive",
      override: { force: true },
    };
  }
  if (/turn/i.test(error.error)) {
    return {
      title: "The agent is in the middle of a turn",
      text: "Archiving now stops the agent. What it has done so far stays in its clone and its transcript.",
      act: "Stop it and archive",
      override: { end_turn: true },
    };
  }
  return null;
}

export type PanelTab = "details" | "setup" | "log";

/** What the address says of the panel beside the transcript; without a word it is open where there is room. */
export type PanelChoice = PanelTab | "none" | undefined;

export const readPanel = (value: unknown): PanelChoice =>
  value === "details" || value === "setup" || value === "log" || value === "none" ? value : undefined;

export function shownPanel(choice: PanelChoice, wide: boolean): PanelTab | null {
  if (choice === "none") return null;
  return choice ?? (wide ? "details" : null);
}

/** A link to the repository where it is on the web, else null. */
export function repositoryLink(gitRoot: string | null): string | null {
  if (gitRoot === null) return null;
  const ssh = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+?)(?:\.git)?\/?$/.exec(gitRoot);
  if (ssh) return `https://${ssh[1]}/${ssh[2]}`;
  const url = URL.canParse(gitRoot) ? new URL(gitRoot) : null;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return null;
  return `${url.origin}${url.pathname.replace(/(?:\.git)?\/?$/, "")}`;
}

const shownElsewhere: ReadonlySet<string> = new Set(["clone_path", "agent_root_key"]);

/** What can be shown of a session's open-ended values, one text each. */
export function metadataLines(record: Session["metadata"]): [name: string, text: string][] {
  const entries = Object.entries(record).filter(([name]) => !shownElsewhere.has(name));
  return entries.map(([name, value]) => [
    name,
    typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
  ]);
}
