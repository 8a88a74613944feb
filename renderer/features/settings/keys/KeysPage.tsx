import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useApiKeys } from "./api.ts";
import { KeyRow } from "./KeyRow.tsx";
import { MintDialog } from "./MintDialog.tsx";

export function KeysPage() {
  const keys = useApiKeys();
  const [minting, setMinting] = useState(false);
  const mint = (
    <Button variant="primary" size="small" onClick={() => setMinting(true)}>
      <Plus aria-hidden className="size-3.5" />
      New key
    </Button>
  );
  return (
    <SettingsSection
      title="Keys"
      description="Send a key in the X-API-Key header. Keys from the API_KEYS variable appear here after their first use."
      action={mint}
    >
      <QueryContent query={keys} what="the keys">
        {({ api_keys }) =>
          api_keys.length === 0 ? (
            <EmptyState
              title="No keys yet"
              text="Create a key for the first program that uses this service."
            />
          ) : (
            <ul aria-label="API keys" className="-my-2.5">
              {api_keys.map((apiKey) => (
                <KeyRow key={apiKey.id} apiKey={apiKey} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {minting && <MintDialog onClose={() => setMinting(false)} />}
    </SettingsSection>
  );
}
