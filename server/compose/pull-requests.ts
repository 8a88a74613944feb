import { randomBytes } from "node:crypto";
import {
  gitHub,
  mergeAuthorization,
  noticeService,
  type PullRequestNoticeService,
  type PullRequestService,
  pullRequestService,
  registerPullRequestJobs,
} from "../domains/review/pull-requests/index.ts";
import { actorName } from "../http/caller.ts";
import { isEnterprise } from "../lib/github/index.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** The pull requests that sessions open, read from GitHub if the owner set a token. */
export function composePullRequests(
  deps: ComposeDeps,
  platform: Platform,
  core: Core,
): { pullRequests: PullRequestService; pullRequestNotices: PullRequestNoticeService } {
  const { database, clock, log, settings } = deps;
  const { jobs, goals, redactor } = platform;
  const { sessions, transcripts, sessionLog, logs, turns, messages } = core;
  const { token, apiUrl } = settings.gitHub;
  const pullRequestNotices = noticeService({ database, settings: platform.appSettings });
  const pullRequests = pullRequestService({
    notices: pullRequestNotices,
    newToken: () => randomBytes(8).toString("hex"),
    database,
    clock,
    jobs,
    sessions,
    transcripts,
    sessionLog: { ...sessionLog, noteOnce: logs.noteOnce },
    // The links that are found are those of github.com.
    github:
      token === null || isEnterprise(apiUrl)
        ? null
        : gitHub({
            token,
            apiUrl,
            now: clock.now,
            warn: (message) => log.warn({ message: redactor.redact(message) }, "github"),
          }),
    changed: (sessionId) => void core.events.emit("pullRequestChanged", { sessionId }),
    remotes: platform.workspaces.remotes,
    goalOf: goals.find,
    post: (sessionId, message) => turns.post(sessionId, message),
    withdraw: (sessionId, { origin, url }) => messages.withdrawFrom(sessionId, { origin, naming: url }),
  });
  registerPullRequestJobs(jobs, pullRequests);
  return { pullRequests, pullRequestNotices };
}

export function composeMerging({ database, clock }: ComposeDeps, core: Core) {
  const { sessions, messages, sessionLog, turns, humanMessages } = core;
  return mergeAuthorization({
    database,
    clock,
    sessions,
    messages,
    note: sessionLog.note,
    nameOf: (actor) => humanMessages.authorName(actor) ?? actorName(actor),
    post: (sessionId, message) => turns.post(sessionId, message),
  });
}
