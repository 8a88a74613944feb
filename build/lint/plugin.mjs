import { basename } from "node:path";

/**
 * The part of oxlint's rule interface used here; a node is what its selector names.
 * @typedef {any} Node
 * @typedef {{ filename: string, sourceCode: { getAllComments(): { value: string }[], getText(node: Node): string }, report(found: { node: Node, message: string }): void }} Context
 */

/** better-sqlite3 rejects an async transaction only at run time; this reports it earlier. */
const syncTransaction = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Node} node */
    "CallExpression[callee.property.name='transaction'] > :matches(ArrowFunctionExpression, FunctionExpression)[async=true]"(
      node,
    ) {
      context.report({
        node,
        message: "A SQLite transaction must be synchronous: await before or after it.",
      });
    },
  }),
};

const GENERIC_NAMES = /^(utils?|helpers?|types|common|misc|shared)\.tsx?$/;

/** A file with a generic name collects unrelated code. */
const fileSaysItsJob = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Node} node */
    Program(node) {
      if (GENERIC_NAMES.test(basename(context.filename))) {
        context.report({ node, message: "Name the file after the one thing that it does." });
      }
    },
  }),
};

const SUPPRESSION =
  /^[\s*]*(?:(?:oxlint|eslint)-disable\S*|biome-ignore|@ts-(?:expect-error|ignore|nocheck))/;
const REASON = /--\s*\S+|@ts-expect-error:?\s+\S+|biome-ignore[^:]*:\s*\S+/;

/** A suppression gives its reason on the same line. */
const suppressionHasReason = {
  /** @param {Context} context */
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (SUPPRESSION.test(comment.value) && !REASON.test(comment.value)) {
          context.report({
            node: comment,
            message: "Give the reason for the suppression on this line: -- reason.",
          });
        }
      }
    },
  }),
};

const RUNNERS = new Set(["it", "test", "describe"]);

/** A test is skipped inside with `context.skip("reason")`, so that the run can print the reason. */
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

/** React cannot tell siblings with the same key apart, so old ones stay on the page when it changes. */
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
            message: "A sibling has the same key. Make the keys different.",
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
