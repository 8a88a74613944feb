import { basename, dirname, relative, resolve } from "node:path";

/** Where groups can be made: one folder for each of the two controllers, which version 2 has in one. */
export interface CgroupPlace {
  version: 1 | 2;
  memory: string;
  processes: string;
  /** The folder that has to become empty of processes first, as version 2 wants it. */
  toLeave: string | null;
}

/** What `/proc/self/cgroup` and `/proc/self/mountinfo` say. */
export interface CgroupFacts {
  own: string;
  mounts: string;
}

/** Where the service itself is in a group of version 2 that it shares out. */
export const serviceLeaf = "signalbox-service";

interface Mount {
  root: string;
  at: string;
  type: string;
  options: readonly string[];
}

/** `36 35 98:0 /root /at rw - type source options`; optional fields may stand before the dash. */
function mountsIn(text: string): Mount[] {
  return text.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , root, at] = before.split(" ");
    const [type = "", , options = ""] = after.split(" ");
    return root && at && type.startsWith("cgroup") ? [{ root, at, type, options: options.split(",") }] : [];
  });
}

/** `4:memory:/some/path`; version 2 has the number 0 and names no controller. */
function ownPath(own: string, controller: string | null): string | null {
  const lines = own.split("\n").map((line) => line.split(":"));
  const found = lines.find(([number, names = ""]) =>
    controller === null ? number === "0" && names === "" : names.split(",").includes(controller),
  );
  return found ? found.slice(2).join(":") : null;
}

/** The folder of this process's own group in a hierarchy. */
function ownFolder(facts: CgroupFacts, controller: string | null): string | null {
  const path = ownPath(facts.own, controller);
  const mount = mountsIn(facts.mounts).find(({ type, options }) =>
    controller === null ? type === "cgroup2" : type === "cgroup" && options.includes(controller),
  );
  if (path === null || mount === undefined) return null;
  const within = mount.root === "/" ? path : `/${relative(mount.root, path)}`;
  return within.includes("..") ? null : resolve(mount.at, `.${within}`);
}

/**
 * The places to try, best first. A hierarchy of version 1 takes groups anywhere; in version 2 a group that has groups with
 * limits has no processes itself, so the service moves into a leaf of its own.
 */
export function cgroupPlaces(facts: CgroupFacts): CgroupPlace[] {
  const [memory, processes, unified] = ["memory", "pids", null].map((name) => ownFolder(facts, name));
  const places: CgroupPlace[] = [];
  if (unified != null) {
    const base = basename(unified) === serviceLeaf ? dirname(unified) : unified;
    places.push({ version: 2, memory: base, processes: base, toLeave: base === unified ? base : null });
  }
  if (memory != null && processes != null) places.push({ version: 1, memory, processes, toLeave: null });
  return places;
}

/** A number after a word in what the kernel counts; 0 if the word is not there. */
export const countIn = (events: string, word: string): number =>
  Number(new RegExp(`^${word} (\\d+)$`, "m").exec(events)?.[1] ?? 0);
