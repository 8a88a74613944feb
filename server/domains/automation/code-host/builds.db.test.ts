import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stopQueues } from "../../../jobs/queue-test-bed.ts";
import { type CodeHostBed, openCodeHostBed } from "./code-host-test-bed.ts";

let bed: CodeHostBed;

beforeEach(async () => {
  bed = await openCodeHostBed();
});
afterEach(async () => {
  await stopQueues();
  await bed[Symbol.asyncDispose]();
});

const minute = 60_000;
const started = (id: number): number => bed.startedBy(id).length;

describe("a red build", () => {
  const check = (more: object = {}) => ({
    prompt_template: "{{event}}: {{link}}",
    conditions: [{ condition_type: "code_host_check", configuration: { repos: ["acme/site"], ...more } }],
  });
  const sha = (digit: string): string => digit.repeat(40);
  const at = (): string => new Date(bed.clock.at).toISOString().replace(/\.\d+Z$/, "Z");
  function show(commit: string, conclusions: Record<string, string>, branch = "main"): void {
    const runs = Object.entries(conclusions).map(([name, conclusion], id) => ({
      id,
      name,
      conclusion,
      head_sha: commit,
      completed_at: at(),
    }));
    bed.hub.checked(branch, { runs });
  }
  const webhook = (commit: string, more: { branch?: string | null; conclusion?: string } = {}) => ({
    event: "check_run",
    body: {
      action: "completed",
      check_run: {
        name: "test",
        head_sha: commit,
        html_url: "https://github.com/checks/1",
        conclusion: more.conclusion ?? "failure",
        completed_at: at(),
        output: { title: "2 tests failed", summary: null },
        check_suite: { head_branch: more.branch === undefined ? "main" : more.branch },
      },
      repository: { full_name: "acme/site" },
    },
  });

  it("starts one session for each commit, by polling and by webhook", async () => {
    const id = bed.make(check());
    show(sha("a"), { lint: "success", test: "failure", e2e: "timed_out" });
    await bed.poll();
    bed.codeHost().take(webhook(sha("a")));
    await bed.poll();
    expect(started(id)).toBe(1);
    const [session = 0] = bed.startedBy(id);
    expect(bed.sessions.byId(session)?.prompt).toBe(
      "The check test failed on main of acme/site: https://github.com/checks/1",
    );
    bed.codeHost().take(webhook(sha("b")));
    show(sha("b"), { test: "failure" });
    await bed.poll();
    expect(started(id)).toBe(2);
  });

  it("is none on another branch, in a fork, or without a failure", async () => {
    const id = bed.make(check());
    show(sha("a"), { test: "success", lint: "cancelled" });
    show(sha("b"), { test: "failure" }, "develop");
    for (const more of [{ branch: "develop" }, { branch: null }, { conclusion: "neutral" }])
      bed.codeHost().take(webhook(sha("c"), more));
    await bed.poll();
    expect(started(id)).toBe(0);
    const other = bed.make(check({ branch: "develop" }));
    show(sha("d"), { test: "failure" }, "develop");
    await bed.poll();
    expect([started(id), started(other)]).toEqual([0, 1]);
  });

  it("from before the condition starts nothing", async () => {
    show(sha("a"), { test: "failure" });
    bed.clock.at += 5 * minute;
    const id = bed.make(check());
    await bed.poll();
    expect(started(id)).toBe(0);
  });
});
