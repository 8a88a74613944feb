import { bands, type Cost, costs } from "./model.ts";

/** A queued item as its place is decided. */
export interface Placed {
  id: number;
  precedence: number;
}

const gap = 10;
/** Lowest rank and highest that a person may pin. */
const limit = 1_000_000_000;

export const isRank = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= limit;

export const isCost = (value: unknown): value is Cost => costs.some((known) => known === value);

export const isInBand = (cost: Cost, precedence: number): boolean =>
  precedence >= bands[cost].floor && precedence <= bands[cost].ceiling;

/**
 * The precedence of an item that goes last in its band, and of the others if they have to move closer together. `peers` are
 * the unpinned items of the same cost in their order. Null if there is no room at all.
 */
export function append(cost: Cost, peers: readonly Placed[]): { precedence: number; moved: Placed[] } | null {
  const { floor, base } = bands[cost];
  const lowest = peers.at(-1)?.precedence;
  if (lowest === undefined) return { precedence: base, moved: [] };
  if (lowest - gap >= floor) return { precedence: Math.min(lowest - gap, base), moved: [] };
  const spread = spreadOver(cost, peers.length + 1);
  const last = spread?.at(-1);
  return spread && last !== undefined ? { precedence: last, moved: changed(peers, spread) } : null;
}

/** So many places at equal distances from the base of the band down to its floor; null if it has fewer. */
function spreadOver(cost: Cost, count: number): number[] | null {
  const { floor, base } = bands[cost];
  const step = Math.min(Math.floor((base - floor) / count), gap);
  return step < 1 ? null : Array.from({ length: count }, (_, index) => base - step * index);
}

const changed = (peers: readonly Placed[], to: readonly number[]): Placed[] =>
  peers.flatMap(({ id, precedence }, index) => {
    const next = to[index];
    return next === undefined || next === precedence ? [] : [{ id, precedence: next }];
  });

/**
 * Every precedence that changes when an item goes to this index among its peers: its own where the gap is wide enough,
 * otherwise all of the band. Null if the band has no room.
 */
export function place(
  { id, cost, index }: { id: number; cost: Cost; index: number },
  peers: readonly Placed[],
): Placed[] | null {
  const above = peers[index - 1]?.precedence;
  const below = peers[index]?.precedence;
  const own = between(cost, above, below);
  if (own !== null) return [{ id, precedence: own }];
  const order = [...peers.slice(0, index), { id, precedence: Number.NaN }, ...peers.slice(index)];
  const spread = spreadOver(cost, order.length);
  return spread && changed(order, spread);
}

function between(cost: Cost, above: number | undefined, below: number | undefined): number | null {
  const { floor, base, ceiling } = bands[cost];
  if (above === undefined && below === undefined) return base;
  if (above === undefined) return below !== undefined && below + gap <= ceiling ? below + gap : null;
  if (below === undefined) return above - gap >= floor ? above - gap : null;
  return above - below >= 2 ? Math.floor((above + below) / 2) : null;
}

/** An issue on a code host, from its address. */
export interface Issue {
  url: string;
  /** owner/name */
  repo: string;
  key: string;
  /** The address of the repository, for git. */
  gitRoot: string;
}

/** Null unless it is the https address of an issue. */
export function readIssue(url: string): Issue | null {
  const match = /^https:\/\/([a-z0-9.-]+)\/([\w.-]+)\/([\w.-]+)\/issues\/([1-9]\d{0,9})\/?(?:[?#].*)?$/i.exec(
    url.trim(),
  );
  const [, host = "", owner = "", name = "", number = ""] = match ?? [];
  if (!match || [owner, name].some((part) => /^\.+$/.test(part))) return null;
  const repository = `https://${host.toLowerCase()}/${owner}/${name}`;
  return {
    url: `${repository}/issues/${number}`,
    repo: `${owner}/${name}`,
    key: `${name.toLowerCase()}#${number}`,
    gitRoot: repository,
  };
}

/** "manual-" and the title in plain letters. */
export function manualKey(title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return `manual-${words || "item"}`;
}

/** The name of a part of a product, as gate decisions write it too. */
export const surfaceName = (value: string): string => value.toLowerCase().replace(/[\s-]+/g, "_");
