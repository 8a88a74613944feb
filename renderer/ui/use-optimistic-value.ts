import { useRef, useState } from "react";

/**
 * The value that a controlled input shows: the new one from the press until its promise settles. If the change is
 * refused, the input returns to the old value; the caller reports the error.
 */
export function useOptimisticValue<T>(value: T, onChange: (value: T) => unknown): [T, (value: T) => void] {
  const [pending, setPending] = useState<{ value: T } | null>(null);
  const latest = useRef<object | null>(null);
  const choose = (next: T): void => {
    const result = onChange(next);
    if (!(result instanceof Promise)) return;
    const choice = { value: next };
    latest.current = choice;
    setPending(choice);
    const release = (): void => {
      // A later choice may be pending by now.
      if (latest.current === choice) setPending(null);
    };
    result.then(release, release);
  };
  return [pending === null ? value : pending.value, choose];
}
