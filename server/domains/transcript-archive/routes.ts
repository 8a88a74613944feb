import type { Response } from "express";
import { type Endpoint, endpoints } from "../../http/mount.ts";
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
          "x-archive-generated-at": status.generated_at,
          "x-archive-session-count": String(status.session_count),
          "x-archive-stale": String(status.stale),
          ...(status.stale_reason !== null && { "x-archive-stale-reason": status.stale_reason }),
        },
      );
    },
  });
}

/** Resolves when it is sent, or the caller has gone. */
function sendFile(
  response: Response,
  { name, root }: { name: string; root: string },
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(name, { root, cacheControl: false, headers }, (error?: NodeJS.ErrnoException) => {
      if (error && !response.destroyed && !response.headersSent) reject(error);
      else resolve();
    });
  });
}
