import { readFailureDetail } from "../sessions/failure-detail.ts";
import { text } from "./text.ts";

const pre =
  "max-h-40 w-full overflow-auto rounded-sm font-mono text-2xs wrap-anywhere whitespace-pre-wrap text-ink";

/** What went wrong in words; the JSON that came with it is folded. */
export function DetailText({ detail, plain = false }: { detail: string; plain?: boolean }) {
  const { words, raw } = readFailureDetail(detail);
  return (
    <>
      {words !== "" &&
        (plain ? (
          words
        ) : (
          // A scrolling region must be reachable by keyboard.
          <pre tabIndex={0} className={pre}>
            {words}
          </pre>
        ))}
      {raw !== null && (
        <details className="w-full text-xs text-soft">
          <summary className="cursor-pointer">{text.raw}</summary>
          <pre tabIndex={0} className={`mt-1 ${pre}`}>
            {raw}
          </pre>
        </details>
      )}
    </>
  );
}
