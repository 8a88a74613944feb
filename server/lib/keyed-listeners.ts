/** Listeners that are called when the thing with their id ends. */
export function keyedListeners() {
  const watchers = new Map<number, Set<() => void>>();
  return {
    /** Returns a function that removes the listener. */
    watch(id: number, stop: () => void): () => void {
      const ofThis = watchers.get(id) ?? new Set();
      watchers.set(id, ofThis.add(stop));
      return () => {
        ofThis.delete(stop);
        if (ofThis.size === 0) watchers.delete(id);
      };
    },
    notify: (id: number): void => watchers.get(id)?.forEach((stop) => stop()),
  };
}
