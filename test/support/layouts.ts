import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gitIn } from "./repository.ts";

/** A file's content, `run:` for one that can be started, `link:` for a link, or another repository's name. */
type Entry = string | Buffer | { submodule: string };

export interface Layout {
  name: string;
  entries: Record<string, Entry>;
  /** The file that an agent changes. */
  edited: string;
  /** Where the agent starts. */
  subdirectory?: string;
  lfs?: Record<string, string>;
}

const many = (count: number, entry: (n: number) => [path: string, content: Entry]): Record<string, Entry> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => entry(n)));

const gitmodules = (modules: Record<string, string>): string =>
  Object.entries(modules)
    .map(([path, url]) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${url}\n`)
    .join("");

/** Shapes of repositories that people have, with no more in each file than makes it one of its kind. */
export const layouts: readonly Layout[] = [
  {
    name: "a monorepo of 20,000 files",
    edited: "packages/team-7/src/module-700.ts",
    entries: {
      "package.json": '{ "private": true, "workspaces": ["packages/*"] }\n',
      ...many(20_000, (n) => [
        `packages/team-${Math.floor(n / 100)}/src/module-${n}.ts`,
        `export const n = ${n};\n`,
      ]),
    },
  },
  {
    name: "a Rust workspace",
    edited: "crates/core/src/lib.rs",
    subdirectory: "crates/core",
    entries: {
      "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
      "Cargo.lock": "version = 4\n",
      ".gitignore": "/target\n",
      ".cargo/config.toml": "[build]\n",
      ...many(12, (n) => [`crates/part-${n}/src/lib.rs`, `pub fn part_${n}() {}\n`]),
      "crates/core/Cargo.toml": '[package]\nname = "core"\n',
      "crates/core/src/lib.rs": "pub fn core() {}\n",
    },
  },
  {
    name: "a Go service with its vendor tree",
    edited: "cmd/serve/main.go",
    entries: {
      "go.mod": "module example.test/serve\n",
      "cmd/serve/main.go": "package main\n\nfunc main() {}\n",
      "vendor/modules.txt": "# example.test/dep v1.0.0\n",
      ...many(300, (n) => [`vendor/example.test/dep/v${n % 5}/file_${n}.go`, `package dep${n}\n`]),
    },
  },
  {
    name: "a Python project with models in Git LFS",
    edited: "src/train/loop.py",
    entries: {
      ".gitattributes": "*.safetensors filter=lfs diff=lfs merge=lfs -text\n* text=auto\n*.ipynb -diff\n",
      "pyproject.toml": '[project]\nname = "train"\n',
      "src/train/__init__.py": "",
      "src/train/loop.py": "def loop():\n    return 1\n",
      "notebooks/first.ipynb": '{"cells": []}\n',
    },
    lfs: { "models/small.safetensors": "weights ".repeat(4_000) },
  },
  {
    name: "a Rails application",
    edited: "app/models/account.rb",
    entries: {
      Gemfile: 'source "https://rubygems.org"\n',
      "bin/rails": "run:#!/usr/bin/env ruby\n",
      "config/credentials.yml.enc": Buffer.from(randomBytes(600).toString("base64")),
      "config/database.yml": "default: &default\n  adapter: sqlite3\n",
      "db/schema.rb": "ActiveRecord::Schema.define {}\n",
      "log/.keep": "",
      "tmp/.keep": "",
      ".gitignore": "/log/*\n!/log/.keep\n/tmp/*\n!/tmp/.keep\n",
      "app/models/account.rb": "class Account\nend\n",
      ...many(60, (n) => [`app/views/pages/page_${n}.html.erb`, `<p><%= ${n} %></p>\n`]),
    },
  },
  {
    name: "an Android application with submodules",
    edited: "app/src/main/java/test/example/Main.kt",
    entries: {
      ".gitmodules": gitmodules({ "external/player": "../player.git", "external/codec": "../codec.git" }),
      "external/player": { submodule: "player" },
      "external/codec": { submodule: "codec" },
      gradlew: "run:#!/bin/sh\n",
      "settings.gradle": "include ':app'\n",
      "app/src/main/AndroidManifest.xml": "<manifest />\n",
      "app/src/main/java/test/example/Main.kt": "package test.example\n",
      ...many(40, (n) => [`app/src/main/res/drawable-xhdpi/icon_${n}.png`, randomBytes(300)]),
    },
  },
  {
    name: "a Next.js monorepo with pnpm",
    edited: "apps/web/app/(shop)/[slug]/page.tsx",
    subdirectory: "apps/web",
    entries: {
      "pnpm-workspace.yaml": "packages: [apps/*, packages/*]\n",
      "pnpm-lock.yaml": `lockfileVersion: '9.0'\n${"# entry\n".repeat(5_000)}`,
      ".npmrc": "engine-strict=true\n",
      "apps/web/app/(shop)/[slug]/page.tsx": "export default () => null;\n",
      "apps/web/app/[...rest]/page.tsx": "export default () => null;\n",
      "packages/ui/README.md": "link:../../pnpm-workspace.yaml",
      "packages/ui/src/@modal/index.tsx": "export {};\n",
    },
  },
  {
    name: "a C++ project with CMake and nested submodules",
    edited: "src/engine.cpp",
    entries: {
      ".gitmodules": gitmodules({ "third_party/codec": "../codec.git" }),
      "third_party/codec": { submodule: "codec" },
      "CMakeLists.txt": "project(engine)\n",
      "src/engine.cpp": "int main() { return 0; }\n",
      "src/Engine.hpp": "#pragma once\n",
      "build.sh": "run:#!/bin/sh\ncmake -B build\n",
    },
  },
  {
    name: "a Java project of many Gradle modules",
    edited: "services/billing/src/main/java/test/example/billing/internal/rules/Rounding.java",
    entries: {
      ".gitattributes": "*.bat text eol=crlf\n*.jar binary\n",
      "gradlew.bat": "@echo off\n",
      gradlew: "run:#!/bin/sh\n",
      "gradle/wrapper/gradle-wrapper.jar": randomBytes(40_000),
      "settings.gradle.kts": 'rootProject.name = "example"\n',
      "services/billing/src/main/java/test/example/billing/internal/rules/Rounding.java":
        "class Rounding {}\n",
      ...many(80, (n) => [`services/service-${n}/build.gradle.kts`, "plugins { java }\n"]),
    },
  },
  {
    name: "a documentation site with huge pictures",
    edited: "docs/Über uns/erste Seite.md",
    entries: {
      "mkdocs.yml": "site_name: Example\n",
      "docs/Über uns/erste Seite.md": "# Seite\n",
      "docs/日本語/概要.md": "# 概要\n",
      "docs/pictures/a wide photo (1).png": randomBytes(6_000_000),
      "docs/pictures/film.webm": randomBytes(9_000_000),
      "docs/very/deep/tree/of/folders/that/goes/on/and/on/page.md": "# Deep\n",
    },
  },
];

/** Bare repositories in `folder` whose names others name as submodules: `codec` has one of its own. */
export async function makeSubmoduleRepositories(folder: string): Promise<Record<string, string>> {
  const player = await importRepository(join(folder, "player.git"), { "player.txt": "player\n" }, {});
  const entries = {
    ".gitmodules": gitmodules({ "deps/player": "../player.git" }),
    "deps/player": { submodule: "player" },
    "codec.txt": "codec\n",
  };
  const codec = await importRepository(join(folder, "codec.git"), entries, { player });
  return { player, codec };
}

/** A bare repository of one layout; `commits` are those of the submodules by name. Resolves with its path. */
export async function makeLayout(
  folder: string,
  { name, entries, lfs = {} }: Layout,
  commits: Record<string, string>,
): Promise<string> {
  const path = join(folder, `${name.replaceAll(/\W+/g, "-")}.git`);
  const pointers: Record<string, Entry> = {};
  for (const [file, content] of Object.entries(lfs)) {
    const oid = createHash("sha256").update(content).digest("hex");
    pointers[file] =
      `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
    const object = join(path, "lfs", "objects", oid.slice(0, 2), oid.slice(2, 4), oid);
    await mkdir(dirname(object), { recursive: true });
    await writeFile(object, content);
  }
  await importRepository(path, { ...entries, ...pointers }, commits);
  return path;
}

