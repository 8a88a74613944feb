/** Words are found where they begin before they are found in the middle; every word typed must be somewhere. */
export function fitness(typed: string, names: readonly string[]): number {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const text = names.join(" ").toLowerCase();
  if (!words.every((word) => text.includes(word))) return 0;
  const begun = words.filter((word) => text.startsWith(word) || text.includes(` ${word}`)).length;
  return words.length === 0 ? 1 : 0.5 + begun / words.length / 2;
}
