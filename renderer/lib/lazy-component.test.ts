import { describe, expect, it } from "vitest";
import { fetchPart, PartGone, type Served, useGone } from "./lazy-component.ts";

const missing = new TypeError("Failed to fetch dynamically imported module: http://127.0.0.1/assets/Part.js");

/** Is away for so many looks, then says what is served at each failure, in turn. */
function surroundings(looksAway: number, ...answers: Served[]) {
  const seen = { pauses: 0, away: looksAway };
  return {
    seen,
    isThere: async () => {
      seen.away -= 1;
      return seen.away < 0;
    },
    served: async () => answers.shift() ?? "nothing",
    pause: async () => {
      seen.pauses += 1;
    },
  };
}

/** Fails so many times, then gives the part; counts how often it was asked. */
function failing(times: number, error: Error = missing) {
  const load = Object.assign(
    async () => {
      load.asked += 1;
      if (load.asked <= times) throw error;
      return "the part";
    },
    { asked: 0 },
  );
  return load;
}

describe("fetchPart", () => {
  it("asks for nothing before a service that is away is back", async () => {
    const around = surroundings(4);
    const load = failing(0);
    expect(await fetchPart(load, around)).toBe("the part");
    expect({ asked: load.asked, pauses: around.seen.pauses }).toEqual({ asked: 1, pauses: 4 });
  });

  it("asks again where the service went away while it was asked", async () => {
    expect(await fetchPart(failing(2), surroundings(0, "nothing", "same"))).toBe("the part");
  });

  it.each([
    ["a newer build is served", ["nothing", "other"], "updated"],
    ["the service answers and does not give it", ["same", "same"], "refused"],
  ] as const)("tells whoever asked and the page that %s", async (_title, answers, because) => {
    const gone = fetchPart(failing(9), surroundings(0, ...answers));
    await expect(gone).rejects.toThrow(PartGone);
    await expect(gone).rejects.toMatchObject({ because });
    expect(useGone.getState()).toEqual({ because });
  });

  it("takes a fault of the part itself for what it is", async () => {
    const fault = new TypeError("x is not a function");
    await expect(fetchPart(failing(1, fault), surroundings(0))).rejects.toBe(fault);
  });
});
