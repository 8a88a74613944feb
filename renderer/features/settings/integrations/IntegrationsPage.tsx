import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { usePlugins } from "./api.ts";
import { PluginBlock } from "./IntegrationBlock.tsx";
import { PluginDialog } from "./IntegrationDialog.tsx";

/** Outside applications that may fire some triggers, with a key of their own. */
export function PluginsPage() {
  const plugins = usePlugins();
  const [registering, setRegistering] = useState(false);
  return (
    <QueryContent query={plugins} what="the plugins">
      {({ external_apps, triggers, base_url }) => (
        <>
          <SettingsSection
            title="Registered applications"
            description="Each has keys of its own, and fires only the triggers that are ticked for it."
            action={
              <Button variant="primary" size="small" onClick={() => setRegistering(true)}>
                <Plus aria-hidden className="size-3.5" />
                New plugin
              </Button>
            }
          >
            {external_apps.length === 0 ? (
              <EmptyState
                title="No plugins yet"
                text="Register an application, tick the triggers it may fire, and give it a key."
              />
            ) : (
              <p className="text-sm text-soft">
                {external_apps.length === 1
                  ? "One is registered."
                  : `${external_apps.length} are registered.`}
              </p>
            )}
          </SettingsSection>
          {external_apps.map((plugin) => (
            <PluginBlock key={plugin.id} plugin={plugin} triggers={triggers} baseUrl={base_url} />
          ))}
          {registering && (
            <PluginDialog plugin={null} triggers={triggers} onClose={() => setRegistering(false)} />
          )}
        </>
      )}
    </QueryContent>
  );
}
