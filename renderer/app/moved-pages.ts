/** Pages that have another address now, by the beginning of the old one. */
const moved: readonly (readonly [from: string, to: string])[] = [
  ["/backlog", "/queue/backlog"],
  ["/outcomes", "/quality/outcomes"],
  ["/goals", "/quality"],
  ["/gates", "/quality/gates"],
];

/** The present path of a page that an earlier version had elsewhere; null if it is where it was. */
export function movedPath(path: string): string | null {
  const found = moved.find(([from]) => path === from || path.startsWith(`${from}/`));
  return found ? found[1] + path.slice(found[0].length) : null;
}

/** Before the first render, because the router drops the search of an address that it does not know. */
export function leaveMovedPage(): void {
  const path = movedPath(location.pathname);
  if (path !== null) history.replaceState(null, "", path + location.search + location.hash);
}
