/** What of a bridge's message decides whether a condition fires. */
interface Written {
  text: string;
  isMine: boolean;
  isFromBridge: boolean;
  isToMe: boolean;
}

export interface BridgeCondition {
  chat: string;
  mode: "listen" | "addressed";
  keywords: readonly string[];
  includesMine: boolean;
}

export function bridgeConditionOf(configuration: Readonly<Record<string, unknown>>): BridgeCondition {
  const { chat_id: chat, mode, keywords, include_from_me: mine } = configuration;
  return {
    chat: typeof chat === "string" ? chat : "",
    mode: mode === "addressed" ? "addressed" : "listen",
    keywords: Array.isArray(keywords) ? keywords.filter((word) => typeof word === "string") : [],
    includesMine: mine === true,
  };
}

/** What the bridge writes itself never counts. */
export const isCounted = ({ includesMine }: BridgeCondition, message: Written): boolean =>
  !message.isFromBridge && (includesMine || !message.isMine);

/** By a mention, an answer, or one of the words; without words, by the account's name. */
export function isAddressed(condition: BridgeCondition, message: Written, ownName: string): boolean {
  if (message.isToMe) return true;
  const words = condition.keywords.length > 0 ? condition.keywords : [ownName];
  return words.some((word) => hasWord(message.text, word.trim()));
}

/** The whole word, whatever its case. */
function hasWord(text: string, word: string): boolean {
  if (word === "") return false;
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "iu").test(text);
}

/** Whether the messages fire it: all do in `listen`, and one that addresses it in `addressed`. */
export const fires = (condition: BridgeCondition, messages: readonly Written[], ownName: string): boolean =>
  condition.mode === "listen"
    ? messages.length > 0
    : messages.some((message) => isAddressed(condition, message, ownName));
