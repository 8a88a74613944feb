import { isObject } from "../../lib/json.ts";
import {
  formatLines,
  type Line,
  moveFolder,
  parseLines,
  roleOf,
  safeLength,
  withoutSpoiltThoughts,
} from "../conversation-lines.ts";
import { writeInHome } from "../home-folder.ts";
import type { Workspace } from "../runtime.ts";
import { sessionPath } from "./session-file.ts";
import { piTranscript } from "./transcript.ts";

/** Writes a session file that pi can resume; null if the lines contain no conversation. */
export async function writeConversation(
  workspace: Pick<Workspace, "cwd" | "home">,
  { id, lines }: { id: string; lines: readonly string[] },
): Promise<string | null> {
  const path = sessionPath(workspace, id);
  const session = path === null ? null : sessionFor({ id, cwd: workspace.cwd }, parseLines(lines));
  if (path === null || session === null) return null;
  await writeInHome(workspace.home, path, formatLines(session));
  return path;
}

/** The branch that ends with the last line, as a session of that id in that folder. Pure. */
export function sessionFor({ id, cwd }: { id: string; cwd: string }, stored: readonly Line[]): Line[] | null {
  const header = stored.find(({ type }) => type === "session");
  const branch = lastBranch(stored);
  const kept = branch.slice(0, safeLength(branch.map((entry) => roleOf(piTranscript.events(entry)))));
  if (!header || !kept.some(isSaid)) return null;
  const from = typeof header["cwd"] === "string" ? header["cwd"] : "";
  const { parentSession: _parent, ...rest } = header;
  const moved = kept.map((entry) => {
    const whole = withoutSpoiltThoughts(entry, isThought);
    return moveFolder(whole, { from, to: cwd, signed: isThought }) as Line;
  });
  return [{ ...rest, id, cwd }, ...moved];
}

/** Root to leaf. The leaf is the entry written last; an entry whose parent is missing becomes the root. */
function lastBranch(stored: readonly Line[]): Line[] {
  const entries = new Map(
    stored.filter(({ type }) => type !== "session").map((entry) => [entry["id"], entry]),
  );
  const branch: Line[] = [];
  for (let entry = [...entries.values()].at(-1); entry; entry = entries.get(entry["parentId"])) {
    branch.push(entry);
    entries.delete(entry["id"]);
  }
  return branch.reverse().map((entry, at) => (at === 0 ? { ...entry, parentId: null } : entry));
}

function isThought({ type }: Line): boolean {
  return type === "thinking";
}

function isSaid({ message }: Line): boolean {
  return isObject(message) && (message["role"] === "user" || message["role"] === "assistant");
}
