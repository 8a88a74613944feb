import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import type { FakeGitHub } from "../support/github.ts";
import {
  pullRequestUrl,
  pullRequestWork,
  startWithGitHub,
  type WithGitHub,
} from "../support/pull-requests.ts";
import { atRest, type Session, type TestService } from "../support/service.ts";
import { createSession, heldSession, restedSession, sessionOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

const goal = "open-reviewed-green-pr";

let bed: WithGitHub;
let gitHub: FakeGitHub;
let service: TestService;

beforeAll(async () => {
  bed = await startWithGitHub();
  ({ gitHub, service } = bed);
});
afterAll(() => bed[Symbol.asyncDispose]());

/** A session at rest that opened this pull request, once GitHub was asked for it. */
async function opened(number: number, more: Record<string, unknown> = {}): Promise<Session> {
  const { id } = await createSession(service, { goal, prompt: pullRequestWork(number), ...more });
  return service.waitFor(
    id,
    (session) =>
      atRest(session) && (session.goal_check?.pull_requests.some(({ state }) => state !== null) ?? false),
  );
}

const verdictsOf = ({ goal_check }: Session) =>
  Object.fromEntries(goal_check?.criteria.map(({ id, verdict }) => [id, verdict]) ?? []);

describe("goal_check", () => {
  proves("R198")("is null without a goal and for a goal in free text", async () => {
    const free = await createSession(service, { goal: "Make it green." });
    expect([free.goal_check, (await createSession(service)).goal_check]).toEqual([null, null]);
  });

  proves("R198", "X23")("has a verdict for each check of the session's pull request", async () => {
    gitHub.show("acme/site#11");
    const session = await opened(11);
    expect(session.goal_check).toMatchObject({
      goal_id: goal,
      verdict: "met",
      provisional: false,
      pull_requests: [
        { session_id: session.id, url: pullRequestUrl(11), title: "Greet", state: "open", ci: "pass" },
      ],
      delegated_session_ids: [],
    });
    expect(session.goal_check?.criteria).toHaveLength(5);

    gitHub.show("acme/site#12", { checks: { test: null }, labels: [], body: "- [ ] test" });
    const short = await opened(12);
    expect(short.goal_check?.verdict).toBe("unmet");
    expect(verdictsOf(short)).toEqual({
      pull_request_open: "met",
      ci_green: "pending",
      verification_section: "unmet",
      verification_boxes_checked: "unmet",
      ready_to_merge_label: "unmet",
    });

    gitHub.show("acme/site#13", { checks: { test: null } });
    expect((await opened(13)).goal_check?.verdict).toBe("pending");
  });

  proves("X24", "R198")(
    "counts a pull request closed unmerged as not green, and a merged one as done",
    async () => {
      gitHub.show("acme/site#14", { state: "CLOSED" });
      const closed = await opened(14);
      expect(closed.goal_check?.verdict).toBe("unmet");
      expect(verdictsOf(closed)).toMatchObject({ pull_request_open: "unmet", ci_green: "unmet" });
    },
  );

  proves("R198")(
    "is provisional until the session is idle, and the same in every view of a session",
    async () => {
      const { session, release } = await heldSession(service, { goal });
      expect(session.goal_check).toMatchObject({ verdict: "unmet", provisional: true, pull_requests: [] });
      await release();
      const rested = await service.waitFor(session.id, atRest);
      expect(rested.goal_check).toMatchObject({ verdict: "unmet", provisional: false });
      for (const path of ["/sessions", `/sessions/search?q=${rested.id}`]) {
        const { body } = await service.call<{ sessions: Session[] }>("GET", path);
        const found = body.sessions.find(({ id }) => id === rested.id);
        if (found) expect(found.goal_check).toEqual(rested.goal_check);
      }
    },
  );

  proves("R198")("uses the pull requests of child sessions if the session opened none", async () => {
    const router = await restedSession(service, "#script say Routed.", { goal });
    gitHub.show("acme/site#15");
    const child = await opened(15, { parent_session_id: router.id });
    const judged = await sessionOf(service, router.id);
    expect(judged.goal_check).toMatchObject({ verdict: "met", delegated_session_ids: [child.id] });

    const question = await restedSession(service, "#script say 42.", { goal: "codebase-question" });
    await opened(15, { parent_session_id: question.id });
    expect((await sessionOf(service, question.id)).goal_check).toMatchObject({
      verdict: "met",
      criteria: [{ id: "no_pull_request", verdict: "met" }],
      delegated_session_ids: [],
    });
  });

  proves("R66")("changes no session and writes nothing when it is read", async () => {
    const { id } = await restedSession(service, "#script say Done.", { goal });
    using data = openServiceDatabase(service);
    const states = data.sql.prepare("SELECT id, status, version, updated_at FROM sessions ORDER BY id");
    const before = states.all();
    for (const path of [`/sessions/${id}`, "/sessions", "/sessions?per_page=100"])
      await service.call("GET", path);
    expect(states.all()).toEqual(before);
  });
});
