/**
 * Puts a whole agent CLI, with everything it starts, into a sandbox (bubblewrap on Linux): same paths inside as outside,
 * and of the person's home, other sessions and the data folder only what is named.
 */
export { readExit } from "./exit-rules.ts";
export { findBubblewrap } from "./find-bubblewrap.ts";
export { rootProblem } from "./folder-rules.ts";
export { pinsOf, resolveFolders } from "./folders.ts";
export { type GitPrograms, type GitView, gitSandboxArguments } from "./git-argv-rules.ts";
export { findGitPrograms } from "./git-programs.ts";
export { isSandboxGrant } from "./grants.ts";
export { decideLevel, isSandboxLevel, levelMeaning, looserLevel, strictest } from "./level-rules.ts";
export { type SandboxGrant, type SandboxLevel, sandboxGrants, sandboxLevels } from "./model.ts";
export { loopbackAddress, providerWays, reaching } from "./network-rules.ts";
export { placeFinder } from "./places.ts";
export { probeSandbox, probeStrict } from "./probe.ts";
export {
  bubblewrapSentence,
  notInstalled,
  problemSentence,
  type SandboxProblem,
  unsupported,
  whyNoSandbox,
} from "./reasons.ts";
export { type CliFolders, type LocalWay, noCliFolders, type SandboxRoom } from "./room.ts";
export { plainPlan, type Sandboxes, type SandboxPlan, sandboxes } from "./sandboxes.ts";
export { spawnInside, whyNotInside } from "./spawn.ts";
