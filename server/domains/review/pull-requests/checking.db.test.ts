import { describe, expect, it, vi } from "vitest";
import { goalService } from "../../sessions/goals/index.ts";
import { goalChecking } from "./index.ts";
import { openPullRequestBed, openSnapshot, type PullRequestBed, urlOf } from "./pull-request-test-bed.ts";

const goal = "open-reviewed-green-pr";

const check = (bed: PullRequestBed, id: number) => bed.goalChecks([bed.row(id)]).get(id);

describe("goal checks", () => {
  it("check a session against its own pull requests", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession({ goal });
    await bed.opens(id, 7);
    expect(check(bed, id)).toMatchObject({ verdict: "unknown", pull_requests: [{ is_draft: null }] });
    bed.shown.set(7, openSnapshot);
    await bed.read();
    expect(check(bed, id)).toMatchObject({
      goal_id: goal,
      verdict: "met",
      provisional: false,
      pull_requests: [
        { session_id: id, url: urlOf(7), title: "Greet", state: "open", is_draft: false, ci: "pass" },
      ],
      delegated_session_ids: [],
    });
  });

  it("check a session without any against those of sessions three generations down", async () => {
    await using bed = await openPullRequestBed();
    const line = [bed.addSession({ goal })];
    for (const parent of [0, 1, 2, 3])
      line.push(bed.addSession({ goal, parentSessionId: line[parent] ?? 0 }));
    const [top = 0, first = 0, , third = 0, fourth = 0] = line;
    await bed.opens(fourth, 9);
    expect(check(bed, top)).toMatchObject({ verdict: "unmet", delegated_session_ids: [] });
    expect(check(bed, first)).toMatchObject({ delegated_session_ids: [fourth] });
    await bed.opens(third, 8);
    expect(check(bed, top)?.delegated_session_ids).toEqual([third]);
    expect(check(bed, third)?.delegated_session_ids).toEqual([]);
    await bed.opens(top, 7);
    expect(check(bed, top)).toMatchObject({
      pull_requests: [{ url: urlOf(7) }],
      delegated_session_ids: [],
    });
  });

  it("ignore pull requests of children if the session was to open none", async () => {
    await using bed = await openPullRequestBed();
    const id = bed.addSession({ goal: "codebase-question" });
    await bed.opens(bed.addSession({ parentSessionId: id }), 7);
    expect(check(bed, id)).toMatchObject({ verdict: "met", delegated_session_ids: [] });
    await bed.opens(id, 8);
    expect(check(bed, id)?.verdict).toBe("unmet");
  });

  it("are empty for a goal in a person's own words, or without a goal", async () => {
    await using bed = await openPullRequestBed();
    const ids = [bed.addSession({ goal: "Make it green." }), bed.addSession()];
    expect(bed.goalChecks(ids.map(bed.row))).toEqual(new Map());
  });

  it("take two statements for any number of sessions, and none without a goal from the catalog", async () => {
    await using bed = await openPullRequestBed();
    const rows = Array.from({ length: 100 }, () => bed.row(bed.addSession({ goal })));
    const plain = bed.row(bed.addSession());
    const ran = countReads(bed);
    const goalChecks = goalChecking(bed.database, goalService().find);
    expect(goalChecks(rows).size).toBe(100);
    expect(ran()).toBe(2);
    goalChecks([plain]);
    expect(ran()).toBe(2);
  });
});

/** Counts how often statements prepared from now on read rows. */
function countReads({ database: { sql } }: PullRequestBed): () => number {
  const prepare = sql.prepare.bind(sql);
  let reads = 0;
  vi.spyOn(sql, "prepare").mockImplementation((source: string) => {
    const statement = prepare(source);
    const counting = (...values: unknown[]) => {
      reads += 1;
      return statement.all(...values);
    };
    return Object.create(statement, { all: { value: counting } }) as typeof statement;
  });
  return () => reads;
}
