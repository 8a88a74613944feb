import { Plus } from "lucide-react";
import { useState } from "react";
import { apiDocsPath } from "../../../lib/docs-paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useApiKeys } from "./api.ts";
import { KeyRow } from "./KeyRow.tsx";
import { NewKeyDialog } from "./NewKeyDialog.tsx";
import { text } from "./text.ts";

export function KeysPage() {
  const keys = useApiKeys();
  const [minting, setMinting] = useState(false);
  const mint = (
    <Button variant="primary" size="small" onClick={() => setMinting(true)}>
      <Plus aria-hidden className="size-3.5" />
      {text.page.new}
    </Button>
  );
  const description = (
    <>
      {text.page.description}{" "}
      <a href={apiDocsPath} className="font-medium text-accent hover:underline">
        {text.page.operations}
      </a>
    </>
  );
  return (
    <SettingsSection title={text.page.title} description={description} action={mint}>
      <QueryContent query={keys} what={text.page.loading}>
        {({ api_keys }) =>
          api_keys.length === 0 ? (
            <EmptyState title={text.page.empty} text={text.page.emptyHint} />
          ) : (
            <ul aria-label={text.page.label} className="-my-2.5">
              {api_keys.map((apiKey) => (
                <KeyRow key={apiKey.id} apiKey={apiKey} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {minting && <NewKeyDialog onClose={() => setMinting(false)} />}
    </SettingsSection>
  );
}
