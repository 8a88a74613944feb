import type { StepAside } from "../../../jobs/lane-threads.ts";
import { Refusal } from "../../../lib/errors.ts";
import { passingFault } from "../../../lib/passing-fault.ts";
import { noteStep } from "../../../lib/steps.ts";
import type { AgentOutcome } from "../../../runtimes/outcome.ts";
import type { AgentRuntime, Equipment, LocatedCli, Workspace } from "../../../runtimes/runtime.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { failureReasons, type RequiredSignIn } from "../../sessions/sessions/model.ts";
import { CloneError, GitRequirementError } from "../../workspace/workspaces/index.ts";
import { afterDry } from "./account-parks.ts";
import type { ActiveTurn } from "./active-turns.ts";
import { whileLetIn } from "./agent-access.ts";
import { withClone } from "./cloning.ts";
import { interruptedIn, markDelivered, openConversation, promptFor } from "./conversation.ts";
import { turnListener } from "./listener.ts";
import type { DryPool, TurnAccount, TurnDeps } from "./ports.ts";
import {
  decideCloneFailure,
  decideEnding,
  decideLimit,
  decideShortage,
  decideSilence,
  type Ending,
  fail,
} from "./rules.ts";
import type { TurnRow, TurnStore } from "./store.ts";
import { text } from "./text.ts";
import { turnSync } from "./transcript-sync.ts";
import { holdTurn } from "./turn-limits.ts";
import { turnSilence } from "./turn-silence.ts";
import { type UnknownResets, unknownResets } from "./unknown-resets.ts";

/** How a turn's run ended: an ending to store, or `stopped` by a caller that sets the session's state. */
export type RunResult =
  | Ending
  | { kind: "stopped" }
  | { kind: "cloned" }
  /** The turn did not start: a person must sign in to these servers first. */
  | { kind: "sign_in_required"; servers: readonly RequiredSignIn[] }
  /** No account of the runtime serves. */
  | DryPool;

interface AgentWork {
  session: SessionRow;
  turn: TurnRow;
  live: ActiveTurn;
  /** The agent is gone. */
  endAccess(): Promise<void>;
  runtime: AgentRuntime;
  workspace: Workspace;
  cli: Extract<LocatedCli, { kind: "found" }>;
  equipment: Parameters<AgentRuntime["prepare"]>[1];
  account: Exclude<TurnAccount, DryPool>;
  resets: UnknownResets;
}

/** Runs one turn, from its clone to the agent's outcome. Stores what it learns on the way, never the ending. */
export function turnRunner(deps: TurnDeps, store: TurnStore) {
  const { workspaces, clock } = deps;
  const noted = new Set<string>();
  const resets = unknownResets();

  /** Said before the first turn that it is true of, and once more after a start of the service. */
  function noteOnce(sessionId: number, sentence: string): void {
    const key = `${sessionId} ${sentence}`;
    if (noted.has(key)) return;
    noted.add(key);
    deps.sessionLog.note(sessionId, "warning", sentence);
  }

  async function run(turn: TurnRow, live: ActiveTurn, aside: StepAside): Promise<RunResult> {
    store.update(turn.id, { state: "preparing" });
    try {
      const session = await withClone(deps, turn, { signal: live.preparation.signal, aside });
      noteStep("clone ready");
      if (turn.kind === "clone_only") return { kind: "cloned" };
      if (live.stopReason !== null) return { kind: "stopped" };
      const runtime = deps.runtimes.find(({ id }) => id === session.agentRuntime);
      if (!runtime)
        return fail("runtime_missing", { kind: "runtime_missing", runtime: session.agentRuntime });
      return await whileLetIn(deps, { sessionId: session.id, turnId: turn.id, runtime }, (endAccess) =>
        runAgent({ session, turn, live, runtime, endAccess }),
      );
    } catch (error) {
      if (live.stopReason !== null) return { kind: "stopped" };
      const ending = endingAfter(error, { retries: turn.retries, now: clock.now() });
      if (ending !== null) return ending;
      throw error;
    }
  }

  async function runAgent(
    of: Pick<AgentWork, "session" | "turn" | "live" | "runtime" | "endAccess">,
  ): Promise<RunResult> {
    const { session, turn, runtime } = of;
    const cli = await runtime.locate();
    if (cli.kind === "missing") return fail("cli_missing", { kind: "other", message: cli.message });
    const { id, clonePath, gitRoot, subdirectory } = session;
    if (clonePath === null || gitRoot === null) throw new Error("A turn runs in a clone");
    const account = deps.accounts.lend(runtime.id, session.id);
    if (account.kind === "dry") return afterDry(account);
    const sandbox = deps.sandboxes.plan(session);
    const problem = await deps.sandboxes.problem(sandbox);
    if (problem !== null) return fail("sandbox_unavailable", { kind: "sandbox", message: problem });
    const rootProblem = await deps.sandboxes.rootProblemOnDisk(gitRoot);
    if (rootProblem !== null) return fail("repository_unsafe", { kind: "other", message: rootProblem });
    const { trusted } = deps.repositoryTrust.of(gitRoot);
    const place = { id, clonePath, gitRoot, subdirectory, trusted, sandbox };
    const onNote = (sentence: string): void => noteOnce(session.id, sentence);
    const workspace = { ...(await workspaces.workspace(place, turn.id, onNote)), loan: loanOf(account) };
    await deps.refreshCredentials(session);
    const equipped = equip(deps, session);
    if (!equipped.ok) return equipped.result;
    await runtime.prepare(workspace, equipped.equipment);
    noteStep("home prepared");
    if (of.live.stopReason !== null) return { kind: "stopped" };
    return drive(deps, store, { ...of, workspace, cli, equipment: equipped.equipment, account, resets });
  }

  return { run };
}

