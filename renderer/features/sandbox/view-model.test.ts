import { describe, expect, it } from "vitest";
import type { SandboxesAnswer } from "../../../server/domains/workspace/sandboxes/model.ts";
import {
  bannerView,
  foldersIn,
  inForceText,
  levelOptions,
  levelWithout,
  repositorySummary,
} from "./view-model.ts";

const repository = {
  address: "git.example/a",
  sandbox: "workspace",
  sandbox_read: ["/srv/assets"],
  sandbox_write: [],
  sandbox_grants: [],
} as const;

const answer = (changes: Partial<SandboxesAnswer> = {}): SandboxesAnswer => ({
  level: "off",
  chosen: true,
  reason: null,
  cure: null,
  levels: [
    { level: "off", meaning: "As you." },
    { level: "workspace", meaning: "Its clone." },
  ],
  grants: ["git"],
  repositories: [{ ...repository, sandbox_read: ["/srv/assets"], sandbox_write: [], sandbox_grants: [] }],
  ...changes,
});

it("starts from the stricter of the service's and the repository's level", () => {
  expect(levelWithout(answer(), null)).toBe("off");
  expect(levelWithout(answer(), "git.example/a")).toBe("workspace");
  expect(levelWithout(answer({ level: "workspace" }), null)).toBe("workspace");
});

it("offers only what is stricter, and what is chosen already", () => {
  const values = (preset: "off" | "workspace", chosen: string) =>
    levelOptions(answer(), preset, chosen).map(({ value }) => value);
  expect(values("off", "")).toEqual(["", "workspace"]);
  expect(values("workspace", "")).toEqual([""]);
  expect(values("workspace", "off")).toEqual(["", "off"]);
});

it("says what is in force, and that a looser wish has no effect", () => {
  const sandbox = { level: "workspace", source: "service", repository: null, wished: "off" } as const;
  expect(inForceText(sandbox)).toEqual([
    "Workspace. Set by SERVICE_SANDBOX.",
    "This session asks for “Off”. The stricter level of the service and the repository counts.",
  ]);
  expect(inForceText({ ...sandbox, wished: "workspace" })).toHaveLength(1);
});

describe("the banner", () => {
  const missing = { reason: "bubblewrap is not installed.", cure: "Install it." };

  it.each([
    ["is not there with a sandbox", answer({ level: "workspace" }), null, null],
    ["can be dismissed where the owner turned it off", answer(), null, "chosen"],
    ["can be dismissed where none can start", answer({ ...missing, chosen: false }), null, missing.reason],
  ])("%s", (_title, given, dismissed, dismissal) => {
    expect(bannerView(given, dismissed)?.dismissal ?? null).toBe(dismissal);
  });

  it("stays away once dismissed, until there is another reason", () => {
    expect(bannerView(answer(), "chosen")).toBeNull();
    expect(bannerView(answer({ ...missing, chosen: false }), "chosen")?.sentence).toBe(
      "Agents run without a sandbox. bubblewrap is not installed. Install it.",
    );
  });

  it("stays while agents cannot start", () => {
    const view = bannerView(answer({ level: "workspace", ...missing }), missing.reason);
    expect(view).toMatchObject({ tone: "failed", dismissal: null });
  });
});

it("reads one folder a line, and sums up a repository", () => {
  expect(foldersIn(" /srv/a \n\n/srv/b")).toEqual(["/srv/a", "/srv/b"]);
  expect(answer().repositories.map(repositorySummary)).toEqual([
    ["Workspace", "reads /srv/assets", "no grants"],
  ]);
});
