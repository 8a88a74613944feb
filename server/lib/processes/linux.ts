import { readFileSync, type Stats } from "node:fs";
import { open, readdir, readFile } from "node:fs/promises";
import { uptime } from "node:os";
import { setImmediate as otherWork } from "node:timers/promises";
import { tagIn } from "./limit-tag.ts";
import { markerVariable, type ProcessRow, type ProcessTable, type ProcessUsage } from "./process-table.ts";

/** Enough to keep the four threads of libuv's pool busy without opening a file for each process at once. */
const concurrency = 16;
const sliceSize = 50;
const deadStates = new Set(["Z", "X", "x"]);
const goneCodes = new Set(["ENOENT", "ESRCH", "EACCES", "EPERM"]);
/** bubblewrap: the process outside, and the first inside. */
const sandboxName = "bwrap";
const needle = Buffer.from(`${markerVariable}=`);

export const linuxTable: ProcessTable = {
  async list() {
    const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
    const found = (await readStats(pids)).filter(({ isKernel }) => !isKernel);
    const here = new Set(found.map(keyOf));
    for (const key of unmarked) if (!here.has(key)) unmarked.delete(key);
    return collect(found, withMarker);
  },
  read: readStats,
  usage: (pids) => collect(pids, readUsage),
  startOrder: (startedAt) => Number.parseInt(startedAt, 10),
  keepsDeadParents: false,
  pollMs: 25,
};

let bootId: Promise<string> | undefined;

function readBootId(): Promise<string> {
  bootId ??= readFile("/proc/sys/kernel/random/boot_id", "utf8").then((text) => text.trim());
  return bootId;
}

async function collect<Item, Row>(
  items: readonly Item[],
  read: (item: Item) => Promise<Row | null>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) {
      const row = await read(item);
      if (row) rows.push(row);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return rows;
}

type Stat = NonNullable<ReturnType<typeof parseStat>>;

/**
 * The kernel has each of these files in memory, and never waits for anything to write it: reading one here takes some ten
 * microseconds, through the thread pool ten times that. Pauses after each slice.
 */
async function readStats(pids: readonly number[]): Promise<Stat[]> {
  const boot = await readBootId();
  const found: Stat[] = [];
  for (const [index, pid] of pids.entries()) {
    if (index > 0 && index % sliceSize === 0) await otherWork();
    const row = readStat(pid, boot);
    if (row) found.push(row);
  }
  return found;
}

/** null for a process that has ended or is a zombie. */
function readStat(pid: number, boot: string): Stat | null {
  try {
    // As UTF-8 it is read without a buffer of 64 KB; only the program's name can have other bytes.
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"), boot);
  } catch (error) {
    return nullIfGone(error);
  }
}

/**
 * Processes of ours that have no marker, and will not get one: a process has it from its start, or from the command that
 * the service runs in it at once.
 */
const unmarked = new Set<string>();
const settledSeconds = 10;

const ageSeconds = ({ startedAt }: Stat): number =>
  uptime() - (Number.parseInt(startedAt, 10) * tickMs) / 1_000;

const keyOf = ({ pid, startedAt }: Stat): string => `${pid} ${startedAt}`;

/** On a thread of the pool: the kernel may wait for the process before it shows the environment. */
async function withMarker(row: Stat): Promise<ProcessRow> {
  if (unmarked.has(keyOf(row))) return { ...row, marker: null };
  const environment = await readProc(
    `/proc/${row.pid}/environ`,
    (bytes) => ({ marker: markerIn(bytes), isEmpty: bytes.length === 0 }),
    (file) => file.uid === process.getuid?.(),
  );
  const marker = environment?.marker ?? null;
  const tag = environment !== null && marker === null ? await readTag(row.pid) : null;
  // It is empty while a process ends or turns into another program.
  const isPlain = environment !== null && !environment.isEmpty && marker === null && tag === null;
  if (isPlain && ageSeconds(row) > settledSeconds) unmarked.add(keyOf(row));
  return { ...row, marker, tag };
}

const readTag = (pid: number): Promise<bigint | null> =>
  readProc(`/proc/${pid}/limits`, (bytes) => tagIn(textOf(bytes)));

const textOf = (bytes: Buffer): string => bytes.toString("latin1");

/** The command's name is in parentheses and may contain spaces and parentheses. */
export function parseStat(text: string, boot: string) {
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const [state, parent] = fields;
  const [startTicks, virtualSize] = fields.slice(19, 21);
  if (!state || !startTicks || deadStates.has(state)) return null;
  return {
    pid: Number.parseInt(text, 10),
    parent: Number(parent),
    startedAt: `${startTicks}@${boot}`,
    isKernel: virtualSize === "0",
    isStopped: state === "T",
    isSandbox: text.slice(text.indexOf("(") + 1, end) === sandboxName,
  };
}

async function readUsage(pid: number): Promise<ProcessUsage | null> {
  const [stat, status] = await Promise.all([
    readProc(`/proc/${pid}/stat`, textOf),
    readProc(`/proc/${pid}/status`, textOf),
  ]);
  return stat === null || status === null ? null : parseUsage(stat, status);
}

/** The kernel counts processor time for us in hundredths of a second, on every architecture. */
const tickMs = 10;

/** null for a zombie, which has no memory any more. */
export function parseUsage(stat: string, status: string): ProcessUsage | null {
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  const [user, system] = fields.slice(11, 13);
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  const own = /^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1];
  if (!user || !system || !resident) return null;
  return {
    pid: Number.parseInt(stat, 10),
    name: stat.slice(stat.indexOf("(") + 1, end),
    cpuMs: (Number(user) + Number(system)) * tickMs,
    memoryBytes: Number(resident) * 1_024,
    ...(own !== undefined && { ownBytes: Number(own) * 1_024 }),
    threads: Number(fields[17]),
  };
}

/** The marker's value in an environment block of NUL-ended `NAME=value` entries. */
export function markerIn(environment: Buffer): string | null {
  let at = environment.indexOf(needle);
  while (at > 0 && environment[at - 1] !== 0) at = environment.indexOf(needle, at + 1);
  if (at < 0) return null;
  const end = environment.indexOf(0, at);
  return environment.toString("utf8", at + needle.length, end < 0 ? environment.length : end);
}

/** Buffers between two reads: a list of processes fills hundreds, which would all be garbage of 16 KB each. */
const spareBuffers: Buffer[] = [];

/**
 * What `use` makes of a file in /proc; its bytes are valid until it returns. null if the process has ended, is not readable
 * for us, or is refused by `accepts`.
 */
async function readProc<Result>(
  path: string,
  use: (bytes: Buffer) => Result,
  accepts?: (file: Stats) => boolean,
): Promise<Result | null> {
  let buffer = spareBuffers.pop() ?? Buffer.allocUnsafe(16_384);
  try {
    await using file = await open(path);
    if (accepts && !accepts(await file.stat())) return null;
    // Files in /proc have no size, so this reads until a read does not fill the buffer.
    for (let length = 0; ; ) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      length += bytesRead;
      if (length < buffer.length) return use(buffer.subarray(0, length));
      buffer = Buffer.concat([buffer], 2 * length);
    }
  } catch (error) {
    return nullIfGone(error);
  } finally {
    if (spareBuffers.length < concurrency) spareBuffers.push(buffer);
  }
}

function nullIfGone(error: unknown): null {
  if (error instanceof Error && "code" in error && goneCodes.has(String(error.code))) return null;
  throw error;
}
