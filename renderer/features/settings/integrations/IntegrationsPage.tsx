import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useIntegrations } from "./api.ts";
import { IntegrationDialog } from "./IntegrationDialog.tsx";
import { IntegrationSection } from "./IntegrationSection.tsx";
import { text } from "./text.ts";

/** Registered applications, the triggers they may fire, and their keys. */
export function IntegrationsPage() {
  const integrations = useIntegrations();
  const [registering, setRegistering] = useState(false);
  return (
    <QueryContent query={integrations} what={text.page.loading}>
      {({ external_apps, triggers, base_url }) => (
        <>
          <SettingsSection
            title={text.page.title}
            description={text.page.description}
            action={
              <Button variant="primary" size="small" onClick={() => setRegistering(true)}>
                <Plus aria-hidden className="size-3.5" />
                {text.dialog.new}
              </Button>
            }
          >
            {external_apps.length === 0 ? (
              <EmptyState title={text.page.empty} text={text.page.emptyHint} />
            ) : (
              <p className="text-sm text-soft">{text.page.count(external_apps.length)}</p>
            )}
          </SettingsSection>
          {external_apps.map((integration) => (
            <IntegrationSection
              key={integration.id}
              integration={integration}
              triggers={triggers}
              baseUrl={base_url}
            />
          ))}
          {registering && (
            <IntegrationDialog integration={null} triggers={triggers} onClose={() => setRegistering(false)} />
          )}
        </>
      )}
    </QueryContent>
  );
}
