/** From the loosest to the strictest. */
export const sandboxLevels = ["off", "workspace"] as const;
export type SandboxLevel = (typeof sandboxLevels)[number];

export function isSandboxLevel(value: string): value is SandboxLevel {
  return (sandboxLevels as readonly string[]).includes(value);
}

/** The strictest of several levels; null counts as no wish. */
export function strictest(...wishes: readonly (SandboxLevel | null)[]): SandboxLevel | null {
  const ranks = wishes.map((wish) => (wish === null ? -1 : sandboxLevels.indexOf(wish)));
  return sandboxLevels[Math.max(-1, ...ranks)] ?? null;
}

/** What the level means for the person, in one honest sentence. */
export const levelMeaning: Readonly<Record<SandboxLevel, string>> = {
  off: "Agents run as you. They can read your files and keys, and Signalbox's own.",
  workspace:
    "Agents see their clone, their own home and the system's programs, not your home. The network is open, this machine's ports included.",
};
