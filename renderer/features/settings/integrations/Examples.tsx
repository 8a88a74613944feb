import type { ExternalApp } from "../../../../server/domains/automation/integrations/model.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { curlExample, mcpExample } from "./view-model.ts";

function Example({ title, text }: { title: string; text: string }) {
  return (
    <figure>
      <figcaption className="mb-1 flex items-center justify-between text-xs text-soft">
        {title}
        <CopyButton label={`Copy: ${title}`} text={() => text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by key. */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">
        {text}
      </pre>
    </figure>
  );
}

/** How an application uses its key, with this service's own address. */
export function Examples({ plugin, baseUrl }: { plugin: ExternalApp; baseUrl: string }) {
  const [first] = plugin.triggers;
  return (
    <details className="pt-3">
      <summary className="cursor-pointer text-xs font-semibold text-soft hover:text-ink">Examples</summary>
      <div className="mt-2 flex flex-col gap-3">
        {first !== undefined && <Example title="From a shell" text={curlExample(baseUrl, first)} />}
        <Example title="From an MCP client" text={mcpExample(baseUrl)} />
      </div>
    </details>
  );
}
