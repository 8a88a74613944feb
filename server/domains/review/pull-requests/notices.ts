import type { Database } from "../../../db/open.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import {
  allNotices,
  type ChosenNotices,
  type NoticeKind,
  nothingChosen,
  noticeKinds,
  type PullRequestNotices,
  pullRequestNotices,
  type SessionNotices,
} from "./model.ts";
import { noticeStore } from "./notice-store.ts";

const setting: AppSetting<PullRequestNotices> = { key: "pull_request_notices", schema: pullRequestNotices };

export type PullRequestNoticeService = ReturnType<typeof noticeService>;

/** What sessions are told of their pull requests: by default, and as chosen for one session. */
export function noticeService({ database, settings }: { database: Database; settings: AppSettings }) {
  const store = noticeStore(database);
  const defaults = (): PullRequestNotices => settings.read(setting) ?? allNotices;

  function ofSession(id: number): SessionNotices {
    const chosen = store.find(id) ?? nothingChosen;
    const usual = defaults();
    const effective = { ...usual };
    for (const kind of noticeKinds) effective[kind] = chosen[kind] ?? usual[kind];
    return { chosen, effective };
  }

  return {
    defaults,
    setDefaults(notices: PullRequestNotices): PullRequestNotices {
      settings.write(setting, notices);
      return defaults();
    },
    ofSession,
    change: (id: number, change: { [Kind in NoticeKind]?: boolean | null | undefined }): SessionNotices =>
      database.transaction(() => {
        const { chosen } = ofSession(id);
        const wanted: ChosenNotices = { ...chosen };
        for (const kind of noticeKinds) {
          const value = change[kind];
          if (value !== undefined) wanted[kind] = value;
        }
        store.set(id, wanted);
        return ofSession(id);
      }),
    isOn: (id: number, kind: NoticeKind): boolean => ofSession(id).effective[kind],
  };
}
