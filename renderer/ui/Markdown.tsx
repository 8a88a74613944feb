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
import { piecesOf } from "../lib/code/spans.ts";
import { CodeText } from "./CodeText.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { useHighlighting } from "./use-highlighting.ts";

let Streamdown: ComponentType<StreamdownProps> | null = null;

/**
 * Whether the renderer, which is large and comes after the page, is here; while the service is away it may not be had.
 * It enters in a transition and not by Suspense, which holds back what comes within 300 ms of its fallback.
 */
function useStreamdown(): boolean {
  const [here, setHere] = useState(Streamdown !== null);
  useEffect(() => {
    if (here) return;
    const enter = (module: { Streamdown: ComponentType<StreamdownProps> }): void => {
      Streamdown = module.Streamdown;
      startTransition(() => setHere(true));
    };
    // The text stays as it was written; the next one that is drawn asks again.
    import("streamdown").then(enter, () => undefined);
  }, [here]);
  return here;
}

/** The text is still being written; its code is coloured once it is whole. */
const Live = createContext(false);

const textOf = (node: ReactNode): string => {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(textOf).join("");
  const children = (node as { props?: { children?: ReactNode } } | null)?.props?.children;
  return children === undefined ? "" : textOf(children);
};

/** What a fence says of its code, which stands in the one element within. */
function fenceOf(children: ReactNode): string {
  const { className } = (children as { props?: { className?: unknown } } | null)?.props ?? {};
  return /(?:^|\s)language-([^\s{]+)/.exec(typeof className === "string" ? className : "")?.[1] ?? "";
}

function CodeFrame({ children }: ComponentProps<"pre">) {
  const block = useRef<HTMLPreElement>(null);
  const text = textOf(children);
  const fence = fenceOf(children);
  const live = useContext(Live);
  const code = useMemo(
    () => (fence === "" || live ? null : { parts: [text], languageHint: { fence } }),
    [fence, live, text],
  );
  const spans = useHighlighting(code, block);
  return (
    <div className="group/code relative my-2">
      <pre
        ref={block}
        className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs leading-relaxed"
      >
        {spans ? (
          <code>
            <CodeText pieces={piecesOf(text, spans)} />
          </code>
        ) : (
          children
        )}
      </pre>
      <CopyButton
        label="Copy the code"
        text={() => text}
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
  // Fetching a picture would tell its host what the agent read; a link leaves that to the reader.
  img: ({ src, alt }: ComponentProps<"img">) => (
    <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noreferrer noopener">
      {alt || "Picture"}
    </a>
  ),
};

/** Markdown as an agent writes it; the text stands as it is until it can be drawn. */
export const Markdown = memo(function Markdown({ text, live = false }: { text: string; live?: boolean }) {
  const here = useStreamdown();
  return (
    <div className="markdown">
      {here && Streamdown ? (
        <Live value={live}>
          <Streamdown
            mode={live ? "streaming" : "static"}
            controls={false}
            linkSafety={{ enabled: false }}
            components={components}
            className=""
          >
            {text}
          </Streamdown>
        </Live>
      ) : (
        <p className="whitespace-pre-wrap">{text}</p>
      )}
    </div>
  );
});
