import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionState } from "../../server/domains/sessions/states/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { failedSession, restedSession } from "../support/sessions.ts";

interface Page {
  states: SessionState[];
  next_before: number | null;
}

let service: BoardService;
/** At rest after its first turn. */
let rested = 0;

beforeAll(async () => {
  service = await startBoardService();
  ({ id: rested } = await restedSession(service));
});
afterAll(() => service[Symbol.asyncDispose]());

const states = async (id: number | string, query = "") =>
  service.board.call<Page>("GET", `/sessions/${id}/states${query}`);
const told = ({ state, cause }: SessionState): string => `${state}: ${cause}`;

describe("the state history of a session", () => {
  test("lists each state with its cause, newest first", async () => {
    const { id, slug } = await restedSession(service);
    await service.call("POST", `/sessions/${id}/archive`);
    await service.call("POST", `/sessions/${id}/unarchive`);
    const { status, body } = await states(id);
    expect(status).toBe(200);
    expect(body.states.map(told)).toEqual([
      "needs_input: unarchive",
      "archived: archive",
      "needs_input: turn_rested",
      "running: turn_started",
      "queued: first",
      "idle: created",
    ]);
    expect(body.states[1]?.detail).toMatch(/\S/);
    expect(body.states.map(({ lasted_ms }) => lasted_ms === null)).toEqual([true, ...Array(5).fill(false)]);
    expect((await states(String(slug))).body).toEqual(body);
  });

  test("continues after the last state of a page, each state once", async () => {
    const { body: whole } = await states(rested);
    const { body: first } = await states(rested, "?limit=3");
    const { body: second } = await states(rested, `?limit=3&before=${first.next_before}`);
    expect([...first.states, ...second.states]).toEqual(whole.states);
    expect([first.next_before, second.next_before]).toEqual([first.states[2]?.id, null]);
  });

  test.each([
    ["a limit that is none", "?limit=many", 4],
    ["a limit below one", "?limit=-3", 1],
    ["a limit past the most", "?limit=100000", 4],
    ["a place that is none", "?before=there", 4],
    ["a place before all of them", "?before=0", 0],
  ])("treats %s as the nearest valid value", async (_title, query, count) => {
    expect((await states(rested, query)).body.states).toHaveLength(count);
  });

  test("records why a session failed", async () => {
    const { id } = await failedSession(service);
    const [newest] = (await states(id)).body.states;
    expect(newest).toMatchObject({ state: "failed", cause: "turn_failed", detail: "git_clone_failed" });
  });

  test("answers 404 for an unknown session", async () => {
    expect((await states(987_654)).status).toBe(404);
  });
});
