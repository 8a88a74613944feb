import { describe, expect, it } from "vitest";
import { bedForEachTest, type CodeHostBed } from "./code-host-test-bed.ts";

let bed: CodeHostBed;
bedForEachTest((made) => void (bed = made));

const minute = 60_000;
const labels = (...names: string[]) => ({
  conditions: [
    {
      condition_type: "code_host_label",
      configuration: { repos: ["acme/site"], target: "issue", labels: names },
    },
  ],
});
const opened = {
  conditions: [{ condition_type: "code_host_issue", configuration: { repos: ["acme/site"] } }],
};
const started = (id: number): number => bed.startedBy(id).length;
const historyOf = (id: number) => bed.triggers.get(id).history;

describe("an issue that a session opened", () => {
  /** An issue that was opened a minute later, with its label, of which the webhook tells. */
  async function file(number: number, how: { openedBy?: number; label?: string } = {}): Promise<void> {
    bed.clock.at += minute;
    if (how.openedBy !== undefined) bed.issueSessions.set(`acme/site#${number}`, how.openedBy);
    const item = bed.issues.open("acme/site", number);
    if (how.label !== undefined) bed.issues.label(item, how.label);
    await bed.deliver(item, how.label === undefined ? "opened" : "labeled", how.label);
  }
  const turn = (id: number, status: "running" | "needs_input"): void =>
    void bed.sessions.write(bed.sessions.find(String(id)), { status });

  /** A trigger that has started a session for the issue 1. */
  async function withSession(conditions: typeof opened | ReturnType<typeof labels>) {
    const id = bed.make(conditions);
    await file(1, { label: "fix" });
    if (started(id) === 0) await bed.poll();
    const [session = 0] = bed.startedBy(id);
    expect(started(id)).toBe(1);
    return { id, session };
  }

  it.each([
    ["an opened issue", opened],
    ["a label it has from the start", labels("fix")],
  ])(
    "does not fire the trigger of that session for %s, and the history says why",
    async (_what, conditions) => {
      const { id, session } = await withSession(conditions);
      await file(2, { openedBy: session, label: "fix" });
      await bed.poll();
      expect(started(id)).toBe(1);
      expect(historyOf(id)[0]).toMatchObject({
        outcome: "filtered",
        cause: "code_host",
        reason: `Session ${session} opened this issue, and it came from this trigger, so that does not start another one`,
      });
    },
  );

  it("does not fire it either if a descendant opened it", async () => {
    const { id, session } = await withSession(opened);
    await file(2, { openedBy: bed.addSession({ parentSessionId: session }) });
    expect(started(id)).toBe(1);
  });

  it("does not fire it either in a repository that was renamed", async () => {
    const { id, session } = await withSession(opened);
    bed.issues.followsNames = true;
    bed.issues.renamed.set("acme/site", "acme/website");
    bed.clock.at += minute;
    bed.issueSessions.set("acme/website#2", session);
    bed.issues.open("acme/website", 2);
    await bed.poll(11 * minute);
    expect(started(id)).toBe(1);
    expect(historyOf(id)[0]).toMatchObject({ outcome: "filtered" });
  });

  it("fires by a label that somebody puts on it later", async () => {
    const { id, session } = await withSession(labels("fix"));
    bed.issueSessions.set("acme/site#2", session);
    const item = bed.issues.open("acme/site", 2);
    bed.clock.at += minute;
    bed.issues.label(item, "fix");
    await bed.deliver(item, "labeled", "fix");
    expect(started(id)).toBe(2);
  });

  it("fires for an unrelated session", async () => {
    const id = bed.make(opened);
    await file(2, { openedBy: bed.addSession() });
    expect(started(id)).toBe(1);
  });

  it("does not go back and forth between two triggers", async () => {
    const first = bed.make(labels("first"));
    const second = bed.make(labels("second"));
    await file(1, { label: "first" });
    const [one = 0] = bed.startedBy(first);
    await file(2, { openedBy: one, label: "second" });
    const [two = 0] = bed.startedBy(second);
    expect(two).toBeGreaterThan(one);
    await file(3, { openedBy: two, label: "first" });
    expect(started(first)).toBe(1);
    expect(historyOf(first)[0]).toMatchObject({ outcome: "filtered" });
  });

  it("waits for the transcript while a session of a trigger is in a turn", async () => {
    const { id, session } = await withSession(opened);
    turn(session, "running");
    await file(2);
    expect(started(id)).toBe(1);
    bed.issueSessions.set("acme/site#2", session);
    await bed.settle(30_000);
    expect(started(id)).toBe(1);
    await file(3);
    expect(started(id)).toBe(1);
    await bed.settle(30_000);
    expect(started(id)).toBe(2);
  });

  it("is not waited for while only sessions of people are in a turn", async () => {
    const id = bed.make(opened);
    turn(bed.addSession(), "running");
    await file(2);
    expect(started(id)).toBe(1);
  });
});
