import { useMemo } from "react";
import { Markdown } from "../../../ui/Markdown.tsx";
import { usePartFold } from "../transcript.store.ts";
import { CodeLine } from "./CodeLine.tsx";
import { BlockPart, FoldRest, foldedAbove, LongText } from "./LongText.tsx";
import { RichText } from "./RichText.tsx";
import {
  type Found,
  type FoundFile,
  type FoundLink,
  firstOf,
  foundIn,
  resultCount,
} from "./search-results.ts";
import { text as words } from "./text.ts";

const block = "rounded-sm bg-sunken py-1.5 font-mono text-2xs";

function FileMatches({ path, lines }: FoundFile) {
  const width = String(Math.max(...lines.map(({ number }) => number ?? 0))).length;
  return (
    <li>
      {path !== "" && (
        <p className={`px-2.5 wrap-anywhere ${lines.length > 0 ? "font-semibold" : ""}`}>
          <RichText text={path} />
        </p>
      )}
      {lines.map(({ number, text, isMatch }, position) => (
        <CodeLine
          // The same line may match twice.
          key={position}
          mark={String(number ?? "").padStart(width)}
          markWidth="ps-2.5 pe-2 whitespace-pre text-faint"
          spoken={number === null ? "" : `${number}: `}
          text={text}
          pieces={undefined}
          tone={isMatch ? "" : "text-faint"}
        />
      ))}
    </li>
  );
}

/** Files, each with its lines. */
function Files({ foldKey, files }: { foldKey: string; files: readonly FoundFile[] }) {
  const [open, toggle] = usePartFold(`${foldKey}:out`);
  const { shown, hidden } = useMemo(() => firstOf(files, foldedAbove), [files]);
  return (
    <>
      <ul
        className={`${block} flex flex-col ${files.some(({ lines }) => lines.length > 0) ? "gap-1.5" : ""}`}
      >
        {(open ? files : shown).map((file, position) => (
          <FileMatches key={`${position} ${file.path}`} {...file} />
        ))}
      </ul>
      <FoldRest hidden={hidden} open={open} onToggle={toggle} />
    </>
  );
}

function Links({ links }: { links: readonly FoundLink[] }) {
  return (
    <ul className="flex flex-col gap-1 pb-1 text-xs">
      {links.map(({ title, url }, position) => (
        <li key={`${position} ${url}`} className="flex flex-wrap gap-x-2 wrap-anywhere">
          <a href={url} target="_blank" rel="noreferrer noopener" className="text-accent hover:underline">
            <RichText text={title} />
          </a>
          <span className="text-faint">{new URL(url).host}</span>
        </li>
      ))}
    </ul>
  );
}

function ResultList({ foldKey, found: { files, links, rest } }: { foldKey: string; found: Found }) {
  return (
    <>
      {links.length > 0 ? <Links links={links} /> : <Files foldKey={foldKey} files={files} />}
      {links.length > 0 && rest !== "" && <Markdown text={rest} />}
      {links.length === 0 && rest !== "" && (
        <div className="pt-1">
          <LongText foldKey={`${foldKey}:rest`} text={rest} />
        </div>
      )}
    </>
  );
}

/** The result of a search as a list, or as the tool wrote it. */
export function SearchResult({ foldKey, text }: { foldKey: string; text: string }) {
  const found = useMemo(() => foundIn(text), [text]);
  const [plain, toggle] = usePartFold(`${foldKey}:plain`);
  return (
    <BlockPart
      label={words.call.result}
      copied={text}
      aside={
        found && (
          <>
            <span className="font-normal">{resultCount(found)}</span>
            <button
              type="button"
              aria-pressed={plain}
              onClick={toggle}
              className="ms-auto rounded-sm px-1 text-accent hover:underline"
            >
              {words.search.asText}
            </button>
          </>
        )
      }
    >
      {found && !plain ? (
        <ResultList foldKey={foldKey} found={found} />
      ) : (
        <LongText foldKey={`${foldKey}:out`} text={text} />
      )}
    </BlockPart>
  );
}
