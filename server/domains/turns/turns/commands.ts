import type { Actor } from "../../../http/caller.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { commandRefusal, type OwnCommand } from "../commands/index.ts";
import type { Delivered, FollowUp } from "./delivery.ts";
import { turnRefusal } from "./errors.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnParts } from "./stop-turn.ts";
import { text } from "./text.ts";

interface Asked {
  session: SessionRow;
  command: OwnCommand;
  input: FollowUp;
  actor: Actor;
}

/** Does a command of the service at once, whatever the session's agent is at; the message of the answer is what it says. */
export async function runCommand(
  deps: TurnDeps,
  parts: TurnParts,
  { session, command, input, actor }: Asked,
): Promise<Delivered> {
  const { sessions, sessionLog, commands } = deps;
  const { id, status } = session;
  if (status === "archived") throw turnRefusal("cannot_follow_up", { status });
  refuseCompanions(command.name, input);
  if (command.name === "clear") await clearConversation(deps, parts, session);
  const answer = await commands.answer(sessions.find(String(id)), command);
  sessionLog.note(id, "info", text.log.commandDone(command.name));
  deps.recordSeniority(input.acting_session_id, id, actor);
  return {
    delivered: true,
    session: sessions.view(sessions.find(String(id))),
    message: answer,
    command: command.name,
  };
}

/** What may come with a message. */
export type Companions = Pick<FollowUp, "attachments" | "goal">;

/** A command has nothing to do with files and goals. */
export function refuseCompanions(name: string, { attachments, goal }: Companions): void {
  if ((attachments?.length ?? 0) > 0 || (goal ?? "") !== "") throw commandRefusal("with_files", { name });
}

/** The next turn begins a conversation of its own, in the same clone and transcript. */
function clearConversation(
  { sessions, messages, database, newId }: TurnDeps,
  { active, store }: TurnParts,
  { id }: SessionRow,
): Promise<void> {
  return active.exclusive(id, async () => {
    database.transaction(() => {
      const row = sessions.find(String(id));
      const busy =
        store.open(id) !== undefined || active.get(id) !== undefined || messages.pending(id).length > 0;
      if (busy) throw commandRefusal("turn_active");
      if (!row.conversationStarted) return;
      sessions.write(row, { conversationId: newId(), conversationStarted: false });
    });
  });
}
