import { beforeEach, describe, expect, it } from "vitest";
import { bedForEachTest, type CodeHostBed } from "./code-host-test-bed.ts";

let bed: CodeHostBed;
bedForEachTest((made) => void (bed = made));

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

  it("of a commit that stays the newest starts nothing again, months later and after a restart", async () => {
    const id = bed.make(check());
    show(sha("a"), { test: "failure" });
    for (let n = 0; n < 40; n++) await bed.poll(24 * 60 * minute);
    bed.restart();
    await bed.poll();
    expect(started(id)).toBe(1);
  });

  describe("by commit statuses", () => {
    const status = (context: string, state: string, more: object = {}) => ({
      context,
      state,
      target_url: `https://ci.example/${context}`,
      description: "Build failed",
      updated_at: at(),
      ...more,
    });
    const delivery = (state: string, of: { heads?: string[]; sha?: string } = {}) => ({
      event: "status",
      body: {
        ...status("ci/jenkins", state),
        sha: of.sha ?? sha("a"),
        branches: (of.heads ?? ["main"]).map((name) => ({ name, commit: { sha: sha("a") } })),
        repository: { full_name: "acme/site" },
      },
    });
    const said = (id: number): string[] =>
      bed.startedBy(id).map((session) => bed.sessions.byId(session)?.prompt ?? "");

    it("starts one session with the address of the status, also where a check fails for the same commit", async () => {
      const id = bed.make(check());
      const statuses = [status("docs", "success"), status("ci/jenkins", "error", { target_url: null })];
      bed.hub.checked("main", { runs: [], statuses, sha: sha("a") });
      await bed.poll();
      bed.codeHost().take(delivery("failure"));
      show(sha("a"), { test: "failure" });
      await bed.poll();
      expect(said(id)).toEqual([
        `The check ci/jenkins failed on main of acme/site: https://github.com/acme/site/commit/${sha("a")}`,
      ]);
    });

    it("comes by webhook, for the head of a branch alone", async () => {
      const id = bed.make(check());
      bed.codeHost().take(delivery("pending"));
      bed.codeHost().take(delivery("failure", { heads: ["develop"] }));
      bed.codeHost().take(delivery("failure", { sha: sha("b") }));
      await bed.settle();
      expect(started(id)).toBe(0);
      bed.codeHost().take(delivery("failure", { heads: ["develop", "main"] }));
      await bed.poll();
      expect(said(id)).toEqual([
        "The check ci/jenkins failed on main of acme/site: https://ci.example/ci/jenkins",
      ]);
    });

    it("opens no address but one of the web", async () => {
      const id = bed.make(check());
      const statuses = [status("ci", "failure", { target_url: "javascript:alert(1)" })];
      bed.hub.checked("main", { runs: [], statuses, sha: sha("c") });
      await bed.poll();
      expect(said(id)[0]).toContain(`https://github.com/acme/site/commit/${sha("c")}`);
    });

    it("are all read, and no page of them again while nothing changes", async () => {
      const id = bed.make(check());
      const good = Array.from({ length: 120 }, (_, n) => status(`good-${n}`, "success"));
      bed.hub.checked("main", { runs: [], statuses: [...good, status("late", "failure")], sha: sha("d") });
      await bed.poll();
      expect(said(id)).toHaveLength(1);
      const red = [status("docs", "success"), status("late", "failure")];
      bed.hub.checked("main", { runs: [], statuses: red, sha: sha("d") });
      await bed.poll(600_000);
      const before = bed.hub.requests.length;
      await bed.poll(600_000);
      const asked = bed.hub.requests.slice(before).map(({ path }) => path.replace(/.*commits/, ""));
      expect(asked.map((path) => path.replace(/\?.*/, ""))).toEqual([
        "/graphql",
        "/main/check-runs",
        "/main/status",
      ]);
      expect(bed.hub.notModified()).toBeGreaterThanOrEqual(2);
    });

    it("that the token may not read leave the checks watched, and the trigger says so", async () => {
      const id = bed.make(check());
      bed.hub.fail({ status: 403, path: "/status" });
      show(sha("e"), { test: "failure" });
      await bed.poll();
      expect(said(id)).toHaveLength(1);
      const condition = { conditionType: "code_host_check", configuration: { repos: ["acme/site"] } };
      expect(bed.codeHost().problemOf(condition)).toContain("commit statuses of acme/site");
      bed.hub.fail(null);
      await bed.poll();
      expect(bed.codeHost().problemOf(condition)).toBeNull();
    });
  });

  describe("on one of many branches", () => {
    const branches = ["main", "next", "old"];
    const asked = (): string[] =>
      bed.hub.requests.splice(0).map(({ path }) => path.replace(/.*commits/, "").replace(/\?.*/, ""));
    const lists = branches.flatMap((name) => [`/${name}/check-runs`, `/${name}/status`]);
    let ids: number[];

    beforeEach(async () => {
      ids = branches.map((branch) => bed.make(check({ branch })));
      show(sha("a"), { test: "success" });
      show(sha("b"), { test: "skipped" }, "next");
      await bed.poll();
      expect(asked()).toEqual(lists);
    });
    const allStarted = (): number[] => ids.map(started);

    it("costs one request while all are green, and two more for each that is not", async () => {
      await bed.poll();
      expect(asked()).toEqual(["/graphql"]);
      show(sha("c"), { test: "failure", lint: "pending" }, "next");
      await bed.poll();
      expect(asked()).toEqual(["/graphql", "/next/check-runs", "/next/status"]);
      expect(allStarted()).toEqual([0, 1, 0]);
      show(sha("d"), { test: "success" }, "next");
      await bed.poll();
      expect(asked()).toEqual(["/graphql"]);
    });

    it("is found by reading each for a while where the host does not show many at once", async () => {
      bed.hub.fail({ status: 403, path: "/graphql" });
      show(sha("c"), { test: "failure" });
      await bed.poll();
      expect(asked()).toEqual(["/graphql", ...lists]);
      expect(allStarted()).toEqual([1, 0, 0]);
      bed.hub.fail(null);
      await bed.poll();
      expect(asked()).toEqual(lists);
      await bed.poll(600_000);
      expect(asked()).toEqual(["/graphql", "/main/check-runs", "/main/status"]);
    });

    it("is found where the token may not see the sum of its checks", async () => {
      const shown = { ref: { target: { statusCheckRollup: null } } };
      const path = ["p2", "ref", "target", "statusCheckRollup"];
      const body = {
        data: { p0: shown, p1: null, p2: shown },
        errors: [
          { type: "NOT_FOUND", path: ["p1"], message: "Could not resolve to a Repository" },
          { type: "FORBIDDEN", path, message: "Resource not accessible by personal access token" },
        ],
      };
      bed.hub.fail({ status: 200, path: "/graphql", body });
      show(sha("c"), { test: "failure" }, "old");
      await bed.poll();
      expect(asked()).toEqual(["/graphql", ...lists.slice(2)]);
      expect(allStarted()).toEqual([0, 0, 1]);
    });

    it("is not looked for once the rate limit is exceeded", async () => {
      bed.hub.fail({
        status: 200,
        path: "/graphql",
        body: { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] },
      });
      await bed.poll();
      expect(asked()).toEqual(["/graphql"]);
      const condition = { conditionType: "code_host_check", configuration: { repos: ["acme/site"] } };
      expect(bed.codeHost().problemOf(condition)).toContain("limit");
    });
  });

  it("on a branch that is not there leaves the other conditions on its repository alone", async () => {
    const id = bed.make({
      prompt_template: "{{event}}",
      conditions: [{ condition_type: "code_host_issue", configuration: { repos: ["acme/site"] } }],
    });
    bed.make(check({ branch: "nowhere" }));
    bed.hub.fail({ status: 422, path: "/nowhere/check-runs" });
    await bed.poll();
    bed.hub.fail(null);
    const missing = {
      conditionType: "code_host_check",
      configuration: { repos: ["acme/site"], branch: "nowhere" },
    };
    expect(bed.codeHost().problemOf(missing)).toContain("no branch nowhere of acme/site");
    bed.issues.open("acme/site", 7);
    await bed.poll();
    expect(started(id)).toBe(1);
    await bed.poll(3_600_000);
    expect(bed.codeHost().problemOf(missing)).toBeNull();
  });
});
