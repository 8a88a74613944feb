import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { liveRefusal } from "./errors.ts";
import { isForCall } from "./listening-rules.ts";
import type { SpokenTurnAnswer } from "./model.ts";
import type { LiveValues } from "./ports.ts";
import { placeOf, titleFrom } from "./rules.ts";
import type { ConversationRow, LiveStore, TurnRow } from "./store.ts";
import { text } from "./text.ts";
import { isExpired, turnView } from "./views.ts";

/** Where something was said in a call. */
export interface Place {
  call?: number | null | undefined;
  item?: number | null | undefined;
}

export interface SpokenLine extends Place {
  role?: string | null | undefined;
  content?: string | null | undefined;
  not_understood?: boolean | null | undefined;
  item_id?: string | null | undefined;
  interrupted?: boolean | null | undefined;
  unheard?: string | null | undefined;
}

/** E100: what was said becomes rows, in the order in which it was said. */
export function spokenLines(deps: {
  database: Database;
  store: LiveStore;
  clock: Clock;
  active(id: number): ConversationRow;
  values(): LiveValues;
  redact(text: string): string;
  changed(conversationId: number): void;
}) {
  const { store, clock } = deps;

  function isAddressed(row: ConversationRow, line: string): boolean {
    const now = clock.now();
    const turns = store.turnsOf(row.id);
    // The answer to an open card needs no wake word.
    if (turns.some((turn) => turn.toolState === "card" && !isExpired(turn, now))) return true;
    const spoken = turns.filter(({ source, role }) => source === "spoken" && role !== "tool");
    return isForCall(line, {
      listening: row.listening ?? "always",
      wakeWord: String(deps.values()["wake_word"]),
      now,
      lastExchangeAt: spoken.length === 0 ? null : Math.max(...spoken.map(({ createdAt }) => createdAt)),
    });
  }

  function storeLine(
    row: ConversationRow,
    line: SpokenLine & { role: "user" | "assistant" },
    content: string,
  ): TurnRow {
    const now = clock.now();
    const turn = store.addTurn({
      conversationId: row.id,
      position: placeOf(line, { callNumber: row.callNumber, last: store.lastPosition(row.id) }),
      role: line.role,
      source: "spoken",
      content: deps.redact(content),
      itemId: line.item_id ?? null,
      interrupted: line.interrupted === true,
      unheard: line.interrupted === true && line.unheard ? deps.redact(line.unheard) : null,
      createdAt: now,
    });
    const title = row.title === null && line.role === "user" ? titleFrom(turn.content) : row.title;
    store.write(row.id, { title, lastActivityAt: now, updatedAt: now });
    return turn;
  }

  return function addTurn(id: number, line: SpokenLine): SpokenTurnAnswer {
    const row = deps.active(id);
    const { role } = line;
    if (role !== "user" && role !== "assistant") throw liveRefusal("bad_role");
    const known = line.item_id ? store.byItem(id, line.item_id) : undefined;
    if (known) return { respond: true, turn: turnView(known, clock.now()) };
    const content = line.content?.trim() || (line.not_understood === true ? text.notUnderstood : "");
    if (content === "") throw liveRefusal("blank");
    if (role === "user" && !isAddressed(row, content)) return { respond: false, dropped: true };
    const turn = deps.database.transaction(() => storeLine(row, { ...line, role }, content));
    deps.changed(id);
    return { respond: true, turn: turnView(turn, clock.now()) };
  };
}
