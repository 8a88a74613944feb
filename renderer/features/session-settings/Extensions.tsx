import type { PickName } from "../../../server/domains/agents/catalog/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { Field } from "../../ui/Field.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { toastWarning } from "../../ui/toasts.ts";
import { pickOptions } from "../new-session/view-model.ts";
import { changeHooks, changeMcpServers, changePlugins, changeSkills } from "./api.ts";
import {
  chosenOf,
  type InheritedExtension,
  inheritedExtensions,
  unavailableServers,
} from "./extension-sources.ts";
import { text } from "./text.ts";
import { useSessionSetting } from "./use-session-setting.ts";

type Change = (
  id: number,
  names: string[],
) => Promise<{ session: Session; oauth_required?: boolean; message?: string | undefined }>;

const changes: Record<PickName, Change> = {
  mcpServers: changeMcpServers,
  skills: changeSkills,
  hooks: changeHooks,
  plugins: changePlugins,
};
const order: readonly PickName[] = ["mcpServers", "skills", "hooks", "plugins"];

function Inherited({ label, extensions }: { label: string; extensions: readonly InheritedExtension[] }) {
  if (extensions.length === 0) return null;
  return (
    <ul aria-label={text.extensions.automatic(label)} className="flex flex-wrap gap-1.5">
      {extensions.map(({ name, from }) => (
        <li key={name} className="rounded-sm border border-line border-dashed px-1.5 text-xs wrap-anywhere">
          {name} <span className="text-faint">{from}</span>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  session: Session;
  configs: Configs;
}

function PickEditor({ session, configs, pick }: Props & { pick: PickName }) {
  const label = text.extensions.kinds[pick];
  const { value, change, busy } = useSessionSetting({
    sessionId: session.id,
    current: chosenOf(session, pick),
    send: (names) => changes[pick](session.id, names),
    refused: text.extensions.failed(label),
    onSaved: ({ oauth_required, message }) => {
      if (oauth_required) toastWarning(message ?? text.extensions.signIn);
    },
  });
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} aside={busy && text.extensions.saving}>
        {({ id }) => (
          <MultiSelect
            id={id}
            options={pickOptions(configs, pick)}
            values={value}
            onValuesChange={change}
            placeholder={text.extensions.none}
          />
        )}
      </Field>
      <Inherited label={label} extensions={inheritedExtensions(session, configs, pick)} />
    </div>
  );
}

/** The extensions of the agent: MCP servers, skills, hooks and plugins. */
export function Extensions({ session, configs }: Props) {
  const problems = unavailableServers(session, configs);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-faint">{text.extensions.nextTurn}</p>
      {problems.length > 0 && (
        <ul aria-label={text.extensions.unavailable} className="text-xs text-failed">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {order.map((pick) => (
        <PickEditor key={pick} pick={pick} session={session} configs={configs} />
      ))}
    </div>
  );
}
