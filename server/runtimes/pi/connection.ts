import { identify, markerVariable } from "../../lib/processes/index.ts";
import { noteStep } from "../../lib/steps.ts";
import type { AgentConnection } from "../agent-connection.ts";
import { lendCredentials, loginFile } from "../credentials.ts";
import type { Event } from "../event.ts";
import type { AgentOutcome } from "../outcome.ts";
import type { AgentListener, AgentRequest, RuntimeOptions } from "../runtime.ts";
import { startFailed } from "../start-failure.ts";
import { ask } from "./ask.ts";
import { breakOff, endAll } from "./ending.ts";
import { homePaths, ownerAuthFile } from "./environment.ts";
import { type Launch, prepareLaunch } from "./launch.ts";
import { type Observer, observeTurn } from "./observe.ts";
import { type AgentRecord, decideOutcome } from "./outcome.ts";
import { type PiRpc, startRpc } from "./rpc.ts";
import { resumeSession, startSession } from "./session-file.ts";
import { signOf } from "./signs.ts";
import { text } from "./text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface TurnContext {
  request: AgentRequest;
  listener: AgentListener;
  environment: Environment;
  demoModelUrl: RuntimeOptions["demoModelUrl"];
  stop: StopSwitch;
}

/** One pi process for one prompt. */
export function connectPi(
  request: AgentRequest,
  context: Pick<TurnContext, "listener" | "environment" | "demoModelUrl">,
): AgentConnection {
  const stop = stopSwitch();
  const outcome = runTurn({ ...context, request, stop }).catch(startFailed);
  return {
    outcome,
    async interrupt() {
      stop.pull();
      await outcome;
    },
  };
}

type StopSwitch = ReturnType<typeof stopSwitch>;

function stopSwitch() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOn = false;
  return {
    pulled: promise,
    isOn: () => isOn,
    pull() {
      isOn = true;
      resolve();
    },
  };
}

async function runTurn(context: TurnContext): Promise<AgentOutcome> {
  const { request, listener, environment, demoModelUrl, stop } = context;
  const { workspace, conversation } = request;
  const open = conversation.kind === "start" ? startSession : resumeSession;
  const opened = await open(workspace, conversation.id);
  if (opened.kind === "lost") return { kind: "conversation_lost", message: opened.message };

  const owner = ownerAuthFile(environment);
  const session = homePaths(workspace.home).auth;
  const lent = owner === null ? null : await lendCredentials({ owner: loginFile(owner), session });
  const unfollow = lent?.follow();
  try {
    const launch = await prepareLaunch(request, { sessionFile: opened.path, environment, demoModelUrl });
    return stop.isOn() ? { kind: "interrupted" } : await runAgent(launch, context);
  } finally {
    unfollow?.();
    // A token that could not be copied back is refreshed again next time; the turn's outcome stays.
    if (lent) await lent.copyBack().catch((error) => listener.onEvent(signInNotSaved(error)));
  }
}

function signInNotSaved(error: unknown): Event {
  return {
    kind: "notice",
    level: "warning",
    message: text.signInNotSaved(String(error)),
  };
}

async function runAgent(launch: Launch, context: TurnContext): Promise<AgentOutcome> {
  const { request, listener } = context;
  const marker = request.workspace.env[markerVariable];
  if (!marker)
    throw new Error(`The agent's environment lacks ${markerVariable}, by which its processes are found.`);

  const observer = observeTurn({
    listener,
    model: request.model,
    reply: async (command) => (await started).send(command),
  });
  const started = startRpc({
    ...launch,
    onEvent: observer.onMessage,
    onLine: (line) => listener.onSign(signOf(line)),
  });
  const pi = await started;
  const root = await identify(pi.pid);
  listener.onProcess(pi.pid);
  listener.onConversation(request.conversation.id);

  let progress: Progress = { refusal: null, accepted: false, interrupted: false };
  try {
    progress = await carryOut(pi, { ...context, launch, observer });
  } finally {
    noteStep("agent finished");
    await endAll(pi, { equipment: request.equipment, marker, root });
    observer.close();
  }
  const { isSettled, answer } = observer.state;
  return decideOutcome({ ...progress, settled: isSettled, answer, exit: await pi.exit }, Date.now());
}

type Progress = Pick<AgentRecord, "refusal" | "accepted" | "interrupted">;

/** Until the agent finishes, refuses, exits or is stopped. */
async function carryOut(
  pi: PiRpc,
  { request, listener, stop, launch, observer }: TurnContext & { launch: Launch; observer: Observer },
): Promise<Progress> {
  const progress: Progress = { refusal: null, accepted: false, interrupted: false };
  const rest = ask(pi, { request, model: launch.route.model, observer, listener }).then((asked) => {
    progress.accepted = asked.kind === "accepted";
    if (asked.kind === "refused") progress.refusal = asked.reason;
    return asked.kind === "accepted" ? observer.settled : undefined;
  });
  await Promise.race([rest, pi.exit, stop.pulled]);
  progress.interrupted = stop.isOn() && !observer.state.isSettled;
  if (progress.interrupted) await breakOff(pi, observer);
  return { ...progress };
}
