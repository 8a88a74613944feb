import { noticeKinds, type PullRequestNotices } from "../../../server/domains/review/pull-requests/model.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckMenu } from "../../ui/CheckMenu.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { toastError } from "../../ui/toasts.ts";
import {
  useChangeSessionNotices,
  useNoticeDefaults,
  useSaveNoticeDefaults,
  useSessionNotices,
} from "./notice-api.ts";
import { text as words } from "./text.ts";

const text = words.notices;

interface SwitchesProps {
  label: string;
  notices: PullRequestNotices;
  onChange(change: Partial<PullRequestNotices>): void;
}

function Switches({ label, notices, onChange }: SwitchesProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-x-5 gap-y-1">
      {noticeKinds.map((kind) => (
        <Switch
          key={kind}
          label={text.kinds[kind]}
          checked={notices[kind]}
          onCheckedChange={(on) => onChange({ [kind]: on })}
        />
      ))}
    </div>
  );
}

const onError = (error: unknown): void => toastError(text.failed, error);

/** Which messages sessions get about their pull requests by default. */
export function NoticeDefaults() {
  const query = useNoticeDefaults();
  const save = useSaveNoticeDefaults();
  return (
    <SettingsSection title={text.defaultsTitle} description={text.defaultsHint}>
      <QueryContent query={query} what={text.what}>
        {({ notices }) => (
          <Switches
            label={text.defaultsTitle}
            notices={notices}
            onChange={(change) => save.mutate({ ...notices, ...change }, { onError })}
          />
        )}
      </QueryContent>
    </SettingsSection>
  );
}

/** Which messages one session gets about its pull requests, in a menu. Draws nothing until they are loaded. */
export function SessionNoticeMenu({ id }: { id: number }) {
  const { data } = useSessionNotices(id);
  const change = useChangeSessionNotices(id);
  if (!data) return null;
  return (
    <CheckMenu
      trigger={
        <Button size="small" variant="quiet">
          {text.menu}
        </Button>
      }
      title={text.title}
      checkboxes={noticeKinds.map((kind) => ({
        id: kind,
        label: text.kinds[kind],
        checked: data.effective[kind],
        toggle: () => change.mutate({ [kind]: !data.effective[kind] }, { onError }),
      }))}
      items={[]}
    />
  );
}
