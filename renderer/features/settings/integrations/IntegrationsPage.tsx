import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { usePlugins } from "./api.ts";
import { IntegrationDialog } from "./IntegrationDialog.tsx";
import { IntegrationSection } from "./IntegrationSection.tsx";
import { text } from "./text.ts";

/** Registered applications, the triggers they may fire, and their keys. */
export function IntegrationsPage() {
  const plugins = usePlugins();
  const [registering, setRegistering] = useState(false);
  return (
    <QueryContent query={plugins} what={text.page.loading}>
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
              <p className="text-sm text-soft">
                {external_apps.length === 1
                  ? text.page.count(external_apps.length)
                  : `${external_apps.length} integrations are registered.`}
              </p>
            )}
          </SettingsSection>
          {external_apps.map((plugin) => (
            <IntegrationSection key={plugin.id} plugin={plugin} triggers={triggers} baseUrl={base_url} />
          ))}
          {registering && (
            <IntegrationDialog plugin={null} triggers={triggers} onClose={() => setRegistering(false)} />
          )}
        </>
      )}
    </QueryContent>
  );
}
