import type { TimelineItem } from "../view-model.ts";
import { RichText } from "./RichText.tsx";

/** An entry as stored, with its result. */
export function RawEntry({ item }: { item: TimelineItem }) {
  const { entry, result } = item;
  const lines = [entry, ...(result ? [result] : [])].map((one) => JSON.stringify(one, null, 2));
  return (
    <pre
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="my-1 max-h-[60dvh] overflow-auto rounded-md border border-line bg-sunken px-2.5 py-2 font-mono text-2xs wrap-anywhere whitespace-pre-wrap"
    >
      <RichText text={lines.join("\n")} />
    </pre>
  );
}
