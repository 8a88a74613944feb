import type { Request, Response } from "express";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { invalid } from "../../../lib/errors.ts";
import { parseGitSource } from "../../../lib/git-source-rules.ts";
import { gitSourceSentence } from "../../../lib/git-source-text.ts";
import type { SessionActivity } from "../../turns/activity/model.ts";
import { CloneError, remoteProblem, type WorkspaceService } from "../../workspace/workspaces/index.ts";
import type { Feed, FeedItem } from "./feed.ts";
import { type BoardEvent, type BoardOpenTo, boardOperations } from "./model.ts";

const heartbeatMs = 20_000;
/** A page that falls this many bytes behind is disconnected; it reconnects and resumes where it was. */
const backlogLimit = 4 * 1024 * 1024;

export function boardRoutes(deps: {
  feed: Feed;
  version: string;
  openTo: BoardOpenTo;
  /** What the agents of all active turns do now. */
  activities(): readonly (readonly [number, SessionActivity])[];
  counts(): { running: number; waiting: number; needs_input: number; failed: number };
  workspaces: Pick<WorkspaceService, "branches">;
  /** Ends every open stream when aborted. */
  closing: AbortSignal;
  /** Calls `stop` once the browser that made the request is signed out. Returns a function that stops listening. */
  onSignedOut(request: Request, stop: () => void): () => void;
}): Endpoint[] {
  return endpoints(boardOperations, {
    events: (_input, { request, response }) => stream(request, response, deps),
    counts: () => deps.counts(),
    branches: async ({ query }) => {
      const source = parseGitSource({ gitRoot: query.git_root });
      if (!source.ok) throw invalid(gitSourceSentence(source.problem), "Invalid git_root");
      try {
        return await deps.workspaces.branches(source.gitRoot);
      } catch (error) {
        if (error instanceof CloneError)
          throw invalid(remoteProblem(error.message), "Repository not readable");
        throw error;
      }
    },
  });
}

/** Server-sent events, from where the page left off if the feed still goes back that far. */
function stream(
  request: Request,
  response: Response,
  deps: Pick<
    Parameters<typeof boardRoutes>[0],
    "feed" | "activities" | "version" | "openTo" | "closing" | "onSignedOut"
  >,
): undefined {
  const { feed } = deps;
  const lastId =
    request.get("last-event-id") ?? new URLSearchParams(request.url.split("?")[1]).get("last_event_id");
  const missed = feed.since(lastId ?? undefined);
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  if (request.method === "HEAD") {
    response.end();
    return undefined;
  }
  const send = (id: string, event: BoardEvent) => {
    response.write(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
    if (response.writableLength > backlogLimit) response.destroy();
  };
  send(missed ? (lastId ?? "") : feed.lastId(), {
    type: "hello",
    resumed: missed !== null,
    version: deps.version,
    open_to: deps.openTo,
  });
  for (const item of missed ?? []) send(item.id, item.event);
  for (const text of feed.texts()) send(feed.lastId(), text);
  for (const [id, activity] of deps.activities())
    send(feed.lastId(), { type: "activity", session_id: id, activity });
  const unfollow = feed.follow(({ id, event }: FeedItem) => send(id, event));
  const sendWithoutId = (event: BoardEvent): void =>
    void response.write(`data: ${JSON.stringify(event)}\n\n`);
  const heartbeat = setInterval(() => sendWithoutId({ type: "alive" }), heartbeatMs);
  const end = () => {
    clearInterval(heartbeat);
    unfollow();
    deps.closing.removeEventListener("abort", announceAndEnd);
    unwatch();
    response.end();
  };
  const announceAndEnd = () => {
    sendWithoutId({ type: "stopping" });
    end();
  };
  const unwatch = deps.onSignedOut(request, end);
  response.on("close", end);
  deps.closing.addEventListener("abort", announceAndEnd);
  return undefined;
}
