import { join } from "node:path";
import type { SmallModelPort } from "../domains/sessions/sessions/index.ts";
import { registerSummaryJobs, summaryService, titleService } from "../domains/transcripts/summaries/index.ts";
import { adHocUsageService } from "../domains/usage/ad-hoc-calls/index.ts";
import { agentEnvironment } from "../domains/workspace/workspaces/index.ts";
import { exists } from "../lib/exists.ts";
import { markerVariable } from "../lib/processes/index.ts";
import { plainPlan, providerWays } from "../lib/sandbox/index.ts";
import { providerPrefixes } from "../runtimes/facts.ts";
import { smallModel } from "../small-model.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** The small model, and the titles and status summaries that it writes when a turn ends. */
export function composeSummaries(deps: ComposeDeps, platform: Platform, core: Core) {
  const { jobs, redactor } = platform;
  const { sessions, transcripts, feed } = core;
  const model = composeSmallModel(deps, platform, core);
  const parts = {
    database: deps.database,
    clock: deps.clock,
    jobs,
    sessions,
    transcripts,
    readConversation: core.largeReads.conversationPage,
    model,
    redact: (text: string) => redactor.redact(text),
  };
  const titles = titleService(parts);
  const summaries = summaryService({
    ...parts,
    hasClone: async ({ clonePath }) => clonePath !== null && (await exists(clonePath)),
    changed: feed.session,
  });
  registerSummaryJobs(jobs, { summaries, titles });
  return { titles, summaries, smallModel: model };
}

function composeSmallModel(
  deps: ComposeDeps,
  { accounts, runtimes, sandboxes, repositorySandboxes }: Platform,
  { sessions }: Core,
): SmallModelPort {
  const { settings, environment, installation } = deps;
  const usage = adHocUsageService(deps);
  return smallModel({
    runtimes,
    enabled: settings.smallModel,
    folder: join(settings.dataFolder, "inference"),
    marker: `${installation.id}:inference`,
    lend(runtime) {
      const lent = accounts.lending.lend(runtime, null);
      if (lent.kind === "machine") return null;
      return lent.kind === "dry" ? lent.message : lent.loan;
    },
    environment: (marker) => agentEnvironment(environment, { [markerVariable]: marker }),
    sandbox: (folder) =>
      sandboxes.room(plainPlan(sandboxes.status().level, repositorySandboxes.agentFolders()), {
        folder: join(folder, "sandbox"),
        writable: [folder],
        readable: [],
        trusted: false,
        ways: providerWays(environment, providerPrefixes),
      }),
    record({ subjectSessionId: id, ...call }) {
      // The session may have been deleted in the meantime; the call still counts.
      const subject = id !== null && id !== undefined ? sessions.byId(id) : undefined;
      usage.record({ ...call, subjectSessionId: subject?.id ?? null });
    },
  });
}
