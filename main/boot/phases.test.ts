import { afterEach, expect, it, vi } from "vitest";
import { bootPhases, StartStopped } from "./phases.ts";

afterEach(() => {
  vi.useRealTimers();
});

function recorded() {
  const said: string[] = [];
  const phases = bootPhases((phase) => said.push(`${phase} failed`));
  const enter = (name: string, undo: () => void | Promise<void> = () => void said.push(name)) =>
    phases.enter(name, () => ({ value: name, undo }));
  return { said, phases, enter };
}

it("undoes the phases in reverse order, once", async () => {
  const { said, phases, enter } = recorded();
  await enter("log");
  await enter("service");
  await enter("window");

  expect(await Promise.all([phases.unwind(1_000), phases.unwind(1_000)])).toEqual([[], []]);
  expect(said).toEqual(["window", "service", "log"]);
});

it("continues after a phase that cannot be undone, and names it", async () => {
  const { said, phases, enter } = recorded();
  await enter("log");
  await enter("service", () => {
    throw new Error("busy");
  });

  expect(await phases.unwind(1_000)).toEqual(["service"]);
  expect(said).toEqual(["service failed", "log"]);
});

it("gives up at the time limit and names what was left", async () => {
  vi.useFakeTimers();
  const { said, phases, enter } = recorded();
  await enter("log");
  await enter("service", () => new Promise(() => {}));
  await enter("window");

  const unfinished = phases.unwind(15_000);
  await vi.advanceTimersByTimeAsync(15_000);

  expect(await unfinished).toEqual(["log", "service"]);
  expect(said).toEqual(["window"]);
});

it("waits for a phase that is still starting, undoes it too, and starts no other", async () => {
  const { said, phases, enter } = recorded();
  await enter("log");
  const started = Promise.withResolvers<void>();
  const service = phases.enter("service", async () => {
    await started.promise;
    return { value: "service", undo: () => void said.push("service") };
  });
  const unwound = phases.unwind(1_000);
  started.resolve();

  await expect(service).rejects.toThrow(StartStopped);
  expect(await unwound).toEqual([]);
  expect(said).toEqual(["service", "log"]);
  await expect(enter("window")).rejects.toThrow(StartStopped);
});

it("rethrows a phase's error and still undoes the earlier phases", async () => {
  const { said, phases, enter } = recorded();
  await enter("log");
  const failing = phases.enter("service", () => Promise.reject(new Error("port taken")));

  await expect(failing).rejects.toThrow("port taken");
  await phases.unwind(1_000);
  expect(said).toEqual(["log"]);
});
