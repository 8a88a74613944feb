import { type ComponentProps, type ComponentType, lazy, memo, type ReactNode, Suspense } from "react";
import type { StreamdownProps } from "streamdown";
import { CopyButton } from "./CopyButton.tsx";

const plain = (text: string) => <p className="whitespace-pre-wrap">{text}</p>;

/** While the service is away the renderer may not be had; the text is then shown as it was written. */
const Streamdown = lazy(
  (): Promise<{ default: ComponentType<StreamdownProps> }> =>
    import("streamdown").then(
      (module) => ({ default: module.Streamdown }),
      () => ({ default: ({ children }) => plain(children ?? "") }),
    ),
);

const textOf = (node: ReactNode): string => {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(textOf).join("");
  const children = (node as { props?: { children?: ReactNode } } | null)?.props?.children;
  return children === undefined ? "" : textOf(children);
};

function CodeFrame({ children }: ComponentProps<"pre">) {
  return (
    <div className="group/code relative my-2">
      <pre className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs leading-relaxed">
        {children}
      </pre>
      <CopyButton
        label="Copy the code"
        text={() => textOf(children)}
        className="absolute top-1 right-1 bg-sunken opacity-0 group-hover/code:opacity-100 focus-visible:opacity-100"
      />
    </div>
  );
}

const components = {
  pre: CodeFrame,
  code: ({ children }: ComponentProps<"code">) => <code>{children}</code>,
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

/** Markdown as an agent writes it. The renderer loads when it is first needed; until then the text stands as it is. */
export const Markdown = memo(function Markdown({ text, live = false }: { text: string; live?: boolean }) {
  return (
    <div className="markdown">
      <Suspense fallback={plain(text)}>
        <Streamdown
          mode={live ? "streaming" : "static"}
          controls={false}
          linkSafety={{ enabled: false }}
          components={components}
          className=""
        >
          {text}
        </Streamdown>
      </Suspense>
    </div>
  );
});