/** From the conversation to how the turn ended. */
async function drive(deps: TurnDeps, store: TurnStore, work: AgentWork): Promise<RunResult> {
  const { turn, live, runtime, workspace, cli, equipment, account } = work;
  const { session, exists } = await openConversation(deps, { session: work.session, runtime, workspace });
  const conversationId = session.conversationId ?? deps.newId();
  const hadAgent = turn.startedAt !== null || work.session.conversationStarted;
  const interrupted = await interruptedIn(deps, { session, runtime }, { exists, hadAgent });
  const heartbeat = turn.kind === "heartbeat";
  const prompt = promptFor(deps, session, { ...interrupted, exists, heartbeat });
  if (prompt === null) return { kind: "rest" };
  if (prompt.command && !exists) return withoutConversation(deps, session.id, prompt.command.name);
  store.update(turn.id, { prompt: prompt.text });
  const sessionId = session.id;
  const sync = turnSync(deps, { sessionId, runtime, workspace, prompt: prompt.text });
  const watch = turnSilence(deps, turn, live);
  const held = holdTurn(deps, { turn, mine: live, folders: writableIn(deps, workspace) });
  const listener = turnListener(deps, store, {
    sessionId,
    turnId: turn.id,
    touch: sync.touch,
    onSign: watch.sign,
    onQuota: (windows) => deps.accounts.read(account, windows),
  });
  deps.activity.begin(sessionId, workspace.repository.folder);
  const agent = runtime.connect(
    {
      workspace: { ...workspace, limits: held.processes },
      cli,
      equipment,
      prompt,
      ...choicesOf(deps, session),
      systemPrompt: text.systemPrompt({ ...workspace, id: session.id }),
      conversation: { kind: exists ? "resume" : "start", id: conversationId },
    },
    listener,
  );
  live.attach(agent);
  const ended = await agent.outcome.finally(watch.end).finally(() => deps.activity.end(sessionId));
  await held.end();
  await work.endAccess();
  const outcome = await deps.accounts.dated(account, ended);
  await sync.finish(outcome.kind === "completed");
  await readSpending(deps, session);
  deps.partial(sessionId, null);
  return conclude(deps, store, { outcome, session, turn, live, account, resets: work.resets });
}

/** A command about a conversation that has not begun, or has just been cleared, has nothing to do. */
function withoutConversation(deps: TurnDeps, sessionId: number, name: string): RunResult {
  deps.database.transaction(() => {
    markDelivered(deps, sessionId);
    deps.sessionLog.note(sessionId, "warning", text.log.withoutConversation(name));
  });
  return { kind: "rest" };
}

