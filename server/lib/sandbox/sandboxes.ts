import type { Logger } from "../logger.ts";
import { folderProblems, pinProblem } from "./folders.ts";
import { levelMeaning } from "./level-rules.ts";
import type { SandboxGrant, SandboxLevel } from "./model.ts";
import { networkIn } from "./network-rules.ts";
import { probeSandbox, probeStrict, type SandboxProbe } from "./probe.ts";
import { problemSentence } from "./reasons.ts";
import type { CliFolders, LocalWay, SandboxRoom } from "./room.ts";

/** What one session's sandbox is to be. */
export interface SandboxPlan {
  level: SandboxLevel;
  /** Further folders that its agent can read, or also write to. */
  read: readonly string[];
  write: readonly string[];
  /** Which of the owner's grants it gets if its repository is trusted; null for all of them. */
  grants: readonly SandboxGrant[] | null;
  /** Folders that agents of any repository can write to. */
  agentFolders: readonly string[];
  /** What tells the folders, by their paths, from others that took their places. */
  pins: Readonly<Record<string, string>>;
}

export interface Sandboxes {
  /** Tries whether a sandbox starts here and logs what agents get. Call it once, before the first turn. */
  begin(): Promise<void>;
  /** Runs a command in one again, at most once a minute. Why that does not work; null if it does, or agents get none. */
  check(): Promise<string | null>;
  /** What agents get without a wish of their own. */
  status(): SandboxStatus;
  /** What the owner grants to the agents of trusted repositories. */
  grants: readonly SandboxGrant[];
  /** Why such a sandbox cannot start, and what mends it; null if it can. Tries again if it could not before. */
  problem(plan: Omit<SandboxPlan, "grants">): Promise<string | null>;
  /** Which of them the agents of a repository get. */
  granted(plan: Pick<SandboxPlan, "grants">, trusted: boolean): readonly SandboxGrant[];
  /** Null for a process without a sandbox. Only a trusted repository's agents get what the owner grants. */
  room(
    plan: SandboxPlan,
    reach: Pick<SandboxRoom, "folder" | "readable" | "writable"> & {
      trusted: boolean;
      /** What of this machine a network of the sandbox's own leads to. */
      ways: readonly LocalWay[];
    },
  ): SandboxRoom | null;
}

export interface SandboxStatus {
  level: SandboxLevel;
  /** The owner chose the level; otherwise it is what works on this machine. */
  isChosen: boolean;
  /** In words for the person. */
  meaning: string;
  /** Why there is no sandbox although nobody turned it off; null otherwise. */
  reason: string | null;
  /** What mends it. */
  cure: string | null;
}

const noSandbox: Readonly<Record<SandboxLevel, string>> = {
  off: "agents run without a sandbox",
  workspace: "agents cannot start: their sandbox does not work here",
  strict: "agents cannot start: their sandbox does not work here",
};

/** Whoever can reach the service may ask for its health. */
const checkEveryMs = 60_000;

export function sandboxes(deps: {
  /** As set by the owner; null if it is not set. */
  level: SandboxLevel | null;
  grants: readonly SandboxGrant[];
  clis: CliFolders;
  dataFolder: string;
  environment: Readonly<Record<string, string | undefined>>;
  log: Logger;
  probe?(level: Exclude<SandboxLevel, "off">): Promise<SandboxProbe>;
}): Sandboxes {
  const { dataFolder } = deps;
  const untried = { available: false, reason: "The sandbox was not tried yet.", cure: null } as const;
  const probes: Record<Exclude<SandboxLevel, "off">, SandboxProbe> = { workspace: untried, strict: untried };

  async function probeAgain(level: keyof typeof probes): Promise<void> {
    const own = level === "strict" ? probeStrict : probeSandbox;
    probes[level] = await (deps.probe?.(level) ?? own(deps));
  }
  /** Settled by the first probe, so that a sandbox that stops working fails the turn instead of vanishing. */
  let unset: SandboxLevel = "off";
  const standard = (): SandboxLevel => deps.level ?? unset;

  const granted: Sandboxes["granted"] = ({ grants: asked }, trusted) =>
    trusted ? deps.grants.filter((grant) => asked === null || asked.includes(grant)) : [];

  function status(): SandboxStatus {
    const level = standard();
    const probe = probes[level === "off" ? "workspace" : level];
    const missing = probe.available || deps.level === "off" ? null : probe;
    return {
      level,
      isChosen: deps.level !== null,
      meaning: levelMeaning[level],
      reason: missing?.reason ?? null,
      cure: missing?.cure ?? null,
    };
  }

  const probeRecently = oncePer(checkEveryMs, probeAgain);

  return {
    async begin() {
      await probeAgain(deps.level === "strict" ? "strict" : "workspace");
      unset = probes.workspace.available ? "workspace" : "off";
      const { level: sandbox, meaning, reason, cure } = status();
      if (reason === null) deps.log.info({ sandbox, meaning }, "sandbox of agents");
      else deps.log.warn({ sandbox, meaning, reason, cure }, noSandbox[sandbox]);
    },
    async check() {
      const level = standard();
      if (level === "off") return null;
      await probeRecently(level);
      const probe = probes[level];
      return probe.available ? null : problemSentence(probe);
    },
    status,
    grants: deps.grants,
    async problem({ level, read, write, agentFolders, pins }) {
      if (level === "off") return null;
      if (!probes[level].available) await probeAgain(level);
      const probe = probes[level];
      if (!probe.available) return problemSentence(probe);
      const folders = [...read, ...write];
      const problems = await folderProblems(folders, deps);
      return (
        problems[0] ?? (await pinProblem(folders, { agentFolders: [dataFolder, ...agentFolders], pins }))
      );
    },
    granted,
    room({ level, read, write, grants, agentFolders, pins }, { trusted, ...reach }) {
      if (level === "off") return null;
      return {
        dataFolder,
        folder: reach.folder,
        readable: [...reach.readable, ...read],
        writable: [...reach.writable, ...write],
        grants: granted({ grants }, trusted),
        clis: deps.clis,
        agentFolders,
        pins: new Map(Object.entries(pins)),
        ...(level === "strict" && { network: networkIn(reach.ways, deps.environment) }),
      };
    },
  };
}

/** The plan of a process that belongs to no session. */
export const plainPlan = (level: SandboxLevel, agentFolders: readonly string[] = []): SandboxPlan => ({
  level,
  read: [],
  write: [],
  grants: null,
  agentFolders,
  pins: {},
});

/** Until the time is over, everybody gets what the first one asked for. */
function oncePer<Asked>(everyMs: number, ask: (asked: Asked) => Promise<void>) {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve();
  return (asked: Asked): Promise<void> => {
    if (performance.now() - askedAt < everyMs) return answer;
    askedAt = performance.now();
    answer = ask(asked);
    return answer;
  };
}
