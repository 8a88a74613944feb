import type { Licenses } from "./api.ts";

type Package = Licenses["packages"][number];

/** The packages that match, by name or license. */
export function packagesLike({ packages }: Licenses, text: string): readonly Package[] {
  const query = text.trim().toLowerCase();
  if (query === "") return packages;
  return packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(query));
}

/** The number of packages by license, the most common first: "MIT 210, ISC 20". */
export function licenseCounts({ packages }: Licenses): string {
  const counts = new Map<string, number>();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, more], [b, fewer]) => fewer - more || a.localeCompare(b))
    .map(([licence, count]) => `${licence} ${count}`)
    .join(", ");
}
