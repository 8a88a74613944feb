/** Who hears of what happens, in the order they came. A listener that throws stops those after it and the teller. */
export function listeners<Event>() {
  const heard: ((event: Event) => void)[] = [];
  return {
    add: (listener: (event: Event) => void): void => void heard.push(listener),
    tell(event: Event): void {
      for (const listener of heard) listener(event);
    },
  };
}
