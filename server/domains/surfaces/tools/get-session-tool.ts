import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { pageNumber, pageSize } from "../../../mcp/paging.ts";
import { anySession, sessionReference } from "../../../mcp/target.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { sessionLogOperations } from "../../sessions/logs/model.ts";
import { subagentOperations } from "../../transcripts/subagents/model.ts";
import { renderEvent } from "../../transcripts/transcripts/index.ts";
import { messageOperations } from "../../turns/messages/model.ts";
import { overviewOperations } from "../overview/model.ts";
import type { SessionToolDeps } from "./ports.ts";
import { newestThatFit } from "./rules.ts";
import { type FoundSession, type ShownTranscript, sessionPage } from "./session-page.ts";

/** A longer transcript would fill a model's context, and the end is what matters most. */
const transcriptLines = 200;
const transcriptChars = 100_000;

const input = z.object({
  id: sessionReference.optional().describe("An id or a slug; your own session by default"),
  include_transcript: z.boolean().default(false).describe("The newest 200 lines"),
  transcript_format: z.enum(["text", "json"]).default("text").describe("json: one entry per line"),
  include_logs: z.boolean().default(false),
  logs_page: pageNumber,
  logs_per_page: pageSize,
  include_subagent_transcripts: z.boolean().default(false).describe("The session's subagents"),
  transcripts_page: pageNumber,
  transcripts_per_page: pageSize,
});
type Input = z.output<typeof input>;

export const getSession = (deps: SessionToolDeps): Tool<"get_session"> =>
  defineTool({
    name: "get_session",
    description:
      "One session in detail: state, repository, servers and skills, goal check, hierarchy, human messages, queued messages " +
      "and wakes; on request with its transcript, logs and subagents.",
    effect: "read",
    input,
    async run(given, caller) {
      const found = await findSession(deps, given, caller);
      return { text: sessionPage(found), facts: factsOf(found) };
    },
  });

async function findSession(deps: SessionToolDeps, wanted: Input, caller: McpCaller): Promise<FoundSession> {
  const { call } = caller;
  const id = anySession(wanted.id, caller);
  const overview = await call(overviewOperations.getSession, { params: { id } });
  const queue = await call(messageOperations.listMessages, {
    params: { id },
    query: { status: ["pending"], per_page: 100 },
  });
  const beside = { session_id: id };
  return {
    overview,
    queue,
    wakes: deps.wakes.armed(overview.session.id),
    transcript: wanted.include_transcript
      ? showTranscript(await deps.transcript(id, transcriptLines), wanted.transcript_format)
      : null,
    logs: wanted.include_logs
      ? await call(sessionLogOperations.listLogs, {
          params: beside,
          query: { page: wanted.logs_page, per_page: wanted.logs_per_page },
        })
      : null,
    subagents: wanted.include_subagent_transcripts
      ? await call(subagentOperations.listSubagents, {
          params: beside,
          query: { page: wanted.transcripts_page, per_page: wanted.transcripts_per_page },
        })
      : null,
  };
}

/** The response of E7 plus everything else that was read. */
const factsOf = ({ overview, queue, wakes, transcript, logs, subagents }: FoundSession) => ({
  ...overview,
  queue,
  armed_wakes: wakes,
  ...(transcript && { transcript: transcript.text, transcript_lines_before: transcript.linesBefore }),
  ...(logs && { logs }),
  ...(subagents && { subagents }),
});

function showTranscript(
  { entries, from }: Awaited<ReturnType<SessionToolDeps["transcript"]>>,
  format: ShownTranscript["format"],
): ShownTranscript {
  const texts = entries.map((entry) =>
    format === "json" ? JSON.stringify(entry) : renderEvent(entry.event),
  );
  const shown = newestThatFit(texts, transcriptChars);
  const first = entries[entries.length - shown.length];
  return { text: shown.join("\n"), format, linesBefore: first?.index ?? from };
}
