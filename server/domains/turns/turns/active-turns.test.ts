import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ActiveTurn, activeTurns } from "./active-turns.ts";

/** An agent that counts how often it was interrupted. */
function agentOf() {
  const seen = { interrupts: 0 };
  return {
    seen,
    outcome: new Promise<never>(() => {}),
    async interrupt() {
      seen.interrupts += 1;
    },
  };
}

describe("an active turn", () => {
  it("keeps the first reason it was stopped for, and has stopped when its end is stored", async () => {
    const turn = new ActiveTurn(1);
    const agent = agentOf();
    turn.attach(agent);
    const order: string[] = [];
    const stops = [turn.stop("pause"), turn.stop("archive")].map((stop) =>
      stop.then(() => order.push("stopped")),
    );
    await nextTurn();
    order.push("written");
    turn.finish();
    await Promise.all(stops);
    expect([turn.stopReason, order]).toEqual(["pause", ["written", "stopped", "stopped"]]);
    expect(agent.seen.interrupts).toBe(2);
  });

  it("interrupts an agent that is attached after the stop", () => {
    const turn = new ActiveTurn(1);
    void turn.stop("pause");
    const agent = agentOf();
    turn.attach(agent);
    expect([turn.preparation.signal.aborted, agent.seen.interrupts]).toEqual([true, 1]);
  });

  it("does not interrupt an agent when the turn is not stopped", () => {
    const turn = new ActiveTurn(1);
    const agent = agentOf();
    turn.attach(agent);
    expect([turn.preparation.signal.aborted, agent.seen.interrupts, turn.stopReason]).toEqual([
      false,
      0,
      null,
    ]);
  });
});

describe("activeTurns", () => {
  it("returns the turn of a session until that turn ends", () => {
    const live = activeTurns();
    const first = live.begin(7, 1);
    const second = live.begin(7, 2);
    live.end(7, first);
    expect(live.get(7)).toBe(second);
    live.end(7, second);
    expect(live.get(7)).toBeUndefined();
  });

  it("runs one operation on a session at a time, in order", async () => {
    const live = activeTurns();
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = live.exclusive(7, async () => {
      order.push("first begins");
      await gate.promise;
      order.push("first ends");
    });
    const second = live.exclusive(7, async () => void order.push("second"));
    const other = live.exclusive(8, async () => void order.push("another session"));
    await other;
    expect(order).toEqual(["first begins", "another session"]);
    gate.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(["first begins", "another session", "first ends", "second"]);
  });

  it("continues after a failed operation, and rejects for the caller of that operation", async () => {
    const live = activeTurns();
    const first = live.exclusive(7, async () => {
      throw new Error("no");
    });
    const second = live.exclusive(7, async () => "yes");
    await expect(first).rejects.toThrow("no");
    expect(await second).toBe("yes");
  });
});
