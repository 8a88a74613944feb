/** The words of what keeps the machine awake. */
export const text = {
  why: "Agents are working",
  notOffered: "This system has no program that keeps it awake; the desktop app does it itself.",
  missing: (program: string) => `${program} is not installed.`,
  failed: (program: string, reason: string) => `${program} failed: ${reason}`,
};
