import { basename } from "node:path";

/**
 * The part of oxlint's rule interface used here; a node is what its selector names.
 * @typedef {any} Node
 * @typedef {{ filename: string, sourceCode: { getAllComments(): { value: string }[], getText(node: Node): string }, report(found: { node: Node, message: string }): void }} Context
 */

/** better-sqlite3 refuses an async transaction, but only once the line runs; say it before. */
const syncTransaction = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Node} node */
    "CallExpression[callee.property.name='transaction'] > :matches(ArrowFunctionExpression, FunctionExpression)[async=true]"(
      node,
    ) {
      context.report({
        node,
        message: "A SQLite transaction must be synchronous: do the awaiting before or after it.",
      });
    },
  }),
};

const DRAWERS = /^(utils?|helpers?|types|common|misc|shared)\.tsx?$/;

/** A file that is named for no job collects everybody's. */
const fileSaysItsJob = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Node} node */
    Program(node) {
      if (DRAWERS.test(basename(context.filename))) {
        context.report({ node, message: "Name the file after the one thing that it is about." });
      }
    },
  }),
};

const SUPPRESSION =
  /^[\s*]*(?:(?:oxlint|eslint)-disable\S*|biome-ignore|@ts-(?:expect-error|ignore|nocheck))/;
const REASON = /--\s*\S+|@ts-expect-error:?\s+\S+|biome-ignore[^:]*:\s*\S+/;

/** Whoever turns a rule off says why, on the same line. */
const suppressionHasReason = {
  /** @param {Context} context */
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (SUPPRESSION.test(comment.value) && !REASON.test(comment.value)) {
          context.report({
            node: comment,
            message: "Say on this line why the rule does not hold here: -- reason.",
          });
        }
      }
    },
  }),
};

const RUNNERS = new Set(["it", "test", "describe"]);

/** A test is skipped from inside, `context.skip("reason")`, so that the run can print why. */
const skipHasReason = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Node} node */
    MemberExpression(node) {
      const { object, property } = node;
      if (object.type !== "Identifier" || !RUNNERS.has(object.name)) return;
      if (["skip", "skipIf", "runIf", "todo"].includes(property.name)) {
        context.report({
          node,
          message: 'Skip inside the test with context.skip("reason"), so that the reason is printed.',
        });
      }
    },
    /** @param {Node} node */
    "CallExpression[callee.property.name='skip'][arguments.length=0]"(node) {
      context.report({ node, message: "Give the reason for skipping." });
    },
  }),
};

/** React keeps what it cannot tell apart: of two children with one key, the old ones stay on the page when it changes. */
const siblingsHaveKeysOfTheirOwn = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Node} node */
    ":matches(JSXElement, JSXFragment)"(node) {
      const keys = new Set();
      for (const child of node.children) {
        const key = child.openingElement?.attributes.find(isKey);
        if (!key) continue;
        const text = context.sourceCode.getText(key);
        if (keys.has(text)) {
          context.report({
            node: key,
            message: "A sibling has this key too; say in it which of them this is.",
          });
        }
        keys.add(text);
      }
    },
  }),
};

/** @param {Node} attribute */
const isKey = (attribute) => attribute.name?.name === "key";

export default {
  meta: { name: "local" },
  rules: {
    "sync-transaction": syncTransaction,
    "file-says-its-job": fileSaysItsJob,
    "suppression-has-reason": suppressionHasReason,
    "skip-has-reason": skipHasReason,
    "siblings-have-keys-of-their-own": siblingsHaveKeysOfTheirOwn,
  },
};
