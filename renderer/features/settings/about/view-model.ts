import type { Licences } from "./api.ts";

type Package = Licences["packages"][number];

/** Those that were looked for, by name or licence. */
export function packagesLike({ packages }: Licences, text: string): readonly Package[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return packages;
  return packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
}

/** How many there are of each licence, the commonest first: "MIT 210, ISC 20". */
export function licenceCounts({ packages }: Licences): string {
  const counts = new Map<string, number>();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, more], [b, fewer]) => fewer - more || a.localeCompare(b))
    .map(([licence, count]) => `${licence} ${count}`)
    .join(", ");
}
