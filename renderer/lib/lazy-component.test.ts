import { describe, expect, it } from "vitest";
import { ChunkLoadError, loadChunk, type ServedBuild, useChunkLoadError } from "./lazy-component.ts";

const missing = new TypeError("Failed to fetch dynamically imported module: http://127.0.0.1/assets/Part.js");

/** A service that is unreachable for `failedChecks` checks; each failure to load then takes the next of `answers`. */
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

/** A loader that fails `times` times and counts its calls. */
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
  it("requests nothing until an unreachable service is back", async () => {
    const env = environment(4);
    const load = failing(0);
    expect(await loadChunk(load, env)).toBe("the component");
    expect({ asked: load.asked, pauses: env.seen.pauses }).toEqual({ asked: 1, pauses: 4 });
  });

  it("retries if the service went away during the request", async () => {
    expect(await loadChunk(failing(2), environment(0, "unavailable", "same"))).toBe("the component");
  });

  it.each([
    ["a newer build is served", ["unavailable", "other"], "updated"],
    ["the service answers without the code", ["same", "same"], "refused"],
  ] as const)("reports to the caller and to the page that %s", async (_title, answers, reason) => {
    const gone = loadChunk(failing(9), environment(0, ...answers));
    await expect(gone).rejects.toThrow(ChunkLoadError);
    await expect(gone).rejects.toMatchObject({ reason });
    expect(useChunkLoadError.getState()).toEqual({ reason });
  });

  it("passes on an error of the component's own code", async () => {
    const fault = new TypeError("x is not a function");
    await expect(loadChunk(failing(1, fault), environment(0))).rejects.toBe(fault);
  });
});
