import { useRef, useState } from "react";

/**
 * What a control shows that says its choices elsewhere: the choice from the press on, for as long as it is on its way.
 * Where it is refused the control goes back; to say so is the business of whoever took the choice.
 */
export function useOptimisticValue<T>(value: T, onChoose: (value: T) => unknown): [T, (value: T) => void] {
  const [held, hold] = useState<{ value: T } | null>(null);
  const latest = useRef<object | null>(null);
  const choose = (next: T): void => {
    const taken = onChoose(next);
    if (!(taken instanceof Promise)) return;
    const choice = { value: next };
    latest.current = choice;
    hold(choice);
    const release = (): void => {
      // A later choice may be on its way by now.
      if (latest.current === choice) hold(null);
    };
    taken.then(release, release);
  };
  return [held === null ? value : held.value, choose];
}
