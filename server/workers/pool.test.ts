import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { workerPool } from "./pool.ts";

const bodies = new URL("../http/body-worker.ts", import.meta.url);

function openPool() {
  const logged: unknown[] = [];
  const pool = workerPool({ log: (error) => void logged.push(error) });
  onTestFinished(() => pool.close());
  return { pool, logged };
}

const unparsed = (text: string) => ({ pieces: [new TextEncoder().encode(text)], base64: [["data"]] });

it("runs a worker's function on another thread and transfers buffers in both directions", async () => {
  const { pool, logged } = openPool();
  const input = unparsed('{"data":"YQ=="}');
  const transfer = input.pieces.map(({ buffer }) => buffer);
  const parsed = await pool.run({ file: bodies, name: "parse", input, transfer });
  expect(parsed).toMatchObject({ kind: "parsed", body: { data: new Uint8Array([97]) } });
  expect(input.pieces[0]?.byteLength).toBe(0);
  expect(logged).toEqual([]);
});

it("rejects with the function's error, and continues", async () => {
  const { pool } = openPool();
  await expect(pool.run({ file: bodies, name: "parse", input: null })).rejects.toThrow(TypeError);
  await expect(pool.run({ file: bodies, name: "none", input: null })).rejects.toThrow("No handler");
  const parsed = await pool.run({ file: bodies, name: "parse", input: unparsed("{}") });
  expect(parsed).toMatchObject({ kind: "parsed" });
});

it("gives threads of the background a lower priority, and only those", async ({ skip }) => {
  skip(process.platform !== "linux", "threads have a priority of their own on Linux only");
  const { pool } = openPool();
  const folder = mkdtempSync(join(tmpdir(), "pool-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const worker = join(folder, "worker.mjs");
  writeFileSync(
    worker,
    'import { getPriority } from "node:os";\nexport const niceness = () => getPriority();\n',
  );
  const niceness = (background: boolean) =>
    pool.run({ file: pathToFileURL(worker), name: "niceness", input: null, background });
  const own = getPriority();
  const lower = Math.min(own + 10, 19);
  expect(await niceness(true)).toBe(lower);
  expect(await niceness(false)).toBe(own);
  expect(await niceness(true)).toBe(lower);
});

it("ends a task with its signal", async () => {
  const { pool } = openPool();
  const stop = new AbortController();
  const input = unparsed("[".repeat(100));
  const work = pool.run({ file: bodies, name: "parse", input, signal: stop.signal });
  stop.abort();
  await expect(work).rejects.toThrow(/abort/i);
});

it("accepts no task once it is closed, and can be closed without having run any", async () => {
  const { pool } = openPool();
  await pool.close();
  await expect(pool.run({ file: bodies, name: "parse", input: unparsed("{}") })).rejects.toThrow("closing");
  await pool.close();
});
