import type { Logger } from "../logger.ts";
import type { SandboxGrant } from "./grants.ts";
import { levelMeaning, type SandboxLevel, strictest } from "./levels.ts";
import { probeSandbox, type SandboxProbe } from "./probe.ts";
import { problemSentence } from "./reasons.ts";
import type { SandboxRoom } from "./room.ts";

export interface Sandboxes {
  /** Tries whether a sandbox starts here and logs what agents get. Call it once, before the first turn. */
  begin(): Promise<void>;
  /** What agents get without a wish of their own. */
  status(): SandboxStatus;
  /** The strictest of what the service, an agent root and a session ask for; null counts as no wish. */
  levelFor(...wishes: readonly (SandboxLevel | null)[]): SandboxLevel;
  /** Why this level cannot start, and what mends it; null if it can. Tries again if it could not before. */
  problem(level: SandboxLevel): Promise<string | null>;
  /** Null for a process without a sandbox. Only a trusted repository's agents get what the owner grants. */
  room(
    level: SandboxLevel,
    reach: Omit<SandboxRoom, "dataFolder" | "grants"> & {
      trusted: boolean;
      /** Written by a push to a repository on this machine: part of the grant `git`. */
      pushable?: readonly string[];
    },
  ): SandboxRoom | null;
}

export interface SandboxStatus {
  level: SandboxLevel;
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
};

export function sandboxes(deps: {
  /** As set by the owner; null if it is not set. */
  level: SandboxLevel | null;
  grants: readonly SandboxGrant[];
  dataFolder: string;
  environment: Readonly<Record<string, string | undefined>>;
  log: Logger;
  probe?(): Promise<SandboxProbe>;
}): Sandboxes {
  const { dataFolder } = deps;
  let probe: SandboxProbe = { available: false, reason: "The sandbox was not tried yet.", cure: null };

  const probeAgain = async (): Promise<void> => {
    probe = await (deps.probe?.() ?? probeSandbox(deps));
  };
  /** Settled by the first probe, so that a sandbox that stops working fails the turn instead of vanishing. */
  let unset: SandboxLevel = "off";
  const standard = (): SandboxLevel => deps.level ?? unset;

  function status(): SandboxStatus {
    const level = standard();
    const missing = probe.available || deps.level === "off" ? null : probe;
    return {
      level,
      meaning: levelMeaning[level],
      reason: missing?.reason ?? null,
      cure: missing?.cure ?? null,
    };
  }

  return {
    async begin() {
      await probeAgain();
      unset = probe.available ? "workspace" : "off";
      const { level: sandbox, meaning, reason, cure } = status();
      if (reason === null) deps.log.info({ sandbox, meaning }, "sandbox of agents");
      else deps.log.warn({ sandbox, meaning, reason, cure }, noSandbox[sandbox]);
    },
    status,
    levelFor: (...wishes) => strictest(standard(), ...wishes) ?? "off",
    async problem(level) {
      if (level === "off") return null;
      if (!probe.available) await probeAgain();
      return probe.available ? null : problemSentence(probe);
    },
    room(level, { trusted, pushable = [], ...reach }) {
      if (level === "off") return null;
      const grants = trusted ? deps.grants : [];
      const writable = [...reach.writable, ...(grants.includes("git") ? pushable : [])];
      return { ...reach, writable, dataFolder, grants };
    },
  };
}
