import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/QueryContent.tsx";
import { SettingsBlock } from "../../../ui/SettingsSection.tsx";
import { usePlugins } from "./api.ts";
import { PluginBlock } from "./IntegrationBlock.tsx";
import { PluginDialog } from "./IntegrationDialog.tsx";

/** Outside applications that may fire some triggers, with a key of their own. */
export function PluginsPage() {
  const plugins = usePlugins();
  const [registering, setRegistering] = useState(false);
  return (
    <Loaded query={plugins} what="the plugins">
      {({ external_apps, triggers, base_url }) => (
        <>
          <SettingsBlock
            title="Registered applications"
            about="Each has keys of its own, and fires only the triggers that are ticked for it."
            aside={
              <Button look="primary" size="small" onClick={() => setRegistering(true)}>
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
          </SettingsBlock>
          {external_apps.map((plugin) => (
            <PluginBlock key={plugin.id} plugin={plugin} triggers={triggers} baseUrl={base_url} />
          ))}
          {registering && (
            <PluginDialog plugin={null} triggers={triggers} onClose={() => setRegistering(false)} />
          )}
        </>
      )}
    </Loaded>
  );
}
