import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../logger.ts";
import { writePrivateFile } from "../private-file.ts";
import { unlessMissing } from "../unless-missing.ts";
import type { CgroupPlace } from "./cgroup-places.ts";
import { below, makeRoom, openGroup, removeIfEmpty, removeRoom } from "./cgroups.ts";
import { type Found, findHolder, type LimitStatus, statusOf } from "./holders.ts";
import type { Limits, ProcessGroup } from "./model.ts";
import { sampledGroup } from "./sampled.ts";
import { scopeGroup } from "./systemd-scope.ts";

export interface ProcessLimits {
  limits: Limits;
  /** Finds out what holds processes here. Call it once, before the first turn. */
  begin(): Promise<void>;
  status(): LimitStatus;
  /** What holds the processes that carry this marker, which belongs to one turn. */
  open(marker: string): Promise<ProcessGroup>;
  /** Ends and removes what an earlier start left. Call it before the first turn, and when the service ends. */
  sweep(): Promise<void>;
}

interface LimitsDeps {
  limits: Limits;
  dataFolder: string;
  /** The data folder's own id, the first part of every marker. */
  installation: string;
  environment: Readonly<Record<string, string | undefined>>;
  log: Pick<Logger, "info" | "warn">;
}

/** In the data folder: where groups were made, also by a start that ended without a word. */
const recordName = "cgroups.json";

type Room = Pick<CgroupPlace, "memory" | "processes">;

export function processLimits(deps: LimitsDeps): ProcessLimits {
  const { limits, log } = deps;
  const name = `signalbox-${deps.installation}`;
  const inTurn = oneAtATime();
  let { holder, place }: Found = { holder: "nothing", place: null };

  /** The room is there only while there is a group in it, so that a service that is killed between turns leaves nothing. */
  async function groupIn(at: CgroupPlace, turn: string): Promise<ProcessGroup> {
    const group = await inTurn(async () => openGroup(await makeRoom(at, name), turn, limits));
    return {
      ...group,
      release: () =>
        inTurn(async () => {
          await group.release();
          await removeIfEmpty(below(at, name));
        }),
    };
  }

  /** What holds them best here. */
  async function strongest(marker: string): Promise<ProcessGroup> {
    const turn = `${marker.split(":").slice(1).join("-")}-${randomBytes(4).toString("hex")}`;
    if (place !== null) return groupIn(place, turn);
    if (holder === "systemd") return scopeGroup(deps.environment, { unit: `${name}-${turn}.scope`, limits });
    return sampledGroup(limits, marker);
  }

  const status = (): LimitStatus => statusOf(holder, limits);

  return {
    limits,
    async begin() {
      ({ holder, place } = await findHolder(name, deps));
      if (place !== null) await record(deps, below(place, name));
      log.info(status(), "limits of agents");
    },
    status,
    open: (marker) => openOr(marker, { strongest, limits, log }),
    async sweep() {
      for (const room of await recorded(deps)) {
        if (!isOurs(room, name)) continue;
        await removeRoom(room).catch((error: unknown) =>
          log.warn({ err: error, room }, "cgroups were not removed"),
        );
      }
    },
  };
}

/** Runs what it is given one after the other. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

/** A turn that cannot be held as the others are is looked at all the same, and that is said. */
async function openOr(
  marker: string,
  {
    strongest,
    limits,
    log,
  }: Pick<LimitsDeps, "limits" | "log"> & { strongest(marker: string): Promise<ProcessGroup> },
): Promise<ProcessGroup> {
  const weaker = (error: unknown): ProcessGroup => {
    log.warn({ err: error, marker }, "the limits of a turn are only checked every few seconds");
    return sampledGroup(limits, marker);
  };
  let group = await strongest(marker).catch(weaker);
  const first = group;
  return {
    async add(pids) {
      try {
        await group.add(pids);
      } catch (error) {
        group = weaker(error);
        await group.add(pids);
      }
    },
    met: () => group.met(),
    writtenBytes: (folder) => group.writtenBytes(folder),
    kill: () => group.kill(),
    release: () => first.release(),
  };
}

/** What is removed is named by a file in the data folder, which must not lead anywhere else. */
const isOurs = ({ memory, processes }: Room, name: string): boolean =>
  [memory, processes].every((path) => path.startsWith("/sys/fs/cgroup/") && path.endsWith(`/${name}`));

async function recorded({ dataFolder }: Pick<LimitsDeps, "dataFolder">): Promise<Room[]> {
  const text = await readFile(join(dataFolder, recordName), "utf8").catch(unlessMissing("[]"));
  try {
    const rooms: unknown = JSON.parse(text);
    return Array.isArray(rooms) ? rooms.filter(isRoom) : [];
  } catch {
    return [];
  }
}

const isRoom = (value: unknown): value is Room =>
  typeof value === "object" &&
  value !== null &&
  "memory" in value &&
  "processes" in value &&
  typeof value.memory === "string" &&
  typeof value.processes === "string";

/** Those of earlier starts stay in it until they are removed. */
async function record(deps: Pick<LimitsDeps, "dataFolder">, room: Room): Promise<void> {
  const known = await recorded(deps);
  const left = known.filter(
    ({ memory, processes }) => memory !== room.memory || processes !== room.processes,
  );
  await writePrivateFile(join(deps.dataFolder, recordName), JSON.stringify([...left, room]));
}
