import type { Actor } from "../../../http/caller.ts";
import { toRefusal } from "../../../http/error-handler.ts";
import type { TurnDeps } from "./ports.ts";

export interface BulkArchive {
  session_ids: readonly number[];
  force?: boolean | null | undefined;
  end_turn?: boolean | null | undefined;
}

export interface BulkArchived {
  archived_count: number;
  errors: { id: number; error: string; message: string }[];
}

/** R72: archives each session separately with the same flags; refusals are reported per session. */
export async function bulkArchive(
  { log }: Pick<TurnDeps, "log">,
  archive: (reference: string, options: Omit<BulkArchive, "session_ids">, by: Actor) => Promise<unknown>,
  { input, by }: { input: BulkArchive; by: Actor },
): Promise<BulkArchived> {
  const { session_ids, ...options } = input;
  async function archiveOne(id: number): Promise<BulkArchived["errors"]> {
    try {
      await archive(String(id), options, by);
      return [];
    } catch (error) {
      const refusal = toRefusal(error, (cause) => log.error({ err: cause, session: id }, "not archived"));
      return [{ id, error: refusal.label, message: refusal.message }];
    }
  }
  const ids = [...new Set(session_ids)];
  const errors = (await Promise.all(ids.map(archiveOne))).flat();
  return { archived_count: ids.length - errors.length, errors };
}
