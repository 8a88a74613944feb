import { describe, expect, it } from "vitest";
import { openSessionBed, type SessionBed } from "./session-test-bed.ts";

type Patch = Parameters<SessionBed["sessions"]["patch"]>[1];

describe("find", () => {
  it.each([
    ["an id", "1"],
    ["an id with zeros before it", "001"],
    ["a slug", "a-slug"],
  ])("takes %s", async (_title, reference) => {
    await using bed = await openSessionBed();
    bed.addSession({ slug: "a-slug" });
    expect(bed.sessions.find(reference).id).toBe(1);
  });

  it.each(["2", "other", "99999999999999999999", "A-SLUG", ""])("answers 404 for %j", async (reference) => {
    await using bed = await openSessionBed();
    bed.addSession({ slug: "a-slug" });
    expect(() => bed.sessions.find(reference)).toThrow(expect.objectContaining({ status: 404 }));
  });
});

describe("patch", () => {
  it.each<[string, Patch, object]>([
    ["a title, cut of space", { title: "  New  " }, { title: "New" }],
    ["a slug", { slug: "new-slug" }, { slug: "new-slug" }],
    ["its own slug again", { slug: "a-slug" }, { slug: "a-slug" }],
    ["a goal of free text", { goal: " Make it so. " }, { goal: "Make it so." }],
    ["a goal taken away", { goal: null }, { goal: null }],
    ["autonomy", { is_autonomous: false }, { is_autonomous: false }],
    [
      "a class",
      { scheduling_class: "priority" },
      { scheduling_class: "priority", priority_class: "priority" },
    ],
    [
      "a class back to the derived one",
      { scheduling_class: null },
      { scheduling_class: null, priority_class: "spot" },
    ],
    ["a rank, within bounds", { precedence: 1e12 }, { precedence: 1e9 }],
    ["the caller's metadata, all of it", { custom_metadata: { b: [1] } }, { custom_metadata: { b: [1] } }],
  ])("changes %s", async (_title, patch, expected) => {
    await using bed = await openSessionBed();
    bed.addSession({
      slug: "a-slug",
      goal: "retired-goal",
      schedulingClass: "spot",
      customMetadata: { a: 1 },
    });
    bed.clock.at += 5_000;
    expect(bed.sessions.patch("1", patch)).toMatchObject({ ...expected, updated_at: "2026-06-01T12:00:05Z" });
    expect(bed.changed).toEqual([1]);
  });

  it.each<[string, Patch, RegExp]>([
    ["a blank title", { title: " " }, /1 to 100/],
    ["a title that is no text", { title: 7 }, /1 to 100/],
    ["a title of 101 characters", { title: "x".repeat(101) }, /1 to 100/],
    ["a slug of digits", { slug: "12" }, /all digits/],
    ["an empty slug", { slug: "" }, /letters, digits/],
    ["another session's slug", { slug: "taken" }, /is taken/],
    ["an unknown goal", { goal: "ship-it" }, /ship-it/],
    ["an unknown class", { scheduling_class: "vip" }, /spot, priority/],
    ["an unknown place", { place: "bottom" }, /top_of_spot/],
    ["a place with a rank", { place: "top_of_spot", precedence: 3 }, /not both/],
  ])("refuses all of it for %s", async (_title, patch, sentence) => {
    await using bed = await openSessionBed();
    bed.addSession({ title: "Before", goal: "A goal." });
    bed.addSession({ slug: "taken" });
    const before = bed.sessions.find("1");
    const whole = { is_autonomous: false, custom_metadata: { a: 1 }, ...patch };
    expect(() => bed.sessions.patch("1", whole)).toThrow(
      expect.objectContaining({ status: 422, message: expect.stringMatching(sentence) }),
    );
    expect(bed.sessions.find("1")).toEqual(before);
    expect(bed.changed).toEqual([]);
  });

  it.each<[string, Patch]>([
    ["nothing is asked for", {}],
    ["a goal that has left the catalog is sent back as it is", { goal: "retired-goal" }],
    ["the title is sent back as it is", { title: "A session" }],
  ])("writes nothing when %s", async (_title, patch) => {
    await using bed = await openSessionBed();
    bed.addSession({ goal: "retired-goal" });
    const before = bed.sessions.find("1");
    bed.clock.at += 5_000;
    bed.sessions.patch("1", patch);
    expect(bed.sessions.find("1")).toEqual(before);
  });

  it("moves a session to the top of spot once, and never lowers it (R31)", async () => {
    await using bed = await openSessionBed();
    bed.addSession({ precedence: 30 });
    bed.addSession({ precedence: 3 });
    bed.addSession({ precedence: 700, schedulingClass: "priority" });
    const first = bed.sessions.patch("2", { place: "top_of_spot" }).precedence;
    expect(first).toBeGreaterThanOrEqual(30);
    expect(first).toBeLessThan(700);
    bed.sessions.patch("1", { precedence: -5 });
    expect(bed.sessions.patch("2", { place: "top_of_spot" }).precedence).toBe(first);
  });
});

