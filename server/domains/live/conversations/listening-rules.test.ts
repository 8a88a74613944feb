import { describe, expect, it } from "vitest";
import { isForCall, listeningOf, startsWithWakeWord } from "./listening-rules.ts";

describe("startsWithWakeWord", () => {
  it.each([
    ["at the beginning", "Signalbox, what needs me?", true],
    ["among the first three words", "Hey there, Signalbox!", true],
    ["not after them", "I told you about the signalbox", false],
    ["whatever its case and accents", "SÍGNALBÓX go", true],
    ["with one wrong letter", "Signalbos go", true],
    ["not with two", "Singalbos go", false],
    ["as two words", "Signal box, go", true],
    ["not in silence", "", false],
  ])("%s", (_title, line, expected) => {
    expect(startsWithWakeWord(line, "signalbox")).toBe(expected);
  });

  it("takes a short word only as it is", () => {
    expect(startsWithWakeWord("hall lights", "hal")).toBe(false);
    expect(startsWithWakeWord("Hal, lights", "hal")).toBe(true);
  });
});

describe("isForCall", () => {
  const of = { wakeWord: "computer", now: 100_000 };
  it.each([
    ["takes everything", "always", "hello", null, true],
    ["wants the word", "wake_word", "hello", 99_999, false],
    ["hears the word", "wake_word", "Computer, hello", null, true],
    ["is open until 30 seconds after an exchange", "dynamic", "hello", 70_000, true],
    ["wants the word after that", "dynamic", "hello", 69_999, false],
    ["wants the word before the first exchange", "dynamic", "hello", null, false],
  ] as const)("%s", (_title, listening, line, lastExchangeAt, expected) => {
    expect(isForCall(line, { ...of, listening, lastExchangeAt })).toBe(expected);
  });
});

describe("listeningOf", () => {
  it("listens always for a caller that cannot drop a line", () => {
    expect(listeningOf("wake_word", null)).toBe("always");
    expect(listeningOf("wake_word", ["always"])).toBe("always");
    expect(listeningOf("wake_word", ["wake_word"])).toBe("wake_word");
  });
});
