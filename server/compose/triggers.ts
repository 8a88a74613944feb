import { randomBytes } from "node:crypto";
import type { CatalogService } from "../domains/agents/catalog/index.ts";
import { type ChatService, chatService, registerChatJobs } from "../domains/automation/chat/index.ts";
import {
  type BridgeService,
  bridgeService,
  registerBridgeJobs,
} from "../domains/automation/chat-bridge/index.ts";
import {
  type CodeHostService,
  codeHostService,
  registerCodeHostJobs,
} from "../domains/automation/code-host/index.ts";
import {
  type KnownPerson,
  kindOf,
  registerTriggerJobs,
  type TriggerDeps,
  type TriggerService,
  triggerService,
} from "../domains/automation/triggers/index.ts";
import type { SessionEventName } from "../domains/automation/triggers/model.ts";
import { readLevel } from "../domains/workspace/sandboxes/index.ts";
import { Refusal } from "../lib/errors.ts";
import { ownerAsPerson } from "../owner.ts";
import { goalPort } from "../ports.ts";
import type { Settings } from "../settings.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** Triggers, which start or continue sessions from a template, and the watchers of what they wait for. */
export function composeTriggers(
  deps: ComposeDeps,
  platform: Platform,
  core: Core & Pick<TriggerDeps, "sessionOfIssue">,
): { triggers: TriggerService; codeHost: CodeHostService; chat: ChatService; chatBridge: BridgeService } {
  const { database, clock, log, url } = deps;
  const { sessions, turns, messages, wakes, sessionLog } = core;
  const triggers = triggerService({
    database,
    clock,
    log,
    sessionLog,
    sessions,
    wakes,
    jobs: platform.jobs,
    catalog: triggerCatalog(platform.catalog),
    sandboxes: { read: readLevel, asked: platform.repositorySandboxes.asked },
    goals: goalPort(platform.goals),
    post: (id, message) => void turns.post(id, message),
    hasPendingMessages: (id) => messages.pending(id).length > 0,
    unarchive: turns.unarchive,
    recordWriting: core.humanMessages.recordChatMessage,
    sessionEventsSince: sessionEventsOf(core),
    watchers: {
      since: (condition, since, signal) => watcherOf(condition).tryOut(condition, since, signal),
      sampled: async (condition, payload, signal) =>
        watcherOf(condition).trySample(condition, payload, signal),
      sample: async (condition) => watcherOf(condition).sample(condition),
    },
    sessionOfIssue: core.sessionOfIssue,
    watchProblem: (condition) =>
      codeHost.problemOf(condition) ?? chat.problemOf(condition) ?? chatBridge.problemOf(condition),
    admit: platform.diskSpace.admit,
    sessionUrl: (id) => `${url()}/sessions/${id}`,
    newToken: () => randomBytes(8).toString("hex"),
  });
  registerTriggerJobs(platform.jobs, triggers);
  platform.accounts.onRefused(({ runtime, message }) =>
    database.transaction(() =>
      triggers.onSystemEvent({
        event: "account_needs_reauth",
        key: `${runtime} ${clock.now()}`,
        sentence: message,
        variables: { title: runtime },
      }),
    ),
  );
  function watcherOf({ conditionType }: { conditionType: string }) {
    const kind = kindOf(conditionType);
    if (kind === "chat") return chat;
    return kind === "chat_bridge" ? chatBridge : codeHost;
  }
  const codeHost = composeCodeHost(deps, platform, triggers);
  const chat = composeChat(deps, platform, triggers);
  const chatBridge = composeBridge(deps, platform, triggers);
  return { triggers, codeHost, chat, chatBridge };
}

/** What happened to sessions, as their state history has it. */
function sessionEventsOf({ states, sessions }: Core): TriggerDeps["sessionEventsSince"] {
  const causes: Readonly<Record<SessionEventName, readonly string[]>> = {
    session_needs_input: ["turn_rested", "paused", "elicitation_opened"],
    session_failed: ["turn_failed"],
    session_archived: ["archive"],
  };
  const waits: ReadonlySet<string | null> = new Set(["needs_input", "asking"]);
  return (since, event) =>
    states.changesSince(since).flatMap(({ sessionId, state, cause, at }) => {
      if (!causes[event].includes(cause)) return [];
      if (event === "session_needs_input" && !waits.has(state)) return [];
      const session = sessions.byId(sessionId);
      return session ? [{ at, session }] : [];
    });
}

