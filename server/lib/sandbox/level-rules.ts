import { type SandboxLevel, sandboxLevels } from "./model.ts";

export function isSandboxLevel(value: string): value is SandboxLevel {
  return (sandboxLevels as readonly string[]).includes(value);
}

/** The strictest of several levels; null counts as no wish. */
export function strictest(...wishes: readonly (SandboxLevel | null)[]): SandboxLevel | null {
  const ranks = wishes.map((wish) => (wish === null ? -1 : sandboxLevels.indexOf(wish)));
  return sandboxLevels[Math.max(-1, ...ranks)] ?? null;
}

/** The level in force after a change of one of the wishes if it is looser than before, otherwise null. */
export function looserLevel(
  before: SandboxLevel | null,
  { after, service }: { after: SandboxLevel | null; service: SandboxLevel },
): SandboxLevel | null {
  const now = strictest(service, after) ?? service;
  return strictest(now, before) === now ? null : now;
}

/** Who asked for the level in force; `default` if nobody did. */
type LevelSource = "default" | "service" | "repository" | "session";

/** The strictest of what the service, the repository and the session ask for, and the first of them that asks for it. */
export function decideLevel(of: {
  service: SandboxLevel;
  /** The owner chose the service's level; otherwise it is what works on this machine. */
  isChosen: boolean;
  repository: SandboxLevel | null;
  session: SandboxLevel | null;
}): { level: SandboxLevel; source: LevelSource } {
  const level = strictest(of.service, of.repository, of.session) ?? of.service;
  if (level === of.service) return { level, source: of.isChosen ? "service" : "default" };
  return { level, source: level === of.repository ? "repository" : "session" };
}

/** What the level means for the person, in one honest sentence. */
export const levelMeaning: Readonly<Record<SandboxLevel, string>> = {
  off: "Agents run as you. They can read your files and keys, and Signalbox's own.",
  workspace:
    "Agents see their clone, their own home and the system's programs, not your home. The network is open, this machine's ports included.",
  strict: "As workspace; this machine's ports are out of reach, the internet is not.",
};
