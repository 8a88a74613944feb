import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { usePlugins } from "./api.ts";
import { IntegrationDialog } from "./IntegrationDialog.tsx";
import { IntegrationSection } from "./IntegrationSection.tsx";

/** Outside applications that may fire some triggers, with a key of their own. */
export function IntegrationsPage() {
  const plugins = usePlugins();
  const [registering, setRegistering] = useState(false);
  return (
    <QueryContent query={plugins} what="the integrations">
      {({ external_apps, triggers, base_url }) => (
        <>
          <SettingsSection
            title="Registered applications"
            description="Each integration has its own keys and can fire only the triggers you select."
            action={
              <Button variant="primary" size="small" onClick={() => setRegistering(true)}>
                <Plus aria-hidden className="size-3.5" />
                New integration
              </Button>
            }
          >
            {external_apps.length === 0 ? (
              <EmptyState
                title="No integrations yet"
                text="Register an application, select the triggers it can fire, and create a key for it."
              />
            ) : (
              <p className="text-sm text-soft">
                {external_apps.length === 1
                  ? "1 integration is registered."
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
