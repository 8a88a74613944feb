import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  agentEnvironment,
  cloneFolderName,
  gitSentence,
  isTransientGitError,
  programEnvironment,
} from "./rules.ts";

describe("isTransientGitError", () => {
  it.each([
    "fatal: unable to access 'https://x/': Could not resolve host: x",
    "ssh: connect to host x port 22: Connection timed out",
    "fatal: unable to access 'https://x/': Failed to connect to x port 443: Connection refused",
    "fatal: unable to access 'http://x/': Failed to connect to x port 80 after 0 ms: Couldn't connect to server",
    "error: RPC failed; curl 56 recv failure: Connection reset by peer",
    "fatal: early EOF\nfatal: index-pack failed",
    "fatal: the remote end hung up unexpectedly",
    "fatal: unable to access 'https://x/': The requested URL returned error: 503",
    "fatal: unable to access 'https://x/': Operation timed out",
  ])("tries again after %j", (stderr) => {
    expect(isTransientGitError(stderr)).toBe(true);
  });

  it.each([
    "fatal: Authentication failed for 'https://x/'",
    "fatal: could not read Username for 'https://x': terminal prompts disabled",
    "git@x: Permission denied (publickey).\nfatal: the remote end hung up unexpectedly",
    "remote: Repository not found.\nfatal: repository 'https://x/' not found",
    "fatal: repository '/x' does not exist",
    "fatal: '/x' does not appear to be a git repository",
    "fatal: Remote branch x not found in upstream origin",
    "fatal: unable to access 'https://x/': The requested URL returned error: 403",
    "fatal: something new",
    "",
  ])("gives up after %j", (stderr) => {
    expect(isTransientGitError(stderr)).toBe(false);
  });
});

describe("gitSentence", () => {
  it.each([
    ["what git says is wrong", "Cloning into 'x'...\nfatal: no such thing\n", "fatal: no such thing"],
    ["the last three of many", "error: 1\nerror: 2\nremote: 3\nfatal: 4", "error: 2 remote: 3 fatal: 4"],
    ["the last lines where none is marked", "a\nb\nc\nd\n", "b c d"],
    ["nothing for no output", "", ""],
    ["no more than 500 characters", `fatal: ${"x".repeat(900)}`, `fatal: ${"x".repeat(493)}`],
  ])("takes %s", (_title, stderr, expected) => {
    expect(gitSentence(stderr)).toBe(expected);
  });
});

describe("cloneFolderName", () => {
  it.each([
    ["https://git.invalid/team/sample.git", "main", "sample-main-u"],
    ["git@git.invalid:team/sample.git", "feature/x", "sample-feature-x-u"],
    ["/srv/repos/sample/", "main", "sample-main-u"],
    ["C:\\repos\\sample", "main", "sample-main-u"],
    ["https://git.invalid/...", "..", "repository-branch-u"],
    ["https://git.invalid/日本.git", "日本", "repository-branch-u"],
    [`/srv/${"x".repeat(90)}`, "y".repeat(90), `${"x".repeat(60)}-${"y".repeat(60)}-u`],
  ])("of %s at %s is %s", (gitRoot, branch, expected) => {
    expect(cloneFolderName({ gitRoot, branch }, "u")).toBe(expected);
  });

  it("is always a single safe name", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (gitRoot, branch) => {
        expect(cloneFolderName({ gitRoot, branch }, "u")).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]*-u$/);
      }),
    );
  });
});

describe("agentEnvironment", () => {
  it.each([
    "API_KEYS",
    "SERVICE_DATA_DIR",
    "SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID",
    "SIGNALBOX_ANYTHING",
    "SOCIAL_OAUTH_CLIENT_SECRET",
    "LIVE_PROVIDER_API_KEY",
    "NODE_OPTIONS",
    "NODE_CHANNEL_FD",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
  ])("keeps %s from the agent", (name) => {
    expect(agentEnvironment({ [name]: "x" }, {})).not.toHaveProperty(name);
  });

  it.each([
    "PATH",
    "HOME",
    "ANTHROPIC_API_KEY",
    "OPENAI_API_KEY",
    "GIT_SSH_COMMAND",
    "MY_API_KEYS",
    "NODE_PATH",
  ])("passes on %s", (name) => {
    expect(agentEnvironment({ [name]: "x" }, {})).toHaveProperty(name, "x");
  });

  it.each(["GITHUB_TOKEN", "GH_TOKEN"])("passes on %s only if the owner says so", (name) => {
    const inherited = { [name]: "ghp_x" };
    expect(agentEnvironment(inherited, {})).not.toHaveProperty(name);
    expect(agentEnvironment({ ...inherited, SERVICE_AGENT_GITHUB_TOKEN: "yes" }, {})).not.toHaveProperty(
      name,
    );
    expect(agentEnvironment({ ...inherited, SERVICE_AGENT_GITHUB_TOKEN: "1" }, {})).toHaveProperty(
      name,
      "ghp_x",
    );
    expect(programEnvironment(inherited, {})).toHaveProperty(name, "ghp_x");
  });

  it("disables git's prompts, adds the given variables, and leaves out unset ones", () => {
    expect(agentEnvironment({ A: "1", B: undefined }, { A: "2", SIGNALBOX_SESSION_ID: "7" })).toEqual({
      A: "2",
      SIGNALBOX_SESSION_ID: "7",
      GIT_TERMINAL_PROMPT: "0",
    });
  });
});
