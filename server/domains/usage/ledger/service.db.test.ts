import { rm, utimes } from "node:fs/promises";
import { availableParallelism } from "node:os";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claudeCorpus, codexCorpus, jsonl } from "../../../../test/support/usage-corpus.ts";
import { lines, openLedgerBed } from "./ledger-test-bed.ts";

const running = new AbortController().signal;

/** Runs a requested pass to its end. */
async function readAll(ledger: { backfill(signal: AbortSignal): Promise<unknown> }) {
  for (let at = 0; at < 50; at += 1) if ((await ledger.backfill(running)) === undefined) return;
  throw new Error("The pass did not end");
}

describe("the ledger of files outside of sessions", () => {
  it("counts each call of the three CLIs once, with its longest answer", async () => {
    await using bed = await openLedgerBed();
    await bed.write("claude/project/a.jsonl", [
      lines.claude("req_1", 1),
      lines.claude("req_1", 40),
      lines.claude("req_1", 40, { uuid: "again" }),
      { type: "user", message: { content: "text" } },
    ]);
    await bed.write("claude/project/b/agent-1.jsonl", [lines.claude("req_1", 7), lines.claude("req_2", 3)]);
    await bed.write("pi/p/c.jsonl", [lines.piHead("u1"), lines.pi("e1", 5)]);
    await bed.write("codex/2026/06/01/rollout-x.jsonl", [
      ...lines.codexHead("t1", "gpt-6-sol"),
      lines.codex(3, 100, 99),
      lines.codex(4, 100, 99),
      lines.codex(4, 150, 49),
    ]);
    const ledger = bed.open();
    ledger.requestBackfill();
    await readAll(ledger);
    expect(bed.rows().map((row) => [row.request_id, row.input_tokens, row.output_tokens])).toEqual([
      ["codex:t1:2026-06-01T10:00:03.000Z", 99, 1],
      ["codex:t1:2026-06-01T10:00:04.000Z", 49, 1],
      ["pi:u1:e1", 10, 5],
      ["req_1", 1_000, 40],
      ["req_2", 1_000, 3],
    ]);
    expect(bed.rows().every(({ source, session_id: id }) => source === "unknown" && id === null)).toBe(true);
  });

  it("attributes a call in a session's clone to the session and its agent root (R181)", async () => {
    await using bed = await openLedgerBed();
    const sessionId = bed.addSession();
    bed.bed.clones.push({ sessionId, agentRoot: "builder", clonePath: "/clones/one" });
    await bed.write("pi/p/c.jsonl", [lines.piHead("u1", "/clones/one/packages/app"), lines.pi("e1", 5)]);
    await bed.write("pi/p/d.jsonl", [lines.piHead("u2", "/clones/one-more"), lines.pi("e1", 5)]);
    await bed.open().readRecent(running);
    expect(bed.rows()).toMatchObject([
      { request_id: "pi:u1:e1", session_id: sessionId, agent_root: "builder", source: null },
      { request_id: "pi:u2:e1", session_id: null, agent_root: null, source: "unknown" },
    ]);
  });

  it("gives a call to its session when a file had it first, and to the first of two sessions", async () => {
    await using bed = await openLedgerBed();
    const [first, fork] = [bed.addSession(), bed.addSession()];
    await bed.write("claude/p/a.jsonl", [lines.claude("req_1", 9)]);
    await bed.open().readRecent(running);
    const call = { ...callOf("req_1"), outputTokens: 2 };
    bed.usage.record(ownerOf(fork), [{ call, features: null }]);
    expect(bed.rows()).toMatchObject([{ session_id: fork, source: null, output_tokens: 9 }]);
    bed.usage.record(ownerOf(first), [{ call, features: null }]);
    bed.usage.record(ownerOf(fork), [{ call, features: null }]);
    expect(bed.rows()).toMatchObject([{ session_id: first, source: null, output_tokens: 9 }]);
  });

  it("reads what was added to a file, and one that was replaced from its start", async () => {
    await using bed = await openLedgerBed();
    const ledger = bed.open();
    await bed.write("pi/p/a.jsonl", [lines.piHead("u1"), lines.pi("e1", 5)]);
    await ledger.readRecent(running);
    await bed.write("pi/p/a.jsonl", [lines.pi("e2", 6)], "append");
    await ledger.readRecent(running);
    const path = await bed.write("pi/p/b.jsonl", [lines.piHead("u2")]);
    await ledger.readRecent(running);
    await rm(path);
    await bed.write("pi/p/b.jsonl", [lines.piHead("u3"), lines.pi("e3", 7)]);
    await ledger.readRecent(running);
    expect(bed.rows().map(({ request_id: id }) => id)).toEqual(["pi:u1:e1", "pi:u1:e2", "pi:u3:e3"]);
  });

  it("reads a file from its start after it was replaced by one of the same size", async () => {
    await using bed = await openLedgerBed();
    const ledger = bed.open();
    const path = await bed.write("pi/p/a.jsonl", [lines.piHead("u1"), lines.pi("e1", 5), lines.pi("e2", 5)]);
    await ledger.readRecent(running);
    await bed.write("pi/p/a.jsonl", [lines.piHead("u2"), lines.pi("e1", 5), lines.pi("e2", 5)]);
    await utimes(path, new Date(), new Date(Date.now() + 5_000));
    await ledger.readRecent(running);
    const ids = ["pi:u1:e1", "pi:u1:e2", "pi:u2:e1", "pi:u2:e2"];
    expect(bed.rows().map(({ request_id: id }) => id)).toEqual(ids);
  });

  it("counts a call on a line of megabytes, and a last line that is cut only once it is whole", async () => {
    await using bed = await openLedgerBed();
    const ledger = bed.open();
    const whole = JSON.stringify(lines.claude("req_2", 4));
    await bed.write("claude/p/a.jsonl", [lines.claude("req_1", 4, { text: "x".repeat(3_000_000) })]);
    await bed.write("claude/p/a.jsonl", whole.slice(0, 60), "append");
    await ledger.readRecent(running);
    expect(bed.rows().map(({ request_id: id }) => id)).toEqual(["req_1"]);
    await bed.write("claude/p/a.jsonl", whole.slice(60), "append");
    await ledger.readRecent(running);
    expect(bed.rows().map(({ request_id: id }) => id)).toEqual(["req_1", "req_2"]);
  });

  it("leaves files alone that no one touched for hours, until a pass over all of them", async () => {
    await using bed = await openLedgerBed();
    const ledger = bed.open();
    await bed.write("pi/p/a.jsonl", [lines.piHead("u1"), lines.pi("e1", 5)]);
    bed.clock.at = Date.now() + 3 * 3_600_000;
    await ledger.readRecent(running);
    expect(bed.rows()).toEqual([]);
    await ledger.checkBackfill();
    await readAll(ledger);
    expect(bed.rows()).toHaveLength(1);
    expect(ledger.coverage()).toMatchObject({ status: "finished", trigger: "first_start" });
    await ledger.checkBackfill();
    expect(bed.queued).toEqual(["token_usage.backfill"]);
  });

  it("notes a file that cannot be read, and reads the others (R182)", async () => {
    await using bed = await openLedgerBed();
    await bed.write("claude/p/a.jsonl", [lines.claude("req_1", 1)]);
    await bed.write("pi/p/b.jsonl", [lines.piHead("u1"), lines.pi("e1", 5)]);
    bed.bed.beforeRead = (path) => {
      if (path.endsWith("a.jsonl")) throw new Error("The disk answers no more");
    };
    const ledger = bed.open();
    ledger.requestBackfill();
    await readAll(ledger);
    expect(bed.rows().map(({ request_id: id }) => id)).toEqual(["pi:u1:e1"]);
    expect(ledger.coverage()).toMatchObject({
      complete: true,
      files_unreadable: 1,
      last_error: "The disk answers no more",
    });
  });

  it("notes a file whose calls cannot be stored, and stores those of the others that were read with it", async () => {
    await using bed = await openLedgerBed();
    bed.bed.clones.push({ sessionId: 99, agentRoot: null, clonePath: "/deleted" });
    const calls = Array.from({ length: 1_200 }, (_, at) => lines.pi(`e${at}`, 5));
    await bed.write("pi/p/a.jsonl", [lines.piHead("u1"), lines.pi("e1", 5)]);
    await bed.write("pi/p/b.jsonl", [lines.piHead("u2", "/deleted"), ...calls]);
    await bed.write("pi/p/c.jsonl", [lines.piHead("u3"), lines.pi("e1", 5)]);
    const ledger = bed.open();
    await ledger.readRecent(running);
    expect(bed.rows().map(({ request_id: id }) => id)).toEqual(["pi:u1:e1", "pi:u3:e1"]);
    expect(ledger.coverage()).toMatchObject({ files_unreadable: 1 });
    bed.bed.clones.length = 0;
    ledger.requestBackfill();
    await readAll(ledger);
    expect(bed.rows()).toHaveLength(1_202);
    expect(ledger.coverage()).toMatchObject({ files_unreadable: 0, rows_written: 1_200 });
  });

  it("reports the share of a pass and what the ledger covers (R183)", async () => {
    await using bed = await openLedgerBed();
    const ledger = bed.open();
    expect(ledger.coverage()).toMatchObject({ status: "never", complete: false, covers_since: null });
    for (const [at, name] of ["p/a", "p/b", "p/c", "p/d", "q/e", "q/f", "q/g", "q/h"].entries())
      await bed.write(`pi/${name}.jsonl`, [lines.piHead(`u${at}`), lines.pi("e1", 5)]);
    expect(ledger.requestBackfill()).toMatchObject({
      queued: true,
      run: { status: "queued" },
      ledger_coverage: { progress_pct: 0 },
    });
    bed.bed.beforeRead = () => void (bed.clock.at += 2 * 60_000);
    await ledger.backfill(running);
    expect(ledger.coverage()).toMatchObject({
      status: "running",
      // Two files at a time on each of two threads, if there are two cores.
      progress_pct: availableParallelism() > 1 ? 50 : 25,
      directories_done: 1,
      directories_total: 2,
    });
    expect(ledger.requestBackfill().run.id).toBe(1);
    await readAll(bed.open());
    expect(ledger.coverage()).toMatchObject({
      status: "finished",
      progress_pct: 100,
      rows_written: 8,
      covers_since: "2026-06-01T10:00:02Z",
    });
  });
});

