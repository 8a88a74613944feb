import type { AnserJsonEntry } from "anser";
import { EyeOff } from "lucide-react";
import { type CSSProperties, Fragment, startTransition, useEffect, useState } from "react";
import type { Piece } from "../../../lib/code/spans.ts";
import { CodeText } from "../../../ui/CodeText.tsx";
import { codeParts, hasAnsi, type Redaction, textParts, withoutAnsi } from "./text-parts.ts";

type Read = (text: string) => AnserJsonEntry[];
let readAnsi: Read | null = null;

/** What reads a terminal's colours, once it is here; most transcripts never ask for it. */
function useAnsi(wanted: boolean): Read | null {
  const [here, setHere] = useState(readAnsi !== null);
  useEffect(() => {
    if (!wanted || here) return;
    import("anser").then(
      ({ default: anser }) => {
        readAnsi = (text) => anser.ansiToJson(text, { json: true, remove_empty: true, use_classes: true });
        startTransition(() => setHere(true));
      },
      // The text stays without its colours.
      () => undefined,
    );
  }, [wanted, here]);
  return wanted && here ? readAnsi : null;
}

/** Colours of a program are its own; drawn towards the ink they can be read on either ground. */
const trueColour = (rgb: string): string => `color-mix(in srgb, rgb(${rgb}) 60%, var(--ink))`;

function lookOf({ fg, fg_truecolor, decorations }: AnserJsonEntry): {
  className: string;
  style?: CSSProperties;
} {
  const marks = decorations.map((decoration) => `ansi-${decoration}`);
  const className = [fg && !fg_truecolor ? fg : "", ...marks].filter(Boolean).join(" ");
  return fg_truecolor ? { className, style: { color: trueColour(fg_truecolor) } } : { className };
}

function Taken({ redaction: { name, title } }: { redaction: Redaction }) {
  return (
    <span
      title={title}
      className="mx-px inline-flex items-center gap-1 rounded-sm bg-needs-soft px-1 align-bottom font-sans text-2xs leading-4 text-needs"
    >
      <EyeOff aria-hidden className="size-3" />
      <span className="sr-only">Secret removed: </span>
      {name}
    </span>
  );
}

/** The pieces of a text have no other name than their place. */
function Plain({ text }: { text: string }) {
  return textParts(text).map((part, position) =>
    typeof part === "string" ? (
      <Fragment key={position}>{part}</Fragment>
    ) : (
      <Taken key={position} redaction={part} />
    ),
  );
}

/** Code in its colours, with a sign where secrets were taken out. */
export function RichCode({ pieces }: { pieces: readonly Piece[] }) {
  return codeParts(pieces).map((part, position) =>
    "kind" in part ? <CodeText key={position} pieces={[part]} /> : <Taken key={position} redaction={part} />,
  );
}

/** A program's output with its colours, and with a sign where secrets were taken out. */
export function RichText({ text }: { text: string }) {
  const coloured = hasAnsi(text);
  const read = useAnsi(coloured);
  if (!read) return <Plain text={coloured ? withoutAnsi(text) : text} />;
  return read(text).map((piece, position) => (
    <span key={position} {...lookOf(piece)}>
      <Plain text={withoutAnsi(piece.content)} />
    </span>
  ));
}
