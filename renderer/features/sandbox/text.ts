import type { SandboxesAnswer } from "../../../server/domains/workspace/sandboxes/model.ts";

type Level = SandboxesAnswer["level"];
type Grant = SandboxesAnswer["grants"][number];

/** The words of the sandbox that agents run in. */
export const text = {
  label: "Sandbox",
  levels: { off: "Off", workspace: "Workspace", strict: "Strict" } satisfies Readonly<Record<Level, string>>,
  grants: {
    git: "Push as you (git)",
    docker: "Docker, which is as much as you can do",
    display: "Your display",
  } satisfies Readonly<Record<Grant, string>>,
  defaultIs: (level: string) => `Default (${level})`,
  sources: {
    default: "Default of this machine",
    service: "Set by SERVICE_SANDBOX",
    repository: "Set for this repository",
    session: "Set for this session",
  },
  atLeast: "At least",
  noEffect: (wished: string) =>
    `This session asks for “${wished}”. The stricter level of the service and the repository counts.`,
  failed: "Could not change the sandbox",
  nextTurn: "A change takes effect on the next turn.",
  banner: {
    chosen: "Agents run without a sandbox: they can read your files and keys.",
    missing: (reason: string) => `Agents run without a sandbox. ${reason}`,
    broken: (reason: string) => `Agents cannot start, because their sandbox does not work. ${reason}`,
    open: "Sandbox settings",
    dismiss: "Dismiss",
  },
};