const ownerOf = (sessionId: number) => ({
  sessionId,
  agentId: null,
  source: null,
  agentRoot: null,
  agentRuntime: "claude_code",
});

const callOf = (requestId: string) => ({
  requestId,
  model: "claude-opus-5",
  calledAt: 1,
  inputTokens: 1_000,
  outputTokens: 40,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  cacheCreation1hTokens: null,
  webSearchRequests: 0,
});

/** Files whose calls repeat within and across them. */
const corpus = fc.array(
  fc.array(fc.record({ id: fc.integer({ min: 1, max: 6 }), output: fc.integer({ min: 1, max: 4 }) }), {
    maxLength: 12,
  }),
  { minLength: 1, maxLength: 4 },
);

describe("any way of reading the same files", () => {
  it("results in the same ledger: in any order and slices, twice, with kills between", async () => {
    await fc.assert(
      fc.asyncProperty(corpus, fc.array(fc.nat(30), { maxLength: 8 }), async (files, kills) => {
        await using plain = await openLedgerBed();
        await using broken = await openLedgerBed();
        const contents = files.map((calls) => calls.map(({ id, output }) => lines.claude(`r${id}`, output)));
        for (const [at, content] of contents.entries()) {
          await plain.write(`claude/p/${at}.jsonl`, content);
          const half = Math.floor(content.length / 2);
          await broken.write(`claude/p/${9 - at}.jsonl`, content.slice(0, half));
        }
        const left = new Set(kills);
        let reads = 0;
        broken.bed.beforeRead = () => {
          reads += 1;
          if (left.delete(reads)) throw new Error("killed");
        };
        await broken.open().readRecent(running);
        for (const [at, content] of contents.entries())
          await broken.write(
            `claude/p/${9 - at}.jsonl`,
            content.slice(Math.floor(content.length / 2)),
            "append",
          );
        for (let pass = 0; pass < 3; pass += 1) {
          const ledger = broken.open();
          ledger.requestBackfill();
          await readAll(ledger);
        }
        broken.bed.beforeRead = () => {};
        const last = broken.open();
        last.requestBackfill();
        await readAll(last);
        await plain.open().readRecent(running);
        expect(broken.rows()).toEqual(plain.rows());
      }),
      { numRuns: 25 },
    );
  });

  it("results in the same ledger for conversations of all three CLIs that were cut anywhere", async () => {
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(9_999),
        cuts,
        fc.array(fc.nat(25), { maxLength: 6 }),
        async (seed, at, kills) => {
          const files = {
            ...claudeCorpus(seed, { sessions: 3, calls: 8 }),
            ...codexCorpus(seed, { threads: 3, answers: 8 }),
            "pi/p/a.jsonl": jsonl([lines.piHead("u1"), ...[1, 2, 3, 4, 2].map((n) => lines.pi(`e${n}`, n))]),
          };
          await using plain = await openLedgerBed();
          await using broken = await openLedgerBed();
          for (const [path, text] of Object.entries(files)) await plain.write(path, text);
          const ledger = plain.open();
          ledger.requestBackfill();
          await readAll(ledger);
          expect(plain.rows().length).toBeGreaterThan(40);
          expect(plain.rows().filter(({ features }) => features !== "").length).toBeGreaterThan(40);

          const left = new Set(kills);
          let reads = 0;
          broken.bed.beforeRead = () => {
            reads += 1;
            if (left.delete(reads)) throw new Error("killed");
          };
          const parts = [...at].sort((one, other) => one - other);
          for (const [step, end] of [...parts, 1].entries()) {
            const start = parts[step - 1] ?? 0;
            for (const [path, text] of Object.entries(files).toReversed())
              await broken.write(
                path,
                text.slice(
                  Math.floor(start * text.length),
                  end === 1 ? undefined : Math.floor(end * text.length),
                ),
                step === 0 ? "new" : "append",
              );
            await broken.open().readRecent(running);
          }
          broken.bed.beforeRead = () => {};
          for (let pass = 0; pass < 2; pass += 1) {
            const last = broken.open();
            last.requestBackfill();
            await readAll(last);
          }
          expect(broken.rows()).toEqual(plain.rows());
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);
});
