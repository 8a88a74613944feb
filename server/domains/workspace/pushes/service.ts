import { mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { isWithin } from "../../../lib/is-within.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { endAgentProcesses, markerVariable } from "../../../lib/processes/index.ts";
import { findRepository, gitSentence, localPath, type OwnerRepository } from "../workspaces/index.ts";
import { checkPack } from "./checking.ts";
import { noteTakeOver, unlock } from "./cut-off.ts";
import { pushRefusal } from "./errors.ts";
import { linkInTheWay, pushHooksIn } from "./owner-repository.ts";
import { type OwnerSettings, readSettings } from "./owner-settings.ts";
import { runGit } from "./receive-pack.ts";
import { refProblem } from "./ref-rules.ts";
import { announcement, rejection, remoteError, takenIn } from "./report.ts";
import type { RequestHead } from "./request-head.ts";
import { openFrom, storeRequest } from "./spool.ts";
import { text } from "./text.ts";

/** Where a session may push to. */
export interface PushTarget {
  gitRoot: string;
  /** Why its agent may not; null if it may. */
  refused: "not_trusted" | "not_granted" | null;
}

export interface PushDeps {
  /** Where pushes are received, each in a folder that is removed before it is answered. */
  folder: string;
  /** Nothing in it is pushed to: it holds other sessions' clones. */
  dataFolder: string;
  environment: Readonly<Record<string, string>>;
  /** Marks the processes of git, so that the next start finds those that outlived the service. */
  marker: string;
  /** Null if the session has no repository. */
  target(sessionId: number): PushTarget | null;
  log: {
    note(sessionId: number, level: "info" | "warning", line: string): void;
    noteOnce(sessionId: number, level: "info" | "warning", line: string): void;
  };
  /** Throws while there is too little disk space for new work. */
  admit(): void;
}

export interface GitPushService {
  /** Answers which refs the owner's repository has. */
  advertise(sessionId: number, response: ServerResponse): Promise<void>;
  /** Takes a push over and answers it. Throws a refusal before anything was answered. */
  receive(sessionId: number, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends and removes what a killed service left, also in repositories of the owner. Resolves with how many pushes these were. */
  sweep(): Promise<number>;
}

/** A repository of the owner that a session may push to. */
interface Origin {
  gitRoot: string;
  path: string;
  repository: OwnerRepository;
}

/**
 * Takes agents' pushes to a repository of the owner on this machine. A push is stored and checked in a bare repository of its
 * own; then git, run by the service outside of every sandbox, takes it over into the owner's repository as that is configured,
 * and its answer is the agent's. So an answered push is in the owner's repository, and one that was cut off left it whole.
 */
export function gitPushService(deps: PushDeps): GitPushService {
  const environment = { ...deps.environment, [markerVariable]: deps.marker };
  const inTurn = turns();

  /** Resolves with what is left to be sent. */
  async function handle(of: {
    sessionId: number;
    folder: string;
    request: IncomingMessage;
    response: ServerResponse;
  }): Promise<Buffer> {
    const { sessionId, folder, response } = of;
    const file = join(folder, "request");
    const head = await storeRequest(of.request, file);
    begin(response, "application/x-git-receive-pack-result");
    // Git asks first whether it may, with a push of nothing.
    if (head !== "malformed" && !head.isSigned && head.updates.length === 0) return Buffer.alloc(0);
    const origin = await findOrigin(deps, sessionId);
    if (head === "malformed") return rejectAll(null, text.malformed);
    if (typeof origin === "string") return rejectAll(head, origin);
    const refusal = refusalOf(head);
    if (refusal !== null) return refusal;
    const push = { sessionId, head, file, folder, origin };
    return inTurn(origin.repository.commonFolder, () =>
      takeOver({ ...deps, environment }, push, (piece) => response.write(piece)),
    );
  }

  return {
    async advertise(sessionId, response) {
      begin(response, "application/x-git-receive-pack-advertisement");
      const found = await findOrigin(deps, sessionId);
      if (typeof found === "string") return void response.end(remoteError(found));
      const pieces: Buffer[] = [announcement];
      const args = ["receive-pack", "--stateless-rpc", "--advertise-refs", found.path];
      const onOutput = (piece: Buffer) => void pieces.push(piece);
      const { ok, said } = await runGit({ args, environment, onOutput });
      response.end(ok ? Buffer.concat(pieces) : remoteError(gitSentence(said) || text.notTaken));
    },

    async receive(sessionId, request, response) {
      if ((request.headers["content-encoding"] ?? "identity") !== "identity") throw pushRefusal("encoded");
      deps.admit();
      await mkdir(deps.folder, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(deps.folder, `${sessionId}-`));
      let last: Buffer;
      try {
        last = await handle({ sessionId, folder, request, response });
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
      response.end(last);
    },

    async sweep() {
      const names = await readdir(deps.folder).catch(unlessPassing([]));
      if (names.length > 0) await endAgentProcesses({ markerPrefix: deps.marker });
      for (const name of names) {
        const folder = join(deps.folder, name);
        const unlocked = await unlock(folder);
        const sessionId = Number.parseInt(name, 10);
        if (unlocked !== null && deps.target(sessionId) !== null)
          deps.log.note(sessionId, "warning", text.unlocked(unlocked));
        await rm(folder, { recursive: true, force: true });
      }
      return names.length;
    },
  };
}

function begin(response: ServerResponse, contentType: string): void {
  response.setHeader("content-type", contentType).setHeader("cache-control", "no-cache, max-age=0");
}

/** The repository, or the sentence that git prints. */
async function findOrigin(
  { target: targetOf, dataFolder }: PushDeps,
  sessionId: number,
): Promise<Origin | string> {
  const target = targetOf(sessionId);
  const path = target === null ? null : localPath(target.gitRoot);
  if (target === null || path === null) return text.elsewhere;
  const { gitRoot, refused } = target;
  if (refused === "not_trusted") return text.notTrusted(gitRoot);
  if (refused === "not_granted") return text.notGranted(gitRoot);
  const repository = await findRepository(path);
  if (repository === null) return text.noRepository(gitRoot);
  const [folder, data] = await Promise.all([repository.commonFolder, dataFolder].map((one) => realpath(one)));
  if (folder === undefined || data === undefined || isWithin(folder, data)) return text.inDataFolder(gitRoot);
  return { gitRoot, path, repository };
}

/** The answer to a push that is refused before anything of it is read; null if it is not. */
function refusalOf(head: RequestHead): Buffer | null {
  if (head.isSigned) return rejectAll(head, text.signed);
  const problems = new Map(head.updates.map((update) => [update.name, refProblem(update)]));
  if ([...problems.values()].every((problem) => problem === null)) return null;
  return rejection(head, {
    reason(name) {
      const problem = problems.get(name) ?? null;
      return problem === null ? text.otherRefused : text.refProblems[problem];
    },
  });
}

function rejectAll(head: RequestHead | null, sentence: string): Buffer {
  const said = head ?? { updates: [], capabilities: new Set(["report-status", "side-band-64k"]) };
  return rejection(said, { reason: () => sentence, unpack: sentence, say: sentence });
}

interface Push {
  sessionId: number;
  head: RequestHead;
  /** The stored request. */
  file: string;
  folder: string;
  origin: Origin;
}

/** Passes git's answer on piece by piece. Resolves with what is left to be sent. */
async function takeOver(deps: PushDeps, push: Push, send: (piece: Buffer) => void): Promise<Buffer> {
  const { environment } = deps;
  const { head, file, origin } = push;
  const { repository, path } = origin;
  const names = head.updates.map(({ name }) => name);
  const link = await linkInTheWay(repository, names);
  if (link !== null) return rejectAll(head, text.link(link));
  const folder = join(push.folder, "repository.git");
  const problem = await checkPack({ request: file, head, repository, folder, environment });
  if (problem !== null) return rejectAll(head, problem);
  const settings = await readSettings(repository, environment);
  const mode = settings.updatesCheckout ? ["-c", "receive.denyCurrentBranch=refuse"] : [];
  await noteTakeOver(push.folder, { gitRoot: origin.gitRoot, repository, updates: head.updates });
  await using input = await openFrom(file, 0);
  let answer = "";
  const { said } = await runGit({
    args: [...mode, "receive-pack", "--stateless-rpc", path],
    environment,
    input: input.fd,
    onOutput(piece) {
      answer += piece.toString("utf8");
      send(piece);
    },
  });
  if (answer === "") return rejectAll(head, gitSentence(said) || text.notTaken);
  await noteTaken(deps, push, { taken: takenIn(answer), settings });
  return Buffer.alloc(0);
}

async function noteTaken(
  { log }: PushDeps,
  { sessionId, origin: { gitRoot } }: Push,
  { taken, settings }: { taken: readonly string[]; settings: OwnerSettings },
): Promise<void> {
  if (taken.length === 0) return;
  const short = taken.map((name) => name.replace(/^refs\/(?:heads|tags)\//, ""));
  log.note(sessionId, "info", text.took(short, gitRoot));
  const hooks = await pushHooksIn(settings.hooksFolder);
  if (hooks.length > 0) log.noteOnce(sessionId, "warning", text.hooks(hooks, gitRoot));
}

/** Works one after the other for each key. */
function turns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(work);
    last.set(key, mine);
    return mine.finally(() => {
      if (last.get(key) === mine) last.delete(key);
    });
  };
}
