import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import {
  type CatalogPort,
  type ModelPort,
  type SessionLogPort,
  type SessionRow,
  type SessionService,
  titleFromPrompt,
} from "../../sessions/sessions/index.ts";
import { type Genesis, promptLimit, type SchedulingClass } from "../../sessions/sessions/model.ts";
import {
  checkAttachments,
  type MessageService,
  storeAttachments,
  type UploadedAttachment,
} from "../../turns/messages/index.ts";
import { quickStartRefusal } from "./errors.ts";
import type { QuickRouter, QuickStart } from "./model.ts";
import { composePrompt } from "./prompt.ts";
import { readView } from "./rules.ts";
import { text } from "./text.ts";

export type QuickStartService = ReturnType<typeof quickStartService>;

export interface QuickStartDeps {
  database: Database;
  /** Name of the agent root whose agent finds the right repository. */
  root: string;
  /** The runtime if the request names none; gets the one the catalog names for the root. */
  defaultRuntime(ofRoot: string | null): string;
  findRoot: CatalogPort["findRoot"];
  runtimes: readonly ModelPort[];
  sessions: Pick<SessionService, "create" | "requestFirstTurn" | "find" | "write" | "describe">;
  messages: Pick<MessageService, "add" | "take">;
  sessionLog: Pick<SessionLogPort, "note">;
  /** Records what a person wrote, in the open transaction. */
  recordHumanMessage(actor: Actor, words: { sessionId: number; as: "quick_router"; content: string }): void;
  /** Removes a session with everything that belongs to it. */
  remove(reference: string): Promise<void>;
  /** The folder of a session's attachments. */
  attachmentFolder(sessionId: number): string;
}

/** Who starts, and through what. */
export interface QuickStartOrigin {
  actor: Actor;
  genesis: Genesis;
  /** The session's `metadata.source`. */
  source: string;
  /** The scheduling class if the request is not for spot; null leaves it to the session's lineage. */
  defaultClass: SchedulingClass | null;
  /** The prompt is a person's own words. */
  isHumanText: boolean;
  /** Where the request came from, as the caller claims; only for the session log. */
  cameFrom: string | null;
}

const attachmentBytes = 75 * 1024 * 1024;

/** Starts sessions from a person's words and the page they are viewing, on the root that finds the right repository. */
export function quickStartService(deps: QuickStartDeps) {
  const { database, sessions, messages } = deps;

  function checkModel({ agent_runtime, model }: QuickStart): void {
    const root = deps.findRoot(deps.root);
    if (root === null) throw quickStartRefusal("no_router_root", { name: deps.root });
    const id = agent_runtime?.trim() || deps.defaultRuntime(root.runtime);
    const runtime = deps.runtimes.find((known) => known.id === id);
    if (model && runtime && !runtime.accepts(model))
      throw quickStartRefusal("model_not_offered", { model, runtime: id });
  }

  /** Queues the first turn too, unless it has to wait for attachments. */
  function create(input: QuickStart, prompt: string | null, from: QuickStartOrigin): SessionRow {
    const isSpot = input.scheduling_class === "spot";
    const { session } = sessions.create(
      {
        agent_root: deps.root,
        agent_runtime: input.agent_runtime,
        prompt,
        title: titleFromPrompt(input.prompt),
        config: input.model ? { model: input.model } : null,
        parent_session_id: input.parent_session_id,
        scheduling_class: isSpot ? "spot" : from.defaultClass,
        ...(isSpot && { place: "top_of_spot" }),
      },
      from.genesis,
    );
    const { pin } = readView(input);
    const described = sessions.describe(sessions.find(String(session.id)), {
      source: from.source,
      original_prompt: input.prompt,
      pin,
    });
    const { actor, cameFrom } = from;
    if (from.isHumanText)
      deps.recordHumanMessage(actor, { sessionId: session.id, as: "quick_router", content: input.prompt });
    if (cameFrom !== null) deps.sessionLog.note(session.id, "info", text.requestedFrom(cameFrom));
    // The first line of the prompt is the title until there is a better one.
    return sessions.write(described, { titleIsDefault: true });
  }

  /** The files need the session's folder, and the turn needs the files. If one cannot be stored, the session is removed. */
  async function giveWithFiles(
    { id }: SessionRow,
    { prompt, files, actor }: { prompt: string; files: readonly UploadedAttachment[]; actor: Actor },
  ): Promise<void> {
    const attachments = await storeAttachments(deps.attachmentFolder(id), files).catch(async (error) => {
      await deps.remove(String(id));
      throw error;
    });
    database.transaction(() => {
      sessions.requestFirstTurn(sessions.find(String(id)), prompt);
      messages.take(
        messages.add(id, { content: text.attachments, goal: null, sender: actorName(actor), attachments }),
      );
    });
  }

  return {
    root: deps.root,

    router: (): QuickRouter => ({ root: deps.root, in_catalog: deps.findRoot(deps.root) !== null }),

    async start(input: QuickStart, from: QuickStartOrigin): Promise<SessionRow> {
      const prompt = composePrompt(input.prompt, readView(input));
      if (prompt.length > promptLimit) throw quickStartRefusal("page_too_long", { max: promptLimit });
      const files = input.attachments ?? [];
      checkAttachments(files);
      if (files.reduce((sum, { data }) => sum + (data?.byteLength ?? 0), 0) > attachmentBytes)
        throw quickStartRefusal("attachments_too_large");
      checkModel(input);
      const row = database.transaction(() => create(input, files.length > 0 ? null : prompt, from));
      if (files.length > 0) await giveWithFiles(row, { prompt, files, actor: from.actor });
      return sessions.find(String(row.id));
    },
  };
}
