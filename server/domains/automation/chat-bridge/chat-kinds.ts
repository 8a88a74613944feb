import type { Clock } from "../../../lib/clock.ts";
import type { Bridge } from "./bridge.ts";

const keptMs = 3_600_000;
const againMs = 10 * 60_000;

/** Which chats of the bridge are with one person. */
export function chatKinds({ bridge, clock }: { bridge: Pick<Bridge, "chats">; clock: Clock }) {
  let groups = new Map<string, boolean>();
  let readAt: number | null = null;

  async function refresh(signal: AbortSignal): Promise<void> {
    readAt = clock.now();
    try {
      const chats = await bridge.chats(signal);
      groups = new Map(chats.map(({ id, isGroup }) => [id, isGroup]));
    } catch {
      // What is not known is taken for a group: nobody's words are said to be to the account alone.
      signal.throwIfAborted();
    }
  }

  return {
    async isDirect(chat: string, signal: AbortSignal): Promise<boolean> {
      const age = readAt === null ? Number.POSITIVE_INFINITY : Math.abs(clock.now() - readAt);
      if (age > (groups.has(chat) ? keptMs : againMs)) await refresh(signal);
      return groups.get(chat) === false;
    },
  };
}
