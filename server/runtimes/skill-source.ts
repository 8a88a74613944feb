/** A directory of the catalog that is copied into the workspace. */
export interface SkillSource {
  id: string;
  /** Absolute folder that holds SKILL.md. */
  path: string;
  /** Absolute files copied flat into `references/`. */
  references: readonly string[];
}