describe("write", () => {
  it("refuses to overwrite a newer change", async () => {
    await using bed = await openSessionBed();
    bed.addSession();
    const stale = bed.sessions.find("1");
    bed.sessions.write(stale, { title: "First" });
    expect(() => bed.sessions.write(stale, { title: "Second" })).toThrow(
      expect.objectContaining({ status: 409, label: "Conflict" }),
    );
    expect(bed.sessions.find("1").title).toBe("First");
  });

  it("merges the service's metadata and removes keys that are null", async () => {
    await using bed = await openSessionBed();
    bed.addSession({ metadata: { a: 1, b: 2 } });
    bed.sessions.describe(bed.sessions.find("1"), { clone_path: "/c", a: null });
    const stored = bed.database.sql.prepare("SELECT metadata FROM sessions").pluck().get();
    expect(stored).toBe('{"b": 2, "clone_path": "/c"}');
  });
});

describe("transition", () => {
  it("writes the state with the columns of the event, and records when sleep began", async () => {
    await using bed = await openSessionBed();
    bed.addSession();
    const asleep = bed.sessions.transition(bed.sessions.find("1"), { kind: "sleep" }, { pausedBy: "user" });
    expect(asleep).toMatchObject({
      status: "waiting",
      waitingKind: "asleep",
      deliberateSleepAt: bed.clock.at,
    });
    const awake = bed.sessions.transition(asleep, { kind: "turn_queued", laneFree: true });
    expect(awake).toMatchObject({
      status: "running",
      waitingKind: null,
      deliberateSleepAt: null,
      pausedBy: "user",
    });
  });

  it("throws if the rules refuse and writes nothing", async () => {
    await using bed = await openSessionBed();
    bed.addSession();
    const row = bed.sessions.find("1");
    expect(() => bed.sessions.transition(row, { kind: "paused" })).toThrow(
      expect.objectContaining({ status: 422, label: "Cannot pause" }),
    );
    expect(bed.sessions.find("1")).toEqual(row);
  });
});

describe("view", () => {
  it.each([
    ["snoozed until its time", "snoozed", 1, "snoozed"],
    ["visible from the very instant on, with no write", "snoozed", 0, "visible"],
    ["hidden permanently", "hidden", 0, "hidden"],
  ] as const)("reads a session as %s (R14)", async (_title, visibility, ahead, effective) => {
    await using bed = await openSessionBed();
    bed.addSession({ visibility, snoozedUntil: bed.clock.at + ahead });
    const row = bed.sessions.find("1");
    expect(bed.sessions.view(row)).toMatchObject({ visibility, effective_visibility: effective });
    expect(bed.sessions.find("1").version).toBe(row.version);
  });
});

describe("remove", () => {
  it("deletes everything that references the session, and detaches its children", async () => {
    await using bed = await openSessionBed();
    const id = bed.addSession();
    const child = bed.addSession({ parentSessionId: id });
    bed.database.sql
      .prepare(
        "INSERT INTO session_logs (session_id, content, level, created_at, updated_at) VALUES (?, 'x', 'info', 0, 0)",
      )
      .run(id);
    bed.sessions.remove(bed.sessions.find(String(id)));
    expect(bed.sessions.byId(id)).toBeUndefined();
    expect(bed.sessions.byId(child)?.parentSessionId).toBeNull();
    expect(bed.database.sql.prepare("SELECT COUNT(*) FROM session_logs").pluck().get()).toBe(0);
  });

  it("keeps the forks of the session", async () => {
    await using bed = await openSessionBed();
    const id = bed.addSession();
    const fork = bed.addSession({ forkedFromSessionId: id, forkedAtMessageIndex: 3 });
    bed.sessions.remove(bed.sessions.find(String(id)));
    expect(bed.sessions.byId(fork)).toMatchObject({ forkedFromSessionId: null, forkedAtMessageIndex: 3 });
  });
});
