import { describe, expect, it } from "vitest";
import { opening, openPullRequestBed, type PullRequestBed, urlOf } from "./pull-request-test-bed.ts";

const says = (text: string): object => ({ type: "assistant", text, model: null, stopReason: null });
const prGoal = "open-reviewed-green-pr";

describe("a growing transcript", () => {
  it("is scanned after ten seconds, and when the session's turn has ended", async () => {
    await using bed = await openPullRequestBed({ token: false });
    const id = bed.addSession({ status: "running" });
    await bed.write(id, [says("a")]);
    await bed.write(id, [says("b")]);
    expect(bed.queued()).toEqual(["pull_requests.scan +10000"]);
    bed.sessions.transition(bed.row(id), { kind: "turn_rested" });
    expect(bed.queued()).toEqual(["pull_requests.scan +10000", "pull_requests.scan +0"]);
  });

  it("has its pull requests recorded once, logged, and shown on the board", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession();
    await bed.opens(id, 7);
    await bed.pullRequests.scan(id);
    await bed.write(id, [says(`Opened ${urlOf(7)}`), says(`Opened ${urlOf(8)}`)]);
    await bed.pullRequests.scan(id);
    expect(bed.recorded()).toEqual([`${id} created 7`, `${id} claimed 8`]);
    expect(bed.notes).toEqual([
      `${id} info: Pull request ${urlOf(7)} was opened`,
      `${id} info: Pull request ${urlOf(8)} was opened, according to the agent`,
    ]);
    expect(bed.changed).toContain(id);
  });

  it("is scanned again from a call without a result", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession({ status: "running", runningJobId: 1 });
    const [call, result] = opening(7);
    await bed.write(id, [says("a"), ...(call ? [call] : [])]);
    await bed.pullRequests.scan(id);
    await bed.write(id, result ? [result] : []);
    await bed.pullRequests.scan(id);
    expect(bed.recorded()).toEqual([`${id} created 7`]);
  });

  it("is scanned again if it grew meanwhile", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession();
    await bed.write(
      id,
      Array.from({ length: 600 }, (_, n) => says(`${n}`)),
    );
    const scanning = bed.pullRequests.scan(id);
    bed.pullRequests.onAppended({ sessionId: id });
    expect(await scanning).toEqual({ againAt: bed.clock.at + 10_000 });
    expect(await bed.pullRequests.scan(id)).toBeUndefined();
  });

  it("is not scanned again from there once the turn has ended, or after many lines", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession({ status: "running", runningJobId: 1 });
    const scanned = () =>
      bed.database.sql.prepare("SELECT line_count FROM pull_request_scans").pluck().get() as number;
    await bed.write(id, opening(7).slice(0, 1));
    await bed.pullRequests.scan(id);
    expect(scanned()).toBe(0);
    await bed.write(
      id,
      Array.from({ length: 1_300 }, (_, n) => says(`${n}`)),
    );
    await bed.pullRequests.scan(id);
    expect(scanned()).toBe(301);
    bed.sessions.write(bed.row(id), { runningJobId: null });
    await bed.pullRequests.scan(id);
    expect(scanned()).toBe(1_301);
  });

  it("counts for a fork only from its own first line", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession({ forkedAtMessageIndex: 1 });
    await bed.opens(id, 7, 8);
    expect(bed.recorded()).toEqual([`${id} created 8`]);
  });

  it("is forgotten with its session", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession();
    await bed.opens(id, 7);
    bed.sessions.remove(bed.row(id));
    await bed.pullRequests.scan(id);
    expect(bed.recorded()).toEqual([]);
  });
});

describe("an issue that a session opens", () => {
  const filing = (number: number): object[] => [
    {
      type: "tool_call",
      callId: `i${number}`,
      name: "bash",
      input: { command: "gh issue create -t x -b y" },
    },
    {
      type: "tool_result",
      callId: `i${number}`,
      text: `https://github.com/Acme/site/issues/${number}`,
      isError: false,
    },
  ];
  const names = (bed: PullRequestBed): unknown[] =>
    bed.database.sql.prepare("SELECT name FROM session_issues ORDER BY name").pluck().all();

  it("is known as that session's, also when its result comes later", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession({ status: "running", runningJobId: 1 });
    const [call = {}, result = {}] = filing(7);
    await bed.write(id, [call]);
    await bed.pullRequests.scan(id);
    expect(bed.pullRequests.sessionOfIssue("acme/site#7")).toBeNull();
    await bed.write(id, [result]);
    await bed.pullRequests.scan(id);
    expect(bed.pullRequests.sessionOfIssue("Acme/Site#7")).toBe(id);
    expect(bed.recorded()).toEqual([]);
  });

  it("is forgotten after two weeks, and with its session", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession();
    await bed.write(id, filing(7));
    await bed.pullRequests.scan(id);
    bed.clock.at += 15 * 24 * 3_600_000;
    await bed.write(id, filing(8));
    await bed.pullRequests.scan(id);
    expect(names(bed)).toEqual(["acme/site#8"]);
    bed.sessions.remove(bed.row(id));
    expect(names(bed)).toEqual([]);
  });
});

describe("a session that stops without the pull request of its goal", () => {
  const warnings = (notes: readonly string[]) => notes.filter((note) => note.includes("warning"));

  it("gets one warning", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession({ goal: prGoal });
    await bed.write(id, [says("Done")]);
    await bed.pullRequests.scan(id);
    await bed.pullRequests.scan(id);
    expect(warnings(bed.notes)).toEqual([
      `${id} warning: The goal asks for a pull request, but this session has not opened one`,
    ]);
  });

  it.each([
    ["for another goal", { goal: "codebase-question" }],
    ["in words of a person's own", { goal: "Open a pull request" }],
    ["while it runs", { goal: prGoal, status: "running" }],
    ["while its agent asks", { goal: prGoal, blockedOnElicitation: true }],
    ["when a person paused it", { goal: prGoal, pausedBy: "user" }],
  ] as const)("is not warned of %s", async (_title, session) => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession(session);
    await bed.write(id, [says("Done")]);
    await bed.pullRequests.scan(id);
    expect(warnings(bed.notes)).toEqual([]);
  });

  it("gets no warning if it or a child has one, or if it never had a turn", async () => {
    await using bed = await openPullRequestBed();
    const own = bed.addSession({ goal: prGoal });
    await bed.opens(own, 7);
    const router = bed.addSession({ goal: prGoal });
    await bed.opens(bed.addSession({ parentSessionId: router }), 8);
    await bed.write(router, [says("Done")]);
    for (const id of [router, bed.addSession({ goal: prGoal })]) await bed.pullRequests.scan(id);
    expect(warnings(bed.notes)).toEqual([]);
  });
});
