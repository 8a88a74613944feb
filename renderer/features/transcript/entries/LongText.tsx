import { type ReactNode, useMemo, useRef } from "react";
import { canHighlight, piecesOf } from "../../../lib/code/spans.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { useHighlighting } from "../../../ui/use-highlighting.ts";
import { usePartFold } from "../transcript.store.ts";
import { clip } from "../view-model.ts";
import { RichCode, RichText } from "./RichText.tsx";
import { hasAnsi, headOf } from "./text-parts.ts";

/** More lines than these are folded in. */
export const foldedAbove = 40;
const drawn = { characters: 200_000, lines: 4_000 };

/** A part of a call's block: what it is, what copies it, and the part itself. */
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
        <CopyButton
          label={`Copy: ${label.toLowerCase()}`}
          text={() => copied}
          className={aside ? "" : "ms-auto"}
        />
      </figcaption>
      {children}
    </figure>
  );
}

/** Folds the rest of something long out and in. */
export function FoldRest({ hidden, open, onToggle }: { hidden: number; open: boolean; onToggle(): void }) {
  if (hidden === 0) return null;
  return (
    <button
      type="button"
      onClick={onToggle}
      className="mt-1 text-2xs font-medium text-accent hover:underline"
    >
      {open ? `Show the first ${foldedAbove} lines` : `Show ${hidden.toLocaleString()} more lines`}
    </button>
  );
}

interface Props {
  foldKey: string;
  text: string;
  tone?: string;
  /** It is code: as a file of this name has it, or as a fence calls it. */
  file?: string;
  fence?: string;
}

/** A text as a program wrote it; what is longer than a screen is folded in. */
export function LongText({ foldKey, text, tone = "", file, fence }: Props) {
  const [open, toggle] = usePartFold(foldKey);
  const block = useRef<HTMLPreElement>(null);
  const { head, hidden } = headOf(text, foldedAbove);
  const shown = clip(open ? text : head, drawn);
  const code = useMemo(() => {
    const languageHint = file === undefined ? { fence: fence ?? "" } : { file };
    // All of it where that may be, so that nothing changes its colours when the rest is folded out.
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
      {shown.clipped && (
        <p className="pt-1 text-2xs text-faint">Cut off here. Copy includes the full text.</p>
      )}
    </>
  );
}
