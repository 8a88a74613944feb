import { describe, expect, it } from "vitest";
import { openSummaryBed, type SummaryBed } from "./summary-test-bed.ts";

const open = new AbortController().signal;

/** A running session with the service's own title and some messages. */
async function unnamedSession(bed: SummaryBed, prompt: string | null = "Add a greeting."): Promise<number> {
  const id = bed.addSession({ status: "running", title: prompt ?? "Session 7", prompt });
  await bed.say(
    id,
    { kind: "user", text: "Add a greeting. Keep it short." },
    { kind: "assistant", text: "Done." },
  );
  return id;
}

const titleJobs = (bed: SummaryBed) => bed.queued().filter((job) => job.startsWith("session_title"));

describe("a session with a generated title", () => {
  it("gets a title two minutes into its first turn, or when the turn ends", async () => {
    await using bed = await openSummaryBed();
    const id = bed.addSession({ status: "waiting", waitingKind: "idle" });
    bed.sessions.transition(bed.row(id), { kind: "turn_queued", laneFree: true });
    bed.sessions.transition(bed.row(id), { kind: "turn_queued", laneFree: true });
    expect(titleJobs(bed)).toEqual(["session_title +120000"]);
    bed.rest(id);
    expect(titleJobs(bed)).toEqual(["session_title +120000", "session_title +0"]);
  });

  it("gets the model's title once, and keeps its slug", async () => {
    await using bed = await openSummaryBed();
    const id = await unnamedSession(bed);
    const { slug } = bed.row(id);
    bed.model.answer = { kind: "answered", text: '"Greeting with hunter2"' };
    await bed.titles.infer(id, open);
    await bed.titles.infer(id, open);
    expect(bed.row(id)).toMatchObject({ title: "Greeting with [REDACTED]", titleInferred: true, slug });
    expect(bed.asked.map(({ source }) => source)).toEqual(["session_title"]);
    bed.rest(id);
    expect(titleJobs(bed)).toEqual([]);
  });

  it("keeps its title if the model returns none, and asks again after the next turn", async () => {
    await using bed = await openSummaryBed();
    const id = await unnamedSession(bed);
    bed.model.answer = { kind: "answered", text: "I would call it something, but what I cannot say." };
    await bed.titles.infer(id, open);
    expect(bed.row(id)).toMatchObject({ title: "Add a greeting.", titleInferred: false });
  });

  it("uses the first sentence if it was named by its number", async () => {
    await using bed = await openSummaryBed();
    const id = await unnamedSession(bed, null);
    bed.model.answer = { kind: "unavailable", reason: "No key" };
    await bed.titles.infer(id, open);
    expect(bed.row(id)).toMatchObject({ title: "Add a greeting.", titleInferred: false });
  });

  it("keeps the name a person gave while the model was asked", async () => {
    await using bed = await openSummaryBed();
    const id = await unnamedSession(bed);
    bed.model.meanwhile = () => bed.sessions.patch(String(id), { title: "Mine" });
    await bed.titles.infer(id, open);
    expect(bed.row(id)).toMatchObject({ title: "Mine", titleIsDefault: false });
    await bed.titles.infer(id, open);
    expect(bed.asked).toHaveLength(1);
  });

  it("is asked about with 8,000 characters at most, 500 of each message", async () => {
    await using bed = await openSummaryBed();
    const id = bed.addSession();
    const long = { kind: "user", text: "x".repeat(4_000) } as const;
    await bed.say(id, ...Array.from({ length: 40 }, () => long));
    await bed.titles.infer(id, open);
    const said = bed.asked[0]?.prompt.match(/x{2,}/g) ?? [];
    expect(said.map(({ length }) => length)).toEqual(Array.from({ length: 16 }, () => 500));
  });

  it("without messages is not asked about", async () => {
    await using bed = await openSummaryBed();
    await bed.titles.infer(bed.addSession(), open);
    expect(bed.asked).toEqual([]);
  });

  it("is asked about again at the next start if the service stops", async () => {
    await using bed = await openSummaryBed();
    const id = await unnamedSession(bed);
    bed.model.answer = { kind: "stopped" };
    expect(await bed.titles.infer(id, open)).toEqual({ againAt: bed.clock.at });
  });

  it("keeps its title if no small model is available, unless it is named by its number", async () => {
    await using bed = await openSummaryBed();
    bed.model.on = false;
    bed.model.answer = { kind: "unavailable", reason: "Turned off" };
    bed.rest(await unnamedSession(bed));
    expect(bed.queued()).toEqual([]);
    const id = await unnamedSession(bed, null);
    bed.rest(id);
    expect(titleJobs(bed)).toEqual(["session_title +0"]);
    await bed.titles.infer(id, open);
    expect(bed.row(id)).toMatchObject({ title: "Add a greeting.", titleInferred: false });
  });
});