/** Resolves with the commit. */
async function importRepository(
  path: string,
  entries: Record<string, Entry>,
  commits: Record<string, string>,
): Promise<string> {
  await mkdir(path, { recursive: true });
  await gitIn(path, "init", "--quiet", "--bare", "--initial-branch=main");
  const git = spawn("git", ["fast-import", "--quiet"], { cwd: path, stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(git, "exit");
  git.stdin.write("commit refs/heads/main\ncommitter Test <test@signalbox.invalid> 0 +0000\ndata 5\nFirst\n");
  for (const [file, entry] of Object.entries(entries)) {
    if (typeof entry === "object" && "submodule" in entry) {
      git.stdin.write(`M 160000 ${commits[entry.submodule]} ${file}\n`);
      continue;
    }
    const [kind] = typeof entry === "string" ? (/^(?:run|link):/.exec(entry) ?? [""]) : [""];
    const mode = { "run:": "100755", "link:": "120000" }[kind] ?? "100644";
    const content = Buffer.from(typeof entry === "string" ? entry.slice(kind.length) : entry);
    git.stdin.write(`M ${mode} inline ${file}\ndata ${content.length}\n`);
    git.stdin.write(content);
    git.stdin.write("\n");
  }
  git.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  return (await gitIn(path, "rev-parse", "main")).trim();
}
