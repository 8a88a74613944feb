import { describe, expect, it } from "vitest";
import { ChunkLoadError, loadChunk, type ServedBuild, useChunkLoadError } from "./lazy-component.ts";

const missing = new TypeError("Failed to fetch dynamically imported module: http://127.0.0.1/assets/Part.js");

/** Is away for so many looks, then says what is served at each failure, in turn. */
function environment(failedChecks: number, ...answers: ServedBuild[]) {
  const seen = { pauses: 0, away: failedChecks };
  return {
    seen,
    isReachable: async () => {
      seen.away -= 1;
      return seen.away < 0;
    },
    servedBuild: async () => answers.shift() ?? "unavailable",
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
      return "the component";
    },
    { asked: 0 },
  );
  return load;
}

describe("loadChunk", () => {
  it("asks for nothing before a service that is away is back", async () => {
    const env = environment(4);
    const load = failing(0);
    expect(await loadChunk(load, env)).toBe("the component");
    expect({ asked: load.asked, pauses: env.seen.pauses }).toEqual({ asked: 1, pauses: 4 });
  });

  it("asks again where the service went away while it was asked", async () => {
    expect(await loadChunk(failing(2), environment(0, "unavailable", "same"))).toBe("the component");
  });

  it.each([
    ["a newer build is served", ["unavailable", "other"], "updated"],
    ["the service answers and does not give it", ["same", "same"], "refused"],
  ] as const)("tells whoever asked and the page that %s", async (_title, answers, reason) => {
    const gone = loadChunk(failing(9), environment(0, ...answers));
    await expect(gone).rejects.toThrow(ChunkLoadError);
    await expect(gone).rejects.toMatchObject({ reason });
    expect(useChunkLoadError.getState()).toEqual({ reason });
  });

  it("takes a fault of the part itself for what it is", async () => {
    const fault = new TypeError("x is not a function");
    await expect(loadChunk(failing(1, fault), environment(0))).rejects.toBe(fault);
  });
});