/** How the events of a host come in. */
const ingestOf = ({ mode, secret }: Settings["ingest"]["chat"]) => ({
  mode,
  hasWebhook: mode === "webhook_with_poll_fallback" && secret !== null,
});

function composeBridge(
  { database, clock, log, settings }: ComposeDeps,
  { jobs, owner }: Platform,
  { watcher }: TriggerService,
): BridgeService {
  const { bridgeUrl: url, bridgePeople: emails } = settings.chat;
  const known = personFinder(settings.webSignIn, owner);
  const bridge = bridgeService({ database, clock, log, events: watcher, url, emails, known });
  registerBridgeJobs(jobs, bridge);
  return bridge;
}

function composeChat(
  { database, clock, log, settings }: ComposeDeps,
  { jobs, owner, chatToken }: Platform,
  { watcher }: TriggerService,
): ChatService {
  const chat = chatService({
    database,
    clock,
    log,
    events: watcher,
    ...ingestOf(settings.ingest.chat),
    token: chatToken,
    apiUrl: settings.chat.apiUrl,
    known: personFinder(settings.webSignIn, owner),
  });
  registerChatJobs(jobs, chat);
  return chat;
}

/** The people of this board: its owner, and whoever may sign in to it. */
function personFinder(
  { clientId, allowedDomains }: Settings["webSignIn"],
  owner: Platform["owner"],
): (email: string, name: string) => KnownPerson | null {
  return (email, name) => {
    const person = ownerAsPerson(owner.current());
    if (person?.key.toLowerCase() === email) return person;
    const domain = email.slice(email.lastIndexOf("@") + 1);
    const maySignIn = clientId !== null && allowedDomains.includes(domain);
    return maySignIn ? { key: email, displayName: name } : null;
  };
}

function composeCodeHost(
  { database, clock, log, settings }: ComposeDeps,
  { jobs, redactor }: Platform,
  { watcher }: TriggerService,
): CodeHostService {
  const { token, apiUrl } = settings.gitHub;
  const warn = (message: string) => log.warn({ message: redactor.redact(message) }, "github");
  const codeHost = codeHostService({
    database,
    clock,
    log,
    events: watcher,
    ...ingestOf(settings.ingest.codeHost),
    access: token === null ? null : { token, apiUrl, now: clock.now, warn },
  });
  registerCodeHostJobs(jobs, codeHost);
  return codeHost;
}

/** The catalog as triggers need it: they name entries that may be gone later. */
function triggerCatalog(catalog: CatalogService): TriggerDeps["catalog"] {
  const isSound = (): boolean => catalog.problems().length === 0;
  return {
    hasRoot: (name) => (isSound() ? hasRoot(catalog, name) : null),
    checkNames: (lists) =>
      catalog.checkPicks({
        mcpServers: lists.mcp_servers,
        skills: lists.catalog_skills,
        hooks: lists.catalog_hooks,
        plugins: lists.catalog_plugins,
      }),
    missing(lists) {
      if (!isSound() || catalog.current().roots.byQualified.size === 0) return null;
      const { unknown } = catalog.resolveSelection({
        root: null,
        mcpServers: lists.mcp_servers,
        skills: lists.catalog_skills,
        hooks: lists.catalog_hooks,
        plugins: lists.catalog_plugins,
      });
      return {
        mcp_servers: unknown.mcpServers,
        catalog_skills: unknown.skills,
        catalog_hooks: unknown.hooks,
        catalog_plugins: unknown.plugins,
      };
    },
  };
}

/** An ambiguous name counts as present; firing the trigger reports the ambiguity. */
function hasRoot(catalog: CatalogService, name: string): boolean {
  try {
    return catalog.current().findRoot(name) !== undefined;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
