import { z } from "zod";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { archiveOperations, archiveStatus } from "./model.ts";

export const getTranscriptArchive = defineTool({
  name: "get_transcript_archive",
  description: "The age and completeness of the zip of all transcripts, and where to download it.",
  effect: "read",
  input: z.object({}),
  output: archiveStatus,
  async run(_input, { call }) {
    const facts = await call(archiveOperations.getArchiveStatus, {});
    const list = factList([
      ["Generated", facts.generated_at],
      ["Sessions", facts.session_count],
      ["Bytes", facts.file_size_bytes],
      ["Stale", facts.stale_reason ?? "no"],
    ]);
    const next = `Download it with GET /api/v1${archiveOperations.downloadArchive.path} and an API key.`;
    return { text: page(heading(2, "Transcript Archive"), list, next), facts };
  },
});
