import { basename, join } from "node:path";
import { jsonList } from "../../../db/json-codec.ts";
import type { RestorePart } from "../../../db/restore-part.ts";
import { columnsOf } from "../../../db/untyped-rows.ts";

interface StoredFile {
  path: string;
}
const attachments = jsonList<StoredFile>();

/** The files of messages are in this data folder, whatever a backup of another one says. */
export const messageRestore: RestorePart = {
  tables: [],
  carryOver(backup, { folder }) {
    if (!columnsOf(backup, "enqueued_messages").includes("attachments")) return;
    const place = backup.prepare("UPDATE enqueued_messages SET attachments = ? WHERE id = ?");
    const rows = backup
      .prepare<[], { id: number; sessionId: number; text: string }>(
        `SELECT id, session_id AS sessionId, CAST(attachments AS TEXT) AS text FROM enqueued_messages
         WHERE attachments <> '[]'`,
      )
      .all();
    for (const { id, sessionId, text } of rows) {
      const inFolder = (file: StoredFile): StoredFile => ({
        ...file,
        path: join(folder, "attachments", String(sessionId), basename(String(file.path))),
      });
      place.run(attachments.encode(attachments.decode(text).map(inFolder)), id);
    }
  },
};
