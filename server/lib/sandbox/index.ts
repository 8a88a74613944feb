/**
 * Puts a whole agent CLI, with everything it starts, into a sandbox (bubblewrap on Linux): same paths inside as outside,
 * and of the person's home, other sessions and the data folder only what is named.
 */
export { readExit } from "./exit-rules.ts";
export { isSandboxGrant, type SandboxGrant, sandboxGrants } from "./grants.ts";
export { isSandboxLevel, levelMeaning, type SandboxLevel } from "./levels.ts";
export { probeSandbox } from "./probe.ts";
export { problemSentence } from "./reasons.ts";
export type { SandboxRoom } from "./room.ts";
export { type Sandboxes, sandboxes } from "./sandboxes.ts";
export { spawnInside, whyNotInside } from "./spawn.ts";
