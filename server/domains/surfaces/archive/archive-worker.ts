import { openReadOnly } from "../../../db/read-only.ts";
import { type Batch, buildArchive } from "./building.ts";
import type { ArchiveState } from "./index-file.ts";
import { archiveSource } from "./source.ts";

export async function build({ file, ...batch }: Batch & { file: string }): Promise<ArchiveState> {
  const sql = openReadOnly(file);
  try {
    return await buildArchive(archiveSource(sql), batch);
  } finally {
    sql.close();
  }
}
