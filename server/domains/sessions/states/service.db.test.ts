import { describe, expect, it } from "vitest";
import type { StatusEvent } from "../sessions/rules.ts";
import { openSessionBed, type SessionBed } from "../sessions/session-test-bed.ts";
import { sessionStateService } from "./index.ts";
import { statesKept } from "./model.ts";
import { sessionStateStore } from "./store.ts";

async function openStates() {
  const bed = await openSessionBed();
  const states = sessionStateService(bed);
  bed.events.on("created", states.onCreated);
  bed.events.on("transitioned", states.onTransition);
  return { ...bed, states };
}

const create = ({ sessions }: SessionBed): number =>
  sessions.create({ git_root: "https://git.invalid/sample.git" }, "api").session.id;

function move({ sessions, database }: SessionBed, id: number, ...events: StatusEvent[]): void {
  for (const event of events)
    database.transaction(() => void sessions.transition(sessions.find(String(id)), event));
}

const page = { limit: 50 };
const queued = { kind: "turn_queued", laneFree: false, cause: "first" } as const;

describe("the state history of a session", () => {
  it("is listed newest first, each state with its duration", async () => {
    await using bed = await openStates();
    const id = create(bed);
    bed.clock.at += 1_500;
    move(bed, id, queued);
    bed.clock.at += 250;
    move(bed, id, { kind: "turn_started" }, { kind: "sleep" });
    bed.clock.at += 60_000;
    move(bed, id, { kind: "turn_rested" });
    expect(bed.states.list(id, page)).toEqual({
      next_before: null,
      states: [
        {
          id: 4,
          state: "asleep",
          cause: "turn_rested",
          detail: null,
          at: "2026-06-01T12:01:01Z",
          lasted_ms: null,
        },
        {
          id: 3,
          state: "running",
          cause: "turn_started",
          detail: null,
          at: "2026-06-01T12:00:01Z",
          lasted_ms: 60_000,
        },
        { id: 2, state: "queued", cause: "first", detail: null, at: "2026-06-01T12:00:01Z", lasted_ms: 250 },
        {
          id: 1,
          state: "idle",
          cause: "created",
          detail: null,
          at: "2026-06-01T12:00:00Z",
          lasted_ms: 1_500,
        },
      ],
    });
  });

  it("is paged, and a page stays the same when states are added", async () => {
    await using bed = await openStates();
    const id = create(bed);
    const other = create(bed);
    move(bed, id, queued, { kind: "turn_started" }, { kind: "turn_rested" });
    const first = bed.states.list(id, { limit: 2 });
    expect(first.states.map(({ state }) => state)).toEqual(["needs_input", "running"]);
    move(bed, id, { kind: "sleep" });
    const second = bed.states.list(id, { limit: 2, before: first.next_before ?? undefined });
    expect(second).toMatchObject({
      states: [{ state: "queued", lasted_ms: 0 }, { state: "idle" }],
      next_before: null,
    });
    expect(bed.states.list(other, page).states.map(({ cause }) => cause)).toEqual(["created"]);
  });

  it("is not written if the change is rolled back", async () => {
    await using bed = await openStates();
    const id = create(bed);
    const undone = () =>
      bed.database.transaction(() => {
        bed.sessions.transition(bed.sessions.find(String(id)), queued);
        throw new Error("The disk is full");
      });
    expect(undone).toThrow("The disk is full");
    expect(bed.states.list(id, page).states).toHaveLength(1);
  });

  it("starts with the origin of a fork", async () => {
    await using bed = await openStates();
    const source = bed.sessions.find(String(create(bed)));
    const fork = bed.sessions.addFork(source, { clonePath: "/clones/2", conversationId: "c", index: 3 });
    expect(bed.states.list(fork.id, page).states).toMatchObject([
      { state: "needs_input", cause: "forked", detail: String(source.id) },
    ]);
  });

  it("has no negative durations if the clock is set back", async () => {
    await using bed = await openStates();
    const id = create(bed);
    bed.clock.at -= 5_000;
    move(bed, id, queued);
    expect(bed.states.list(id, page).states.map(({ lasted_ms }) => lasted_ms)).toEqual([null, 0]);
  });

  it("is deleted with the session", async () => {
    await using bed = await openStates();
    const id = create(bed);
    bed.database.transaction(() => bed.sessions.remove(bed.sessions.find(String(id))));
    expect(bed.states.list(id, page).states).toEqual([]);
  });

  it("is kept up to a limit per session", async () => {
    await using bed = await openStates();
    const [id, other] = [create(bed), create(bed)];
    const store = sessionStateStore(bed.database);
    const entry = { sessionId: id, state: "running", cause: "turn_started", detail: null } as const;
    bed.database.transaction(() => {
      for (let n = 0; n <= statesKept; n += 1) store.append({ ...entry, at: n });
    });
    const kept = store.list(id, { before: Number.MAX_SAFE_INTEGER, limit: statesKept + 9 });
    expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([statesKept, statesKept, 1]);
    expect(bed.states.list(other, page).states).toHaveLength(1);
  });
});
