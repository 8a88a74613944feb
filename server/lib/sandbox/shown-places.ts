import { basename, dirname, join } from "node:path";
import { type Expected, outermost, type SandboxView } from "./argv-rules.ts";
import type { Found, Place } from "./places.ts";
import { placeProblem } from "./reasons.ts";

type Find = (path: string) => Promise<Found>;

/**
 * What the service itself or a person names, where it leads. Those that are not there are left out, unless a person gave
 * them: then, and where an agent has put a link or another folder in the way, no sandbox starts.
 */
export async function namedPlaces(
  paths: readonly string[],
  { find, pins }: { find: Find; pins: ReadonlyMap<string, string> | undefined },
): Promise<Place[]> {
  const places: Place[] = [];
  for (const path of paths) {
    const found = await find(path);
    const problem = placeProblem(path, found, pins?.get(path));
    if (problem !== null) throw new Error(problem);
    if (found.kind === "found") places.push(found.place);
  }
  return places;
}

interface Shown extends Pick<SandboxView, "readable" | "linked" | "expected"> {
  /** Where all of it is inside. */
  at: string[];
}

/** What of these a sandbox shows read-only. What an agent's link leads to is left out. */
export async function shownPlaces(
  { given, named, wanted }: { given: readonly Place[]; named: readonly string[]; wanted: readonly string[] },
  {
    find,
    isShown,
    isInData,
    isOthers,
  }: { find: Find } & Record<"isShown" | "isInData" | "isOthers", (path: string) => boolean>,
): Promise<Shown> {
  const isGiven = ({ path }: Place): boolean => given.some((one) => one.path === path);
  const aliases = (await placesOf(named, find)).filter(({ place }) => isGiven(place));
  // What was given goes last, so that nothing found since then takes its place.
  const places = [...(await placesOf(wanted, find)), ...aliases, ...given.map(samePlace)];
  const inside = places.filter(({ at, place }) => isShown(at) || (isGiven(place) && isInData(at)));
  const sources = new Map(inside.map(({ at, place }) => [at, place]));
  const at = outermost([...sources.keys()]);
  const shown = at.flatMap((path) => {
    const place = sources.get(path);
    return place === undefined ? [] : [{ at: path, place }];
  });
  return {
    at,
    readable: shown.flatMap((one) => (one.place.path === one.at ? [one.at] : [])),
    linked: shown.flatMap((one) =>
      one.place.path === one.at ? [] : [{ at: one.at, source: one.place.path }],
    ),
    expected: shown
      .filter((one) => isOthers(one.at) || isGiven(one.place))
      .map((one) => ({ ...expectedAt(one.place), at: one.at })),
  };
}

export const expectedAt = ({ path, dev, ino }: Place): Expected => ({ at: path, dev, ino });

const samePlace = (place: Place): { at: string; place: Place } => ({ at: place.path, place });

/** Where each path that exists lies, and what it leads to if it is a link of the person's. */
async function placesOf(paths: readonly string[], find: Find): Promise<{ at: string; place: Place }[]> {
  const found = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const [target, parent] = await Promise.all([path, dirname(path)].map(find));
      if (target?.kind !== "found" || parent?.kind !== "found") return [];
      return [samePlace(target.place), { at: join(parent.place.path, basename(path)), place: target.place }];
    }),
  );
  return found.flat();
}
