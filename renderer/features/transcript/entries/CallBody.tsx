import { useMemo } from "react";
import { type EventOf, inputText } from "../view-model.ts";
import { EditDiff } from "./EditDiff.tsx";
import { JsonTree } from "./JsonTree.tsx";
import { BlockPart, LongText } from "./LongText.tsx";
import { lineDiff, patchedFile, patchLines } from "./line-diff.ts";
import { NumberedText } from "./NumberedText.tsx";
import { numberedCode } from "./read-text.ts";
import { SearchResult } from "./SearchResult.tsx";
import { isSearchCommand } from "./search-results.ts";
import { TodoList } from "./TodoList.tsx";
import { text } from "./text.ts";
import { hasAnsi } from "./text-parts.ts";
import { jsonOf, type ToolView } from "./tool-view.ts";

export type Result = EventOf<"tool_result"> | null;

const tree = "overflow-x-auto rounded-sm bg-sunken px-2 py-1.5 font-mono text-2xs";

interface CallInputProps {
  foldKey: string;
  view: ToolView;
}

function Edits({ foldKey, view }: { foldKey: string; view: Extract<ToolView, { kind: "edit" }> }) {
  const diffs = useMemo(() => view.edits.map(({ before, after }) => lineDiff(before, after)), [view.edits]);
  return (
    <div className="mb-2 flex flex-col gap-1.5">
      {diffs.map((lines, position) => (
        // An edit has no other key than its position.
        <EditDiff key={position} foldKey={`${foldKey}:edit${position}`} lines={lines} file={view.path} />
      ))}
    </div>
  );
}

function Patch({ foldKey, text }: { foldKey: string; text: string }) {
  const lines = useMemo(() => patchLines(text), [text]);
  return <EditDiff foldKey={`${foldKey}:patch`} lines={lines} file={patchedFile(text)} />;
}

/** The input of a call. */
function CallInput({ foldKey, view }: CallInputProps) {
  switch (view.kind) {
    case "edit":
      return <Edits foldKey={foldKey} view={view} />;
    case "patch":
      return <Patch foldKey={foldKey} text={view.text} />;
    case "todo":
      return <TodoList items={view.items} />;
    case "shell":
      return (
        <BlockPart label={text.call.command} copied={view.command}>
          <LongText foldKey={`${foldKey}:in`} text={view.command} fence="sh" />
        </BlockPart>
      );
    case "read":
      return <p className="mb-1 font-mono text-2xs wrap-anywhere text-soft">{view.path}</p>;
    case "search":
    case "mcp":
    case "other":
      return <Arguments foldKey={foldKey} input={view.input} />;
  }
}

function Arguments({ foldKey, input }: { foldKey: string; input: unknown }) {
  const json = inputText(input);
  if (json === "" || json === "{}") return null;
  const values = typeof input === "object" && input !== null;
  return (
    <BlockPart label={text.call.input} copied={json}>
      {values && json.startsWith("{") ? (
        <div className={tree}>
          <JsonTree name={null} value={input} />
        </div>
      ) : (
        <LongText foldKey={`${foldKey}:in`} text={json} />
      )}
    </BlockPart>
  );
}

/** More lines than this are shown as one text, which is faster. */
const mostNumbered = 1_500;

/** The content of a file, highlighted in its language. */
function FileText({ foldKey, text, path }: { foldKey: string; text: string; path: string }) {
  const code = useMemo(() => numberedCode(text), [text]);
  const key = `${foldKey}:out`;
  if (code === null || code.lines.length > mostNumbered)
    return <LongText foldKey={key} text={text} file={path} />;
  return <NumberedText foldKey={key} code={code} file={path} />;
}

/** The output of a tool, as a tree if it is JSON. */
function Output({ foldKey, result }: { foldKey: string; result: NonNullable<Result> }) {
  const value = useMemo(() => jsonOf(result.text), [result.text]);
  if (value === undefined) {
    const tone = result.isError && !hasAnsi(result.text) ? "text-failed" : "";
    return <LongText foldKey={`${foldKey}:out`} text={result.text} tone={tone} />;
  }
  return (
    <div className={tree}>
      <JsonTree name={null} value={value} />
    </div>
  );
}

/** Whether the output may list lines of files. */
const isSearch = (view: ToolView | null, text: string): boolean =>
  !hasAnsi(text) &&
  ((view?.kind === "search" && jsonOf(text) === undefined) ||
    (view?.kind === "shell" && isSearchCommand(view.command)));

function CallResult({
  foldKey,
  view,
  result,
}: Omit<CallBodyProps, "live"> & { result: NonNullable<Result> }) {
  if (!result.isError && isSearch(view, result.text))
    return <SearchResult foldKey={foldKey} text={result.text} />;
  return (
    <BlockPart label={text.call.result} copied={result.text}>
      {view?.kind === "read" && !result.isError ? (
        <FileText foldKey={foldKey} text={result.text} path={view.path} />
      ) : (
        <Output foldKey={foldKey} result={result} />
      )}
    </BlockPart>
  );
}

export interface CallBodyProps {
  foldKey: string;
  /** Null for a result without its call. */
  view: ToolView | null;
  result: Result;
  live: boolean;
}

/** The block shows the effect, so its result is not repeated. */
const showsEffect = (view: ToolView | null, result: NonNullable<Result>): boolean =>
  !result.isError && (view?.kind === "edit" || view?.kind === "patch" || view?.kind === "todo");

/** The input and the result of a call. */
export function CallBody({ foldKey, view, result, live }: CallBodyProps) {
  return (
    <>
      {view && <CallInput foldKey={foldKey} view={view} />}
      {result && !showsEffect(view, result) && <CallResult foldKey={foldKey} view={view} result={result} />}
      {!result && <p className="text-xs text-faint">{live ? text.call.noResultYet : text.call.noResult}</p>}
    </>
  );
}
