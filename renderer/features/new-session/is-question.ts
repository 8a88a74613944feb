/** Asks for an answer, where "Can you add…?" asks for work. */
const asksForWork =
  /^(?:(?:hi|hey|hello|ok|okay|please|so|and|also|then)[,!]?\s+)*(?:(?:can|could|would|will) (?:you|we)|(?:let's|let us))\b(?! (?:please )?(?:explain|tell|describe|say|show|list|summarize|summarise|compare|remind|find out|look up|check (?:if|whether|why|how))\b)/i;

/** What a sentence starts with that orders work. */
const orders =
  /^(?:please\s+)?(?:add|adapt|apply|build|bump|change|clean|convert|create|delete|document|drop|extract|fix|implement|improve|increase|install|make|merge|migrate|move|open|port|raise|reduce|refactor|remove|rename|replace|rewrite|set|simplify|split|support|translate|try|update|upgrade|use|write)\b/i;

const endsAsking = /[?？؟][)\]"'”’»*_\s]*$/u;

/** Whether a prompt only asks something: it ends on a question, and no sentence of it asks for work. */
export function isQuestion(prompt: string): boolean {
  const words = prompt.replace(/```[\s\S]*?(?:```|$)/g, " ").trim();
  if (!endsAsking.test(words)) return false;
  const sentences = words
    .split(/(?<=[.!?？！。؟])\s+|\n+/u)
    .map((sentence) => sentence.replace(/^[-*\d.)\s]+/, ""));
  return !sentences.some((sentence) => orders.test(sentence) || asksForWork.test(sentence));
}
