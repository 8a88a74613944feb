import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { notFound, Refusal } from "../../../lib/errors.ts";
import { appAnswer } from "./app-answer.ts";
import type { LargeReads } from "./large-reads.ts";
import { transcriptOperations } from "./model.ts";
import { pictureAnswer } from "./picture-answer.ts";
import { pictureOf } from "./pictures.ts";
import type { TranscriptOf } from "./reads.ts";

const contentLimit = 4_000;
const fullContentLimit = 100_000;

interface TranscriptRouteDeps {
  transcripts: LargeReads;
  /** Turns a path's session reference into the session, or refuses with 404. */
  resolve(reference: string): TranscriptOf;
  /** Whether MCP apps in the results of a tool may be shown. */
  showsApps(tool: string): boolean;
}

export function transcriptRoutes({ transcripts, resolve, showsApps }: TranscriptRouteDeps): Endpoint[] {
  async function readingCopy(of: TranscriptOf, format: string | undefined) {
    const answer =
      format === "text"
        ? await transcripts.text(of)
        : await transcripts.withText(of, (text) => ({ transcript_text: text }));
    if (answer === null) throw noTranscript();
    return answer;
  }

  return endpoints(transcriptOperations, {
    getTranscript: ({ params, query }) => readingCopy(resolve(params.id), query.format),
    getTranscriptUnprefixed: ({ params, query }) => readingCopy(resolve(params.id), query.format),

    getConversation: ({ params, query }) =>
      transcripts.conversation(resolve(params.id), {
        limit: query.limit,
        before: query.before,
        contentLimit:
          query.full_content === "true" || query.full_content === "1" ? fullContentLimit : contentLimit,
      }),

    getTimeline: ({ params, query }) => transcripts.timeline(resolve(params.id), query),
    timelinePicture: async ({ params }, { response }) => {
      const answer = pictureAnswer(
        response,
        await transcripts.picture(resolve(params.id), pictureOf(params)),
      );
      // A line never changes, so its picture can be cached for scrolling back.
      response.setHeader("cache-control", "private, max-age=600");
      return answer;
    },
    timelineApp: async ({ params }, { response }) => {
      const app = await transcripts.app(resolve(params.id), pictureOf(params));
      // One answer for what is not there and for what is not allowed.
      if (app === null || !showsApps(app.tool)) throw notFound("App");
      return appAnswer(response, app.html);
    },
    searchTimeline: ({ params, query: { text, types, from } }) =>
      transcripts.search(resolve(params.id), {
        text,
        from,
        types: types === undefined ? undefined : new Set(types.split(",")),
      }),
    listPrompts: ({ params }) => transcripts.prompts(resolve(params.id)),
  });
}

const noTranscript = (): Refusal =>
  new Refusal({ status: 404, label: "No transcript", messages: ["The session has no transcript yet"] });
