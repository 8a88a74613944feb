import { type ReactNode, useMemo, useRef } from "react";
import { canHighlight, piecesOf } from "../../../lib/code/spans.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { useHighlighting } from "../../../ui/use-highlighting.ts";
import { usePartFold } from "../transcript.store.ts";
import { clip } from "../view-model.ts";
import { RichCode, RichText } from "./RichText.tsx";
import { text as words } from "./text.ts";
import { hasAnsi, headOf } from "./text-parts.ts";

/** Longer texts are collapsed to this many lines. */
export const foldedAbove = 40;
const drawn = { characters: 200_000, lines: 4_000 };

/** A part of a call: its label, a copy button, and the part itself. */
export function BlockPart({
  label,
  copied,
  aside,
  children,
}: {
  label: string;
  copied: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <figure className="mb-2 last:mb-0">
      <figcaption className="flex h-7 items-center gap-2 text-2xs font-medium text-faint">
        {label}
        {aside}
        <CopyButton label={words.long.copy(label)} text={() => copied} className={aside ? "" : "ms-auto"} />
      </figcaption>
      {children}
    </figure>
  );
}

/** Expands or collapses the rest of a long part. */
export function FoldRest({ hidden, open, onToggle }: { hidden: number; open: boolean; onToggle(): void }) {
  if (hidden === 0) return null;
  return (
    <button
      type="button"
      onClick={onToggle}
      className="mt-1 text-2xs font-medium text-accent hover:underline"
    >
      {open ? words.long.showFirst(foldedAbove) : words.long.showMore(hidden.toLocaleString())}
    </button>
  );
}

interface Props {
  foldKey: string;
  text: string;
  tone?: string;
  /** Set for code: the file name or the fence name determines the language. */
  file?: string;
  fence?: string;
}

/** The output of a program; collapsed if it is longer than a screen. */
export function LongText({ foldKey, text, tone = "", file, fence }: Props) {
  const [open, toggle] = usePartFold(foldKey);
  const block = useRef<HTMLPreElement>(null);
  const { head, hidden } = headOf(text, foldedAbove);
  const shown = clip(open ? text : head, drawn);
  const code = useMemo(() => {
    const languageHint = file === undefined ? { fence: fence ?? "" } : { file };
    // The full text if possible, so that colors do not change when the rest is expanded.
    return hasAnsi(text) ? null : { parts: [canHighlight([text]) ? text : head], languageHint };
  }, [text, head, file, fence]);
  const spans = useHighlighting(code, block);
  return (
    <>
      <pre
        ref={block}
        className={`rounded-sm bg-sunken px-2.5 py-2 font-mono text-2xs wrap-anywhere whitespace-pre-wrap ${tone}`}
      >
        {spans ? <RichCode pieces={piecesOf(shown.text, spans)} /> : <RichText text={shown.text} />}
      </pre>
      <FoldRest hidden={hidden} open={open} onToggle={toggle} />
      {shown.clipped && <p className="pt-1 text-2xs text-faint">{words.long.truncated}</p>}
    </>
  );
}
