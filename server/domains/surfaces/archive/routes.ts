import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { sendFile } from "../../../http/send-file.ts";
import { archiveOperations } from "./model.ts";
import type { ArchiveService } from "./service.ts";

export function archiveRoutes(archive: ArchiveService): Endpoint[] {
  return endpoints(archiveOperations, {
    async getArchiveStatus() {
      const { zip: _zip, ...status } = await archive.status();
      return status;
    },

    async downloadArchive(_input, { response }) {
      const { zip, ...status } = await archive.status();
      await sendFile(
        response,
        { name: zip, root: archive.folder },
        {
          "content-disposition": 'attachment; filename="transcripts.zip"',
          // The ETag keeps a resumed download from continuing in the middle of another archive.
          etag: `"${zip}"`,
          "x-archive-generated-at": status.generated_at,
          "x-archive-session-count": String(status.session_count),
          "x-archive-stale": String(status.stale),
          ...(status.stale_reason !== null && { "x-archive-stale-reason": status.stale_reason }),
        },
      );
    },
  });
}
