import type { Found } from "./places.ts";

/** Why no sandbox can start here, and what mends it. */
export interface SandboxProblem {
  reason: string;
  /** An instruction; null if there is nothing to do on this system. */
  cure: string | null;
}

const install = "Install bubblewrap: apt install bubblewrap";

export const notInstalled: SandboxProblem = { reason: "bubblewrap is not installed.", cure: install };

const appArmor =
  "Install the apparmor-profiles package, copy bwrap-userns-restrict from /usr/share/apparmor/extra-profiles to /etc/apparmor.d, and load it with: sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict";

export function unsupported(platform: string): SandboxProblem {
  const names: Readonly<Record<string, string>> = { darwin: "macOS", win32: "Windows" };
  const cure = platform === "win32" ? "Signalbox in WSL2 has one." : null;
  return { reason: `There is no sandbox for ${names[platform] ?? platform} yet.`, cure };
}

export const noFilter = (architecture: string): SandboxProblem => ({
  reason: `There is no filter of system calls for the architecture ${architecture} yet.`,
  cure: null,
});

/** Reads what bubblewrap wrote to stderr. */
export function whyNoSandbox(stderr: string): SandboxProblem {
  const [first = ""] = stderr.trim().split("\n");
  if (bubblewrapSentence(stderr) === null && /^(?:\/bin\/)?sh: /.test(first))
    return { reason: `A command in the sandbox cannot write to its clone: ${first}.`, cure: null };
  const sentence = bubblewrapSentence(stderr) ?? "bubblewrap ended without a reason.";
  if (/setting up uid map: Permission denied|Failed RTM_NEWADDR/.test(stderr))
    return { reason: `AppArmor keeps bubblewrap from starting (${sentence}).`, cure: appArmor };
  if (stderr.includes("max_*_namespaces exceeded"))
    return {
      reason: `The system lets no program make another namespace (${sentence}).`,
      cure: "Allow more of them: sudo sysctl user.max_user_namespaces=15000",
    };
  if (/No permissions to create(?: a)? new namespace|Creating new namespace failed|unshare/i.test(stderr))
    return {
      reason: `The system lets no program make a namespace (${sentence}).`,
      cure: "In a container, the container itself is the sandbox: set SERVICE_SANDBOX=off. Elsewhere, allow unprivileged user namespaces: sudo sysctl kernel.unprivileged_userns_clone=1",
    };
  if (/seccomp/i.test(sentence))
    return {
      reason: `The kernel takes no filter of system calls (${sentence}).`,
      cure: "It has to be built with CONFIG_SECCOMP_FILTER, and nothing around the service may forbid the filter",
    };
  return { reason: `bubblewrap cannot start: ${sentence}`, cure: null };
}

/** Reads why a network of the sandbox's own could not be made, from what its programs wrote to stderr. */
export function networkProblem(stderr: string): SandboxProblem {
  if (bubblewrapSentence(stderr) !== null) return whyNoSandbox(stderr);
  const sentence = stderr.trim().split("\n")[0] ?? "";
  if (sentence.includes("/dev/net/tun"))
    return {
      reason: `slirp4netns may not use the network device /dev/net/tun (${sentence}).`,
      cure: "Load it with: sudo modprobe tun. Everybody may open it on most systems: sudo chmod 666 /dev/net/tun",
    };
  return {
    reason: `The sandbox's own network cannot start: ${sentence || "no reason was given"}.`,
    cure: null,
  };
}

/** The last line that bubblewrap itself wrote; null if there is none. */
export function bubblewrapSentence(stderr: string): string | null {
  const lines = stderr.split("\n").filter((line) => line.startsWith("bwrap: "));
  return lines.at(-1)?.slice("bwrap: ".length).trim() ?? null;
}

export function problemSentence({ reason, cure }: SandboxProblem): string {
  return cure === null ? reason : `${reason} ${cure}${/[.!?]$/.test(cure) ? "" : "."}`;
}

/** Why a sandbox cannot show a folder; null if it can. Only of what a person gave is there a pin. */
export function placeProblem(path: string, found: Found, pin: string | undefined): string | null {
  if (found.kind === "agents_link")
    return `${path} cannot be shown to agents: the way there leads through a link at ${found.at}, where agents can write. Remove the link.`;
  if (pin === undefined) return null;
  if (found.kind === "missing") return `The folder ${path} does not exist any more. ${giveAgain}`;
  return found.place.pin === pin ? null : replacedSentence(path);
}

export const replacedSentence = (path: string): string =>
  `The folder ${path} is not the one that agents were given: another one took its place. ${giveAgain}`;

const giveAgain = "If that is right, save the repository's sandbox again in Settings, Repositories.";
