import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { askQuestion } from "../support/questions.ts";
import { promptsWith, restedSession, sessionOf } from "../support/sessions.ts";

const verdictPrompt = /^Does it wait for the person/;
const unclear = "Both ways work. It is up to you which one we keep.";
const polite = "All tests pass. Let me know if you would like me to deploy it as well.";

let service: BoardService;
beforeAll(async () => {
  service = await startBoardService({
    environment: { SERVICE_SMALL_MODEL: "" },
    scenarios: [
      { matches: /^Does it wait[\s\S]*up to you/, script: "#script say YES" },
      { matches: verdictPrompt, script: "#script say NO, it only offers more." },
      { matches: /^(?:Name this session|What is the status of this session)/, script: "#script say Fine" },
    ],
  });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Who asked the small model about a session, as counted in the costs. */
function callsFor(sessionId: number): number {
  using database = openServiceDatabase(service);
  const calls = database.sql.prepare<[number], number>(
    "SELECT count(*) FROM ad_hoc_usage WHERE source = 'attention' AND subject_session_id = ?",
  );
  return calls.pluck().get(sessionId) ?? 0;
}

describe("an answer whose words are unclear", () => {
  it("is a question if the small model says so, and the call counts in the costs", async () => {
    const { id } = await restedSession(service, `#script say ${unclear}`);
    const { attention } = await service.waitFor(id, (session) => session.attention?.kind === "question");
    expect(attention?.reason).toBe("The agent waits for an answer");
    expect(callsFor(id)).toBe(1);
  });

  it("is none if the small model says that it only offers more", async () => {
    const { id } = await restedSession(service, `#script say ${polite}`);
    await expect.poll(() => callsFor(id)).toBe(1);
    expect((await sessionOf(service, id)).attention?.kind).toBe("done");
  });

  it("is decided by its words alone where there is no small model", async () => {
    await using quiet = await startBoardService();
    const { attention } = await restedSession(quiet, `#script say ${unclear}`);
    expect(attention?.kind).toBe("done");
    expect(promptsWith(quiet, "Does it wait for the person")).toEqual([]);
  });
});

it("is not asked of the small model if the words say enough", async () => {
  const { attention } = await restedSession(service, "#script say Which one do you prefer?");
  expect(attention?.kind).toBe("question");
  const done = await restedSession(service, "#script say Done.");
  expect(done.attention?.kind).toBe("done");
  expect(
    promptsWith(service, "Which one do you prefer?").filter((prompt) => verdictPrompt.test(prompt)),
  ).toEqual([]);
  expect(callsFor(done.id)).toBe(0);
});

it("turns to a question while one is open that was asked without a working agent", async () => {
  const { id, attention } = await restedSession(service, "#script say All done.");
  expect(attention?.kind).toBe("done");
  const requestedSchema = { properties: { ok: { type: "boolean" as const } } };
  await askQuestion(service, id, { id: "later", message: "Ship it?", requestedSchema });
  const asked = await service.waitFor(id, (session) => session.attention?.kind === "question");
  expect(asked.attention?.reason).toBe("Ship it?");
  expect(asked.status).toBe("needs_input");
  const answer = { action_type: "accept", content: { ok: true } };
  const { status } = await service.board.call("PATCH", "/elicitations/later/respond", answer);
  expect(status).toBe(200);
  await service.waitFor(id, (session) => session.attention?.kind === "done");
});
