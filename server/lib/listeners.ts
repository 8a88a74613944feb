/** Calls listeners in the order they were added. If one throws, the later ones are not called and the caller gets the error. */
export function listeners<Event>() {
  const added: ((event: Event) => void)[] = [];
  return {
    add: (listener: (event: Event) => void): void => void added.push(listener),
    notify(event: Event): void {
      for (const listener of added) listener(event);
    },
  };
}
