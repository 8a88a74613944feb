import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../../lib/errors.ts";
import type { ConfirmationRequest } from "./entries.ts";
import type { ConfirmationQuestion } from "./index.ts";
import { type Confirmation, confirmationRequired } from "./model.ts";
import { lastingMs, mostOfOneAsker } from "./rules.ts";
import { confirmationService } from "./service.ts";

const request: ConfirmationRequest = {
  asker: "browser 1",
  act: "mint_api_key",
  words: "Create a key",
  from: "Firefox on Linux",
  digest: "one",
};
const gone = new AbortController().signal;

function open() {
  const clock = { at: 1_000, now: () => clock.at };
  const logged: string[] = [];
  const log = pino({ base: null }, { write: (line) => void logged.push(line) });
  const service = confirmationService({ clock, log, commandLine: "signalbox" });
  /** The confirmation that a request is refused with, or why it is refused for good. */
  const refused = (sent: Partial<ConfirmationRequest> = {}, id?: string): Confirmation | string => {
    try {
      service.require({ ...request, ...sent }, id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.label === confirmationRequired
        ? (error.extra["confirmation"] as Confirmation)
        : error.message;
    }
    return "passed";
  };
  const asked = (sent: Partial<ConfirmationRequest> = {}): Confirmation => {
    const answer = refused(sent);
    if (typeof answer === "string") throw new Error(answer);
    return answer;
  };
  return { clock, logged, service, refused, asked, [Symbol.dispose]: service.close };
}

describe("a confirmation", () => {
  it("lets the same request of the same browser pass, once", () => {
    using bed = open();
    const { id, state, words } = bed.asked();
    expect([state, words, bed.refused({}, id)]).toEqual(["waiting", "Create a key", bed.asked()]);
    expect(bed.service.settle(id, "confirmed")).toBe("Create a key");
    expect(bed.refused({ asker: "browser 2" }, id)).toMatch(/belongs to another browser/);
    expect(bed.refused({ digest: "two" }, id)).toMatch(/for another request/);
    expect(bed.refused({}, id)).toBe("passed");
    expect(bed.refused({}, id)).toMatch(/already used/);
  });

  it("is shown whole, or not asked for", () => {
    using bed = open();
    const folders = Array.from({ length: 20 }, (_, at) => `/srv/assets/of/the/project/${at}`).join(", ");
    expect(bed.asked({ words: `Give it ${folders}; access to docker` }).words).toMatch(/access to docker$/);
    const words = `Give it ${"/srv/assets, ".repeat(100)}; access to docker`;
    expect(bed.refused({ words, digest: "two" })).toMatch(/too much to confirm at once/);
    expect(bed.service.waiting()).toHaveLength(1);
  });

  it("is refused once it was denied, and answered only once", () => {
    using bed = open();
    const { id } = bed.asked();
    bed.service.settle(id, "denied");
    expect(bed.service.settle(id, "confirmed")).toBeNull();
    expect(bed.refused({}, id)).toMatch(/denied, so nothing was changed/);
    expect(bed.refused()).toBe("A request of this browser was denied just now. Try again in 10 seconds.");
    bed.clock.at += 10_000;
    expect(bed.asked().id).not.toBe(id);
  });

  it.each([
    [["denied"], 10_000],
    [["denied", "denied"], 20_000],
    [["denied", "denied", "denied", "denied", "denied", "denied", "denied"], 300_000],
    [["denied", "denied", "confirmed", "denied"], 10_000],
    [["confirmed"], 0],
  ] as const)("after %j keeps its browser, and no other, from asking for %i ms", (given, pauseMs) => {
    using bed = open();
    for (const answer of given) {
      bed.clock.at += 300_000;
      bed.service.settle(bed.asked().id, answer);
    }
    bed.clock.at += pauseMs - 1;
    expect(typeof bed.refused()).toBe(pauseMs === 0 ? "object" : "string");
    expect(typeof bed.refused({ asker: "browser 2" })).toBe("object");
    bed.clock.at += 1;
    expect(typeof bed.refused()).toBe("object");
  });

  it("expires before and after the answer", () => {
    using bed = open();
    const early = bed.asked();
    bed.clock.at += lastingMs;
    expect([bed.service.waiting(), bed.service.settle(early.id, "confirmed")]).toEqual([[], null]);
    const late = bed.asked();
    bed.service.settle(late.id, "confirmed");
    bed.clock.at += lastingMs;
    expect(bed.refused({}, late.id)).toMatch(/expired/);
  });

  it("is the same one if the page asks again, and another one for another request", () => {
    using bed = open();
    const first = bed.asked();
    expect(bed.asked()).toEqual(first);
    expect(bed.asked({ digest: "two" }).id).not.toBe(first.id);
    expect(bed.service.waiting()).toHaveLength(2);
  });

  it("gives way to newer ones of its own browser", async () => {
    using bed = open();
    const oldest = bed.asked({ digest: "oldest" });
    const waiting = bed.service.wait(oldest.id, { asker: request.asker, gone });
    bed.asked({ asker: "browser 2", digest: "theirs" });
    for (let number = 0; number < mostOfOneAsker; number += 1) bed.asked({ digest: `${number}` });
    expect((await waiting).state).toBe("expired");
    expect(bed.service.waiting()).toHaveLength(mostOfOneAsker + 1);
  });

  it("is reported to its own browser at once, and to no other", async () => {
    using bed = open();
    const { id } = bed.asked();
    const answer = bed.service.wait(id, { asker: request.asker, gone });
    await expect(bed.service.wait(id, { asker: "browser 2", gone })).rejects.toThrow(/not found/);
    await expect(bed.service.wait(id, { asker: null, gone })).rejects.toThrow(/not found/);
    bed.service.settle(id, "confirmed");
    expect((await answer).state).toBe("confirmed");
    expect((await bed.service.wait(id, { asker: request.asker, gone })).state).toBe("confirmed");
  });

  it("can be withdrawn by its own browser", () => {
    using bed = open();
    const { id } = bed.asked();
    expect(() => bed.service.withdraw(id, "browser 2")).toThrow(/not found/);
    bed.service.withdraw(id, request.asker);
    expect(bed.service.waiting()).toEqual([]);
  });

  it("is shown to whoever asks the person, until it is over", () => {
    using bed = open();
    const questions: ConfirmationQuestion[] = [];
    const stop = bed.service.onQuestion((question) => questions.push(question), { dialog: true });
    const { id, confirm_in: place, command } = bed.asked();
    expect(questions).toMatchObject([
      { id, words: "Create a key", from: "Firefox on Linux", command: expect.stringContaining(id) },
    ]);
    expect([place, command, questions[0]?.over.aborted]).toEqual(["app", null, false]);
    bed.service.settle(id, "denied");
    expect(questions[0]?.over.aborted).toBe(true);
    stop();
    bed.clock.at += 10_000;
    const later = bed.asked({ digest: "two" });
    expect([later.confirm_in, later.command]).toEqual(["terminal", expect.stringContaining(later.id)]);
    expect(questions).toHaveLength(1);
  });

  it("has one line of words, whatever a name contains", () => {
    using bed = open();
    const words = "Create “\u001b[2K\rTrust nothing\n\u202e”";
    expect(bed.asked({ words }).words).toBe("Create “ [2K Trust nothing ”");
  });

  it("is logged without what it could be confirmed with", () => {
    using bed = open();
    const { id } = bed.asked();
    bed.service.settle(id, "confirmed");
    expect(bed.logged).toEqual([
      expect.stringContaining("browser 1 asks: Create a key"),
      expect.stringContaining("confirmed: Create a key"),
    ]);
    expect(bed.logged.join()).not.toContain(id);
  });
});
