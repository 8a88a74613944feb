import {
  type ComponentProps,
  type ComponentType,
  createContext,
  memo,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { StreamdownProps } from "streamdown";
import { fencedCode } from "../lib/code/fences.ts";
import { type Code, piecesOf } from "../lib/code/spans.ts";
import { CodeText } from "./CodeText.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { text } from "./text.ts";
import { highlightAhead, useHighlighting } from "./use-highlighting.ts";

let Streamdown: ComponentType<StreamdownProps> | null = null;

/**
 * Loads the Markdown renderer, which is large and comes after the page. Returns whether it is loaded.
 * A transition shows it, because Suspense delays content that arrives within 300 ms of its fallback.
 */
function useStreamdown(): boolean {
  const [loaded, setLoaded] = useState(Streamdown !== null);
  useEffect(() => {
    if (loaded) return;
    const show = (module: { Streamdown: ComponentType<StreamdownProps> }): void => {
      Streamdown = module.Streamdown;
      startTransition(() => setLoaded(true));
    };
    // On failure the plain text stays, and the next Markdown block tries again.
    import("streamdown").then(show, () => undefined);
  }, [loaded]);
  return loaded;
}

/** True while the text is still streaming; its code is highlighted once it is complete. */
const StreamingContext = createContext(false);

const textOf = (node: ReactNode): string => {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(textOf).join("");
  const children = (node as { props?: { children?: ReactNode } } | null)?.props?.children;
  return children === undefined ? "" : textOf(children);
};

/** Blocks of code of one text that are highlighted while the Markdown renderer is still loading. */
const aheadLimit = 3;

const codeOf = (fence: string, source: string): Code => ({
  parts: [source.replace(/\n$/, "")],
  languageHint: { fence },
});

/** The language that a fence names, read from the class of the code element inside. */
function fenceOf(children: ReactNode): string {
  const { className } = (children as { props?: { className?: unknown } } | null)?.props ?? {};
  return /(?:^|\s)language-([^\s{]+)/.exec(typeof className === "string" ? className : "")?.[1] ?? "";
}

function CodeFrame({ children }: ComponentProps<"pre">) {
  const block = useRef<HTMLPreElement>(null);
  const source = textOf(children);
  const fence = fenceOf(children);
  const live = useContext(StreamingContext);
  const code = useMemo(() => (fence === "" || live ? null : codeOf(fence, source)), [fence, live, source]);
  const spans = useHighlighting(code, block);
  return (
    <div className="group/code relative my-2">
      <pre
        ref={block}
        className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs leading-relaxed"
      >
        {spans ? (
          <code>
            <CodeText pieces={piecesOf(source, spans)} />
          </code>
        ) : (
          children
        )}
      </pre>
      <CopyButton
        label={text.copy.code}
        text={() => source}
        className="absolute end-1 top-1 bg-sunken opacity-0 group-hover/code:opacity-100 focus-visible:opacity-100"
      />
    </div>
  );
}

const components = {
  pre: CodeFrame,
  code: ({ className, children }: ComponentProps<"code">) => <code className={className}>{children}</code>,
  inlineCode: ({ children }: ComponentProps<"code">) => <code>{children}</code>,
  a: ({ href, children }: ComponentProps<"a">) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  table: ({ children }: ComponentProps<"table">) => <table>{children}</table>,
  // Loading a picture would tell its host that the text was read; a link leaves that to the reader.
  img: ({ src, alt }: ComponentProps<"img">) => (
    <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noreferrer noopener">
      {alt || text.markdown.picture}
    </a>
  ),
};

/** An agent's Markdown; shown as plain text until the renderer is loaded. */
export const Markdown = memo(function Markdown({ text, live = false }: { text: string; live?: boolean }) {
  const loaded = useStreamdown();
  useEffect(() => {
    if (live) return;
    return highlightAhead(fencedCode(text, aheadLimit).map(({ fence, source }) => codeOf(fence, source)));
  }, [text, live]);
  return (
    <div className="markdown">
      {loaded && Streamdown ? (
        <StreamingContext value={live}>
          <Streamdown
            mode={live ? "streaming" : "static"}
            controls={false}
            linkSafety={{ enabled: false }}
            components={components}
            className=""
          >
            {text}
          </Streamdown>
        </StreamingContext>
      ) : (
        <p className="whitespace-pre-wrap">{text}</p>
      )}
    </div>
  );
});
