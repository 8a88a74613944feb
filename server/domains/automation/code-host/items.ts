import type { OutsideEvent } from "../triggers/index.ts";

export type ItemTarget = "issue" | "pull_request";

/** An issue or a pull request as the code host shows it. Times are epoch milliseconds of its clock. */
export interface Item {
  target: ItemTarget;
  /** `owner/name` */
  repository: string;
  number: number;
  title: string;
  url: string;
  author: string;
  labels: readonly string[];
  body: string;
  isOpen: boolean;
  createdAt: number;
  updatedAt: number;
}

const bodyLimit = 10_000;
/** The host takes a moment to put the labels of a new issue on it. */
const openedWithMs = 10_000;

const nameOf = ({ repository, number }: Item): string => `${repository}#${number}`;

export const hasLabel = ({ labels }: Pick<Item, "labels">, label: string): boolean =>
  labels.some((one) => one.toLowerCase() === label.toLowerCase());

/** The same for the poller and the webhook, whatever the case of names. */
export const labelKey = (item: Item, label: string): string => `label:${nameOf(item)}:${label}`.toLowerCase();
export const issueKey = (item: Item): string => `issue:${nameOf(item)}`.toLowerCase();

export const openedEvent = (item: Item): OutsideEvent => ({
  key: issueKey(item),
  opened: hostNameOf(item),
  happenedAt: item.createdAt,
  summary: `${nameOf(item)} ${item.title}`,
  variables: variablesOf(item, `Issue ${nameOf(item)} was opened`),
});

/** As its address has it: a condition may name the repository as it was called before. */
function hostNameOf({ url, number }: Item): string {
  const [, owner = "", repo = ""] = URL.parse(url)?.pathname.split("/") ?? [];
  return `${owner}/${repo}#${number}`;
}

/** A label that the item was opened with; a person may put one on an issue that an agent opened. */
const isOpenedWith = (item: Item, at: number): boolean =>
  item.target === "issue" && at - item.createdAt <= openedWithMs;

export const labeledEvent = (item: Item, label: string, at: number): OutsideEvent => ({
  key: labelKey(item, label),
  ...(isOpenedWith(item, at) && { opened: hostNameOf(item) }),
  happenedAt: at,
  summary: `${nameOf(item)} ${label}: ${item.title}`,
  variables: variablesOf(item, `${nameOf(item)} got the label ${label}`),
});

const variablesOf = (item: Item, event: string) => ({
  event,
  link: item.url,
  text: item.body.slice(0, bodyLimit),
  author: item.author,
  repo: item.repository,
  number: item.number,
  title: item.title,
  labels: [...item.labels],
});
