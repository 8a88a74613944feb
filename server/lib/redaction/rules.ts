import { contextRules } from "./context-rules.ts";
import { armourRule } from "./private-keys.ts";
import type { Rule } from "./rule.ts";
import { tokenRules } from "./token-rules.ts";

/** In order: if two rules match the same text, the earlier one names it. */
export const rules: readonly Rule[] = [armourRule, ...tokenRules, ...contextRules];
