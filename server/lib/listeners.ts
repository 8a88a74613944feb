/** Calls listeners in the order they were added. If one throws, the later ones are not called and the caller gets the error. */
export function listeners<Event>() {
  const heard: ((event: Event) => void)[] = [];
  return {
    add: (listener: (event: Event) => void): void => void heard.push(listener),
    tell(event: Event): void {
      for (const listener of heard) listener(event);
    },
  };
}
