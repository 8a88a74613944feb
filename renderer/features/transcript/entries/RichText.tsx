import type { AnserJsonEntry } from "anser";
import { EyeOff } from "lucide-react";
import { type CSSProperties, Fragment, startTransition, useEffect, useState } from "react";
import type { Piece } from "../../../lib/code/spans.ts";
import { CodeText } from "../../../ui/CodeText.tsx";
import { text as words } from "./text.ts";
import { codeParts, hasAnsi, type Redaction, textParts, withoutAnsi } from "./text-parts.ts";

type Read = (text: string) => AnserJsonEntry[];
let readAnsi: Read | null = null;

/** The parser of terminal colors, once loaded; most transcripts do not need it. */
function useAnsi(wanted: boolean): Read | null {
  const [here, setHere] = useState(readAnsi !== null);
  useEffect(() => {
    if (!wanted || here) return;
    import("anser").then(
      ({ default: anser }) => {
        readAnsi = (text) => anser.ansiToJson(text, { json: true, remove_empty: true, use_classes: true });
        startTransition(() => setHere(true));
      },
      // The text stays without colors.
      () => undefined,
    );
  }, [wanted, here]);
  return wanted && here ? readAnsi : null;
}

/** Mixed with the text color, so that true colors are readable in both themes. */
const readableColor = (rgb: string): string => `color-mix(in srgb, rgb(${rgb}) 60%, var(--ink))`;

function styleOf({ fg, fg_truecolor, decorations }: AnserJsonEntry): {
  className: string;
  style?: CSSProperties;
} {
  const marks = decorations.map((decoration) => `ansi-${decoration}`);
  const className = [fg && !fg_truecolor ? fg : "", ...marks].filter(Boolean).join(" ");
  return fg_truecolor ? { className, style: { color: readableColor(fg_truecolor) } } : { className };
}

function RemovedSecret({ redaction: { name, title } }: { redaction: Redaction }) {
  return (
    <span
      title={title}
      className="mx-px inline-flex items-center gap-1 rounded-sm bg-needs-soft px-1 align-bottom font-sans text-2xs leading-4 text-needs"
    >
      <EyeOff aria-hidden className="size-3" />
      <span className="sr-only">{words.secrets.removed} </span>
      {name}
    </span>
  );
}

/** Pieces of a text are keyed by position. */
function Plain({ text }: { text: string }) {
  return textParts(text).map((part, position) =>
    typeof part === "string" ? (
      <Fragment key={position}>{part}</Fragment>
    ) : (
      <RemovedSecret key={position} redaction={part} />
    ),
  );
}

/** Highlighted code, with a label in place of removed secrets. */
export function RichCode({ pieces }: { pieces: readonly Piece[] }) {
  return codeParts(pieces).map((part, position) =>
    "kind" in part ? (
      <CodeText key={position} pieces={[part]} />
    ) : (
      <RemovedSecret key={position} redaction={part} />
    ),
  );
}

/** The output of a program with its colors, and with a label in place of removed secrets. */
export function RichText({ text }: { text: string }) {
  const colored = hasAnsi(text);
  const read = useAnsi(colored);
  if (!read) return <Plain text={colored ? withoutAnsi(text) : text} />;
  return read(text).map((piece, position) => (
    <span key={position} {...styleOf(piece)}>
      <Plain text={withoutAnsi(piece.content)} />
    </span>
  ));
}
