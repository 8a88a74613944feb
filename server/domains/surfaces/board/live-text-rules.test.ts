import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeOf, emptyLiveText, type LiveText, withAnswers, withPiece } from "./live-text-rules.ts";

const written = (...pieces: string[]): LiveText => pieces.reduce(withPiece, emptyLiveText);

describe("text that is being written", () => {
  it.each<[string, LiveText, string]>([
    ["is its pieces", written("Hel", "lo"), "Hello"],
    ["loses an answer that is stored", withAnswers(written("Hello"), ["Hello"]), ""],
    ["keeps what follows the stored answer", withAnswers(written("Hello", "\n\nNext"), ["Hello"]), "Next"],
    ["loses several stored answers", withAnswers(written("One", "Two", "Thr"), ["One", "Two"]), "Thr"],
    [
      "loses what a broken stream had written before it started over",
      withAnswers(written("Hel", "Hello", "Next"), ["Hello"]),
      "Next",
    ],
    [
      "does not show the rest of an answer that was stored first",
      late("Hello", "Hel", "lo", " there"),
      "there",
    ],
    ["begins without the blank line after a stored answer", late("Hello", "He", "llo\n\nNe", "xt"), "Next"],
    ["does not show an answer that was stored before any piece", late("Hello", "", "Hello"), ""],
    ["shows a piece that holds the rest and the next text", late("Hello", "He", "llo, next"), ", next"],
    ["shows what only begins like the rest of the answer", late("I will read", "", "I", " wrote"), "I wrote"],
    ["is empty after an error", withAnswers(written("Hello"), [""]), ""],
    ["is empty after an answer that was not streamed", withAnswers(written("Hello"), ["Other"]), ""],
  ])("%s", (_title, live, text) => {
    expect(live.text).toBe(text);
  });

  it("keeps whole lines of the newest half of a text over 32,000 characters", () => {
    const lines = Array.from({ length: 900 }, (_, n) => `${String(n).padStart(39, "x")}\n`);
    const live = written(...lines);
    expect(live.isCut).toBe(true);
    expect(live.text.length).toBeLessThanOrEqual(32_000);
    expect(lines.join("").endsWith(live.text)).toBe(true);
    expect(live.text.startsWith("xxx")).toBe(true);
    expect(withAnswers(withPiece(live, "Next"), [lines.join("")]).text).toBe("Next");
    const early = withAnswers(live, [`${lines.join("")}The end.`]);
    expect(early).toMatchObject({ text: "", owed: "The end." });
  });

  it("never has a hole or a repetition, however pieces and lines interleave", () => {
    const answers = fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(answers, fc.infiniteStream(fc.nat(6)), (texts, numbers) => {
        // Marked, so that no answer is found inside another.
        const marked = texts.map((text, n) => `<${n}>${text}</${n}>`);
        const next = (): number => numbers.next().value ?? 0;
        let live = emptyLiveText;
        let streamed = 0;
        let stored = 0;
        const whole = marked.join("");
        const endOf = (count: number): number => marked.slice(0, count).join("").length;
        while (streamed < whole.length || stored < marked.length) {
          const mayStore = stored < marked.length && streamed >= endOf(stored);
          if (mayStore && (next() === 0 || streamed === whole.length)) {
            live = withAnswers(live, marked.slice(stored, stored + 1));
            stored += 1;
          } else {
            const piece = whole.slice(streamed, streamed + 1 + next());
            // An answer is stored before the next but one begins.
            const length = Math.min(piece.length, Math.max(0, endOf(stored + 2) - streamed));
            if (length === 0) continue;
            live = withPiece(live, piece.slice(0, length));
            streamed += length;
          }
          expect(live.text).toBe(whole.slice(Math.min(endOf(stored), streamed), streamed));
        }
      }),
    );
  });
});

/** An answer is stored after `before` arrived, and `pieces` arrive after it. */
function late(answer: string, before: string, ...pieces: string[]): LiveText {
  return pieces.reduce(withPiece, withAnswers(written(before), [answer]));
}

describe("a change", () => {
  it.each<[string, string, string, { from: number; text: string }]>([
    ["adds to the text", "Hel", "Hello", { from: 3, text: "lo" }],
    ["replaces what a redaction changed", "key sk-1", "key [redacted]", { from: 4, text: "[redacted]" }],
    ["shortens the text", "Hello", "He", { from: 2, text: "" }],
  ])("%s", (_title, shown, next, change) => {
    expect(changeOf(shown, next)).toEqual(change);
    expect(shown.slice(0, change.from) + change.text).toBe(next);
  });
});
