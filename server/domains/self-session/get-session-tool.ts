import { z } from "zod";
import { pageNumber, pageSize } from "../../mcp/paging.ts";
import { defineTool, type Tool } from "../../mcp/tool.ts";
import { renderEvent } from "../transcripts/index.ts";
import type { ReadingDeps, SelfContext } from "./ports.ts";
import { newestThatFit } from "./rules.ts";
import { type FoundSession, type ShownTranscript, sessionPage } from "./session-page.ts";

/** More of a transcript drowns a model; what it looks for is mostly at the end. */
const transcriptLines = 200;
const transcriptChars = 100_000;

const input = z.object({
  id: z
    .union([z.number().int(), z.string().min(1).max(300)])
    .optional()
    .describe("An id or a slug"),
  include_transcript: z.boolean().default(false),
  transcript_format: z.enum(["text", "json"]).default("text").describe("json: one entry a line"),
  include_logs: z.boolean().default(false),
  logs_page: pageNumber,
  logs_per_page: pageSize,
  include_subagent_transcripts: z.boolean().default(false).describe("The agents that its agent started"),
  transcripts_page: pageNumber,
  transcripts_per_page: pageSize,
});
type Input = z.output<typeof input>;

export const getSession = (deps: ReadingDeps): Tool<SelfContext> =>
  defineTool({
    name: "get_session",
    description:
      "One session in detail: state, repository, equipment, hierarchy, queued messages and wakes; on request with " +
      "its transcript, logs and sub-agents. Your own session unless you name another.",
    group: "self_session",
    write: false,
    input,
    run(given, { sessionId }) {
      const found = findSession(deps, String(given.id ?? sessionId), given);
      return { text: sessionPage(found), facts: factsOf(found) };
    },
  });

function findSession(deps: ReadingDeps, reference: string, wanted: Input): FoundSession {
  const overview = deps.overview(reference);
  const logPage = { page: wanted.logs_page, per_page: wanted.logs_per_page };
  const agentPage = { page: wanted.transcripts_page, per_page: wanted.transcripts_per_page };
  return {
    overview,
    queued: deps.queued(reference),
    wakes: deps.armedWakes(overview.session.id),
    transcript: wanted.include_transcript
      ? showTranscript(deps.transcript(reference, transcriptLines), wanted.transcript_format)
      : null,
    logs: wanted.include_logs ? deps.logs(reference, logPage) : null,
    subagents: wanted.include_subagent_transcripts ? deps.subagents(reference, agentPage) : null,
  };
}

const factsOf = ({ overview, queued, wakes, transcript, logs, subagents }: FoundSession) => ({
  ...overview,
  queued_messages: queued,
  armed_wakes: wakes,
  ...(transcript && { transcript: transcript.text, transcript_lines_before: transcript.linesBefore }),
  ...(logs && { logs: logs.logs }),
  ...(subagents && { subagent_transcripts: subagents.subagent_transcripts }),
});

function showTranscript(
  { entries, from }: ReturnType<ReadingDeps["transcript"]>,
  format: ShownTranscript["format"],
): ShownTranscript {
  const texts = entries.map((entry) =>
    format === "json" ? JSON.stringify(entry) : renderEvent(entry.event),
  );
  const shown = newestThatFit(texts, transcriptChars);
  const first = entries[entries.length - shown.length];
  return { text: shown.join("\n"), format, linesBefore: first?.index ?? from };
}
