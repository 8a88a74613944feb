import type { ExternalApp } from "../../../../server/domains/automation/integrations/model.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { text } from "./text.ts";
import { curlExample, mcpExample } from "./view-model.ts";

function Example({ title, code }: { title: string; code: string }) {
  return (
    <figure>
      <figcaption className="mb-1 flex items-center justify-between text-xs text-soft">
        {title}
        <CopyButton label={text.examples.copy(title)} text={() => code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by key. */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">
        {code}
      </pre>
    </figure>
  );
}

/** How an application uses its key, with the address of this service. */
export function Examples({ integration, baseUrl }: { integration: ExternalApp; baseUrl: string }) {
  const [first] = integration.triggers;
  return (
    <details className="pt-3">
      <summary className="cursor-pointer text-xs font-semibold text-soft hover:text-ink">
        {text.examples.title}
      </summary>
      <div className="mt-2 flex flex-col gap-3">
        {first !== undefined && <Example title={text.examples.shell} code={curlExample(baseUrl, first)} />}
        <Example title={text.examples.mcp} code={mcpExample(baseUrl)} />
      </div>
    </details>
  );
}
