import type { GenesisClasses as Classes } from "../../../server/domains/scheduling/genesis-classes/model.ts";
import type { SchedulingClass } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { resetGenesisClasses, setGenesisClass, useInferenceChange } from "./api.ts";
import { text } from "./text.ts";

const words = text.genesis;
const options = (["spot", "priority"] as const).map((value) => ({ value, label: words.classes[value] }));
const failed = (error: unknown): void => toastError(words.failed, error);

function Kind({ kind }: { kind: Classes["kinds"][number] }) {
  const { genesis, settable, live_sessions } = kind;
  const { mutateAsync } = useInferenceChange(setGenesisClass);
  const name = words.kinds[genesis] ?? genesis;
  const choose = (to: SchedulingClass) =>
    mutateAsync({ genesis, to }, { onSuccess: ({ message }) => toastSuccess(message), onError: failed });
  return (
    <li className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0">
      <span className="min-w-0 flex-1 basis-40">
        <span className="text-sm">{name}</span>
        <span className="block text-xs text-faint">
          {settable ? words.moves(live_sessions) : words.byTrigger}
        </span>
      </span>
      {settable ? (
        <SegmentedControl
          label={words.classOf(name)}
          value={kind.class}
          options={options}
          onChange={choose}
        />
      ) : (
        <span className="text-sm text-soft">{words.classes[kind.class]}</span>
      )}
    </li>
  );
}

/** Which sessions wait for room and which start at once, by where they come from. */
export function GenesisClasses({ classes: { kinds, overrides } }: { classes: Classes }) {
  const { mutate, isPending } = useInferenceChange(resetGenesisClasses);
  const reset = Object.keys(overrides).length > 0 && (
    <Button
      size="small"
      busy={isPending}
      onClick={() =>
        mutate(undefined, { onSuccess: ({ message }) => toastSuccess(message), onError: failed })
      }
    >
      {words.reset}
    </Button>
  );
  return (
    <SettingsSection title={words.title} description={words.intro} action={reset}>
      <ul className="-my-2">
        {kinds
          .toSorted((a, b) => Number(b.settable) - Number(a.settable))
          .map((kind) => (
            <Kind key={kind.genesis} kind={kind} />
          ))}
      </ul>
    </SettingsSection>
  );
}