/** Where an agent can write in any sandbox. */
const writableIn = (
  { workspaces }: TurnDeps,
  { sessionId, repository, home, scratch }: Workspace,
): string[] => [repository.folder, home, scratch, ...workspaces.temporary(sessionId)];

/** What a session chose, and the owner for all sessions. */
const choicesOf = (deps: TurnDeps, session: SessionRow) => ({
  model: session.model,
  effort: session.effort,
  autoCompactWindow: session.autoCompactWindow,
  toolSearch: deps.experiments(session).mcp_tool_search,
});

const loanOf = (account: AgentWork["account"]) => (account.kind === "account" ? account.loan : null);

/** How a turn ends whose agent was not even connected; null after a bug of ours. */
function endingAfter(error: unknown, state: Parameters<typeof decideShortage>[1]): Ending | null {
  const shortage = passingFault(error);
  if (shortage !== null) return decideShortage(shortage, state);
  if (error instanceof CloneError) return decideCloneFailure(error, state);
  if (error instanceof GitRequirementError)
    return fail("equipment_refused", { kind: "other", message: error.message });
  return null;
}

/** What the agent is equipped with, or how the turn ends because that is not available. */
function equip(
  deps: TurnDeps,
  session: SessionRow,
): { ok: true; equipment: Equipment } | { ok: false; result: RunResult } {
  const servers = deps.missingSignIns(session);
  if (servers.length > 0) return { ok: false, result: { kind: "sign_in_required", servers } };
  try {
    return { ok: true, equipment: deps.equipment(session) };
  } catch (error) {
    // Anything else is a shortage of the machine or a bug.
    if (!(error instanceof Refusal)) throw error;
    const reason = failureReasons.find((known) => known === error.extra["reason"]) ?? "equipment_refused";
    return { ok: false, result: fail(reason, { kind: "other", message: error.message }) };
  }
}

/** The conversation goes on with another account, at once. */
const continuedElsewhere = (message: string, now: number): Ending => ({
  kind: "retry",
  at: now,
  why: "held",
  problem: { kind: "account", message },
  fresh: false,
  uncounted: true,
});

/** A fault here must not cost the turn its end; what was spent is read again once it is stored. */
async function readSpending({ readSpending: read, log }: TurnDeps, session: SessionRow): Promise<void> {
  try {
    await read(session);
  } catch (error) {
    log.error({ err: error, session: session.id }, "what the turn spent could not be read");
  }
}

function conclude(
  deps: TurnDeps,
  store: TurnStore,
  of: Pick<AgentWork, "session" | "turn" | "live" | "account" | "resets"> & { outcome: AgentOutcome },
): RunResult {
  const { outcome, turn, live, account } = of;
  const state = { retries: turn.retries, unknownResets: of.resets(turn.id, outcome), now: deps.clock.now() };
  const verdict = deps.database.transaction(() => {
    store.update(turn.id, { outcome: outcome.kind });
    // The agent answered, so it has what it was given, even where its transcript spells it differently.
    if (outcome.kind === "completed" && markDelivered(deps, turn.sessionId))
      deps.sessionLog.note(turn.sessionId, "info", text.log.notInConversation);
    if (outcome.kind === "completed" && live.limit !== null)
      deps.sessionLog.note(turn.sessionId, "warning", text.log.doneAtLimit(live.limit));
    return account.kind === "account"
      ? deps.accounts.settle(account, { sessionId: turn.sessionId, outcome, model: of.session.model })
      : null;
  });
  // A turn that had finished when the service stopped is not resumed.
  const finishedAtShutdown = live.stopReason === "shutdown" && outcome.kind === "completed";
  if (live.stopReason !== null && !finishedAtShutdown) return { kind: "stopped" };
  if (verdict?.kind === "rotated") return continuedElsewhere(verdict.message, state.now);
  if (verdict?.kind === "dry") return afterDry(verdict);
  if (live.limit !== null && outcome.kind !== "completed") return decideLimit(live.limit, deps.limits.limits);
  if (live.silence !== null && outcome.kind !== "completed") return decideSilence(live.silence, state);
  return decideEnding(outcome, state);
}
