/** What the rule asks about a text: the runtime, the price list and the owner's models. */
export interface ModelEvidence {
  /** How the runtime reads the text; null if it cannot be a model of it. */
  name: { plain: string; isKnown: boolean } | null;
  isAdded: boolean;
  isPriced(plain: string): boolean;
}

/** Whether a text is a model of a runtime: we list it for its CLI, the price list has it, or the owner added it. */
export const isListedModel = ({ name, isAdded, isPriced }: ModelEvidence): boolean =>
  isAdded || (name !== null && (name.isKnown || isPriced(name.plain)));
