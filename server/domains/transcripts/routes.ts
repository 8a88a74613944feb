import { type Endpoint, endpoints } from "../../http/mount.ts";
import { Refusal } from "../../lib/errors.ts";
import { transcriptOperations } from "./model.ts";
import type { TranscriptOf, TranscriptService } from "./service.ts";

const contentLimit = 4_000;
const fullContentLimit = 100_000;

/** `resolve` turns a path's session reference into the session, or refuses with 404. */
export function transcriptRoutes(
  transcripts: TranscriptService,
  resolve: (reference: string) => TranscriptOf,
): Endpoint[] {
  return endpoints(transcriptOperations, {
    getTranscript: ({ params, query }, { response }) => {
      const text = transcripts.text(resolve(params.id));
      if (text === null) throw noTranscript();
      if (query.format === "text") response.type("text/plain").send(text);
      return { transcript_text: text };
    },

    getConversation: ({ params, query }) =>
      transcripts.conversation(resolve(params.id), {
        limit: query.limit,
        before: query.before,
        contentLimit:
          query.full_content === "true" || query.full_content === "1" ? fullContentLimit : contentLimit,
      }),

    getTimeline: ({ params, query }) => transcripts.timeline(resolve(params.id), query),
  });
}

const noTranscript = (): Refusal =>
  new Refusal({ status: 404, label: "No transcript", messages: ["The session has no transcript yet"] });
