import { Keys } from "../../ui/Kbd.tsx";

/** The key that gives an answer. Hidden on touch screens. */
export function AnswerKey({ of, onFill = false }: { of: string; onFill?: boolean }) {
  return (
    <span className="inline-flex pointer-coarse:hidden">
      <Keys shortcut={of} onFill={onFill} />
    </span>
  );
}
