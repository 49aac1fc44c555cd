/** One forbidden thing per rule, in files that exist only here: they prove that the rule is alive. */

export interface SeededViolation {
  readonly rule: string;
  /** What is seeded, in words. */
  readonly says: string;
  readonly files: Readonly<Record<string, string>>;
  /** How the one expected violation begins. */
  readonly at: string;
}

/** A file that breaks no rule but the seeded one: `line` stands on its second line. */
function file(line: string): string {
  return `/** Seeded. */\n${line}\n`;
}

const seeded = (rule: string, path: string, line: string): SeededViolation => {
  return { rule, says: `${path}: ${line}`, files: { [path]: file(line) }, at: `${path}:2 ` };
};

const EMULATOR_INDEX = { 'emulator/index.ts': file('export const emulator = 1;') };

export const SEEDED_VIOLATIONS: readonly SeededViolation[] = [
  seeded('imports of contract', 'contract/a.ts', "import { findFfmpeg } from '../emulator/render/ffmpeg-find.ts';"),
  seeded('imports of contract', 'contract/a.ts', "import express from 'express';"),
  seeded('imports of contract', 'contract/a.ts', "export type { Clip } from '../emulator/domain/ports.ts';"),
  seeded('imports of contract', 'contract/openapi/a.ts', "import { readFile } from 'node:fs/promises';"),
  seeded('imports of emulator/domain', 'emulator/domain/a.ts', "import { createHash } from 'node:crypto';"),
  seeded('imports of emulator/domain', 'emulator/domain/a.ts', "import { createHash } from 'crypto';"),
  seeded('imports of emulator/domain', 'emulator/domain/a.ts', "import { z } from 'zod';"),
  seeded('imports of emulator/domain', 'emulator/domain/a.ts', "import type { Store } from '../store/memory.ts';"),
  seeded('imports of emulator/domain', 'emulator/domain/a.ts', "import { FaultRule } from '../faults/rule.ts';"),
  seeded(
    'imports of emulator/domain',
    'emulator/domain/a.ts',
    "import type { FaultRegistry } from '../faults/registry.ts';",
  ),
  seeded('imports of emulator/domain', 'emulator/domain/a.ts', "export type A = import('../api/create.ts').A;"),
  seeded('imports of emulator/domain', 'emulator/domain/a.ts', "export * from '../render/clip.ts';"),
  seeded('imports of lib', 'lib/a.ts', "import { LIMITS } from '../contract/limits.ts';"),
  seeded('imports of emulator/inputs', 'emulator/inputs/a.ts', "import { draw } from '../faults/draw.ts';"),
  seeded('imports of emulator/faults', 'emulator/faults/a.ts', "export { create } from '../api/create.ts';"),
  seeded(
    'imports of emulator/journal',
    'emulator/journal/a.ts',
    "import { memoryStore } from '../store/memory-store.ts';",
  ),
  seeded('imports of emulator/store/durable', 'emulator/store/durable/a.ts', "import { open } from 'lmdb';"),
  seeded('imports of emulator/store', 'emulator/store/a.ts', "import type { Entry } from '../journal/entry.ts';"),
  seeded(
    'imports of emulator/store/shared',
    'emulator/store/shared/a.ts',
    "import type { Entry } from '../../journal/entry.ts';",
  ),
  seeded(
    'imports of emulator/render',
    'emulator/render/a.ts',
    "export const a = () => import('../transport/node.ts');",
  ),
  seeded('imports of emulator/render', 'emulator/render/a.ts', "export const a = () => import('sharp');"),
  seeded('imports of emulator/render/mp4', 'emulator/render/mp4/a.ts', "import { mux } from '../mux.ts';"),
  seeded(
    'imports of emulator/render/raster',
    'emulator/render/raster/a.ts',
    "import { grid } from '../picture/grid.ts';",
  ),
  seeded(
    'imports of emulator/render/segments',
    'emulator/render/segments/a.ts',
    "import { boxes } from '../mp4/boxes.ts';",
  ),
  seeded('imports of emulator/render/sound', 'emulator/render/sound/a.ts', "import { text } from '../raster/text.ts';"),
  seeded(
    'imports of emulator/render/picture',
    'emulator/render/picture/a.ts',
    "import { boxes } from '../mp4/boxes.ts';",
  ),
  seeded(
    'imports of emulator/inputs/network',
    'emulator/inputs/network/a.ts',
    "import { createMediaLibrary } from '../library.ts';",
  ),
  seeded(
    'imports of emulator/api/faults',
    'emulator/api/faults/a.ts',
    "import { setRules } from '../../faults/registry.ts';",
  ),
  seeded('imports of emulator/api', 'emulator/api/a.ts', "import { renderer } from '../render/renderer.ts';"),
  seeded('imports of emulator/api', 'emulator/api/a.ts', "import type { Reply } from '../transport/node.ts';"),
  seeded(
    'imports of emulator/transport',
    'emulator/transport/a.ts',
    "import { memoryStore } from '../store/memory-store.ts';",
  ),
  seeded('imports of emulator/control', 'emulator/control/a.ts', "import { server } from '../transport/node.ts';"),
  seeded('imports of emulator/control', 'emulator/control/a.ts', "import { ring } from '../journal/ring.ts';"),
  seeded(
    'imports of emulator/control/routes',
    'emulator/control/routes/a.ts',
    "import { store } from '../../store/memory.ts';",
  ),
  seeded(
    'imports of emulator/control/routes',
    'emulator/control/routes/a.ts',
    "import { randomBytes } from 'node:crypto';",
  ),
  seeded(
    'imports of emulator/control/docs',
    'emulator/control/docs/a.ts',
    "import { x } from '../routes/accounts.ts';",
  ),
  seeded('imports of emulator/server', 'emulator/server/a.ts', "import { renderer } from '../render/renderer.ts';"),
  seeded(
    'imports of emulator/settings',
    'emulator/settings/a.ts',
    "import { serve } from '../transport/node-server.ts';",
  ),
  seeded('imports of emulator/test-helpers', 'emulator/test-helpers/a.ts', "import { test } from 'vitest';"),
  seeded('imports of emulator/express', 'emulator/express/a.ts', "import express from 'express';"),
  seeded('imports of emulator/panel', 'emulator/panel/a.tsx', "import { createApi } from '../api/handler.ts';"),
  seeded('imports of emulator/panel/model', 'emulator/panel/model/a.ts', "import { render } from 'preact';"),
  seeded(
    'imports of emulator/panel/shared',
    'emulator/panel/shared/a.tsx',
    "import { useNow } from '../requests/use-now.ts';",
  ),
  ...['account', 'accounts', 'clip', 'requests'].map((view) =>
    seeded(`imports of emulator/panel/${view}`, `emulator/panel/${view}/a.tsx`, "import { readFile } from 'node:fs';"),
  ),
  seeded('imports of emulator/msw', 'emulator/msw/a.ts', "import express from 'express';"),
  seeded(
    'imports of emulator/wiring',
    'emulator/wiring/a.ts',
    "import { useStandin } from '../test-helpers/index.ts';",
  ),
  seeded('imports of emulator/wiring', 'emulator/wiring/a.ts', "import * as z from 'zod';"),
  seeded('imports of emulator', 'emulator/a.ts', "import { createRenderer } from './render/renderer.ts';"),
  seeded('imports of emulator', 'emulator/a.ts', "import { run } from '../conformance/index.ts';"),
  seeded('imports of emulator', 'emulator/a.ts', "import * as z from 'zod';"),
  seeded('imports of emulator', 'emulator/a.ts', "import { Command } from 'commander';"),
  seeded('imports of conformance', 'conformance/checks/a.ts', "import { limits } from '../../emulator/api/limits.ts';"),
  {
    rule: 'imports of conformance',
    says: 'the kit imports the emulator by its public name',
    files: { 'conformance/a.ts': file("import { createEmulator } from 'standin';"), ...EMULATOR_INDEX },
    at: 'conformance/a.ts:2 imports emulator/index.ts',
  },
  seeded('imports of conformance', 'conformance/a.ts', "import { mutants } from './prove/mutants.ts';"),
  seeded(
    'imports of conformance/prove',
    'conformance/prove/a.ts',
    "import { ledger } from '../../emulator/domain/ledger.ts';",
  ),
  seeded('imports of conformance/text', 'conformance/text/a.ts', "import type { Report } from '../engine/report.ts';"),
  seeded('imports of audition', 'audition/a.ts', "import { createApi } from '../emulator/api/handler.ts';"),
  seeded('imports of audition', 'audition/a.ts', "import { Command } from 'commander';"),
  seeded('imports of proxy', 'proxy/a.ts', "import { memoryStore } from '../emulator/store/memory.ts';"),
  seeded('imports of proxy', 'proxy/a.ts', "import { run } from '../conformance/index.ts';"),
  seeded('imports of fixtures', 'fixtures/a.ts', "import { createEmulator } from '../emulator/index.ts';"),
  seeded('imports of bin', 'bin/a.ts', "import { findFfmpeg } from '../emulator/render/ffmpeg-find.ts';"),
  seeded('imports of bin', 'bin/a.ts', "export const a = () => import('../contract/limits.ts');"),
  seeded('imports of bin', 'bin/a.ts', "export const a = createRequire(import.meta.url)('zod');"),
  seeded('imports of bench', 'bench/a.ts', "import type { MemoryStore } from '../emulator/store/memory-store.ts';"),
  seeded('tests-keep-to-their-side', 'conformance/a.test.ts', "import { a } from '../emulator/index.ts';"),
  seeded('tests-keep-to-their-side', 'emulator/api/a.test.ts', "import { a } from '../../conformance/index.ts';"),
  seeded('shipped-code-imports-no-tests', 'emulator/api/a.ts', "import { a } from './testing/a.ts';"),
  {
    rule: 'no-cycles',
    says: 'two files that need each other, one of them for a type',
    files: {
      'fixtures/a.ts': file("export { b } from './b.ts';"),
      'fixtures/b.ts': file("import type { c } from './a.ts';"),
    },
    at: 'fixtures/a.ts:1 imports itself: fixtures/a.ts > fixtures/b.ts > fixtures/a.ts',
  },
  seeded('computed-import', 'emulator/a.ts', 'export const a = (name: string) => import(name);'),
  seeded('commands-load-late', 'bin/a.ts', "import { createEmulator } from '../emulator/index.ts';"),
  seeded('commands-load-late', 'bin/a.ts', "import { createEngine } from '../emulator/commands.ts';"),
  {
    rule: 'start-without-schemas',
    says: 'a schema that is loaded with what a command needs to start',
    files: {
      'emulator/commands.ts': file("export { Rule } from './faults/rule.ts';"),
      'emulator/faults/rule.ts': file("import * as z from 'zod';\nexport const Rule = z.string();"),
    },
    at: 'emulator/faults/rule.ts:2 imports zod',
  },
  seeded(
    'imports of emulator/settings',
    'emulator/settings/a.ts',
    "import { createMemoryStore } from '../store/memory-store.ts';",
  ),
  seeded('sockets-only-in-transport', 'emulator/control/a.ts', "import { createServer } from 'node:http';"),
  seeded('sockets-only-in-transport', 'emulator/render/a.ts', "import net from 'net';"),
  seeded('pure', 'emulator/domain/a.ts', 'export const a = () => Date.now();'),
  seeded('pure', 'emulator/domain/a.ts', 'export const a = () => new Date();'),
  seeded('pure', 'emulator/domain/a.ts', 'export const a = () => Math.random();'),
  seeded('pure', 'emulator/domain/a.ts', "export const a = () => Math['random']();"),
  seeded('pure', 'emulator/domain/a.ts', 'export const { random } = Math;'),
  seeded('pure', 'emulator/domain/a.ts', 'export const a = () => setTimeout(a, 1);'),
  seeded('pure', 'emulator/domain/a.ts', 'export const a = { process };'),
  seeded('pure', 'contract/a.ts', 'export const a = () => globalThis.crypto.randomUUID();'),
  seeded('pure', 'contract/a.ts', 'export const a = () => performance.now();'),
  {
    rule: 'every-file-has-a-folder',
    says: 'a folder in emulator that the design does not name',
    files: { 'emulator/helpers/a.ts': file('export const a = 1;') },
    at: 'emulator/helpers/a.ts:1 ',
  },
  {
    rule: 'benchmarks-run-the-build',
    says: 'a benchmark of sources',
    files: { 'bench/a.ts': file("import { createRenderer } from '../emulator/render/renderer.ts';") },
    at: 'bench/a.ts:2 imports emulator/render/renderer.ts',
  },
  {
    rule: 'short-files',
    says: 'a file of 301 lines',
    files: { 'contract/a.ts': file(`${'\n'.repeat(299)}export const a = 1;`) },
    at: 'contract/a.ts:301 ',
  },
  {
    rule: 'folder-ceilings',
    says: 'a folder of 6,000 lines',
    files: Object.fromEntries(
      Array.from({ length: 20 }, (_, nth) => [
        `emulator/store/a${nth}.ts`,
        file(`${'\n'.repeat(298)}export const a${nth} = 1;`),
      ]),
    ),
    at: 'emulator/store: 6000 lines',
  },
  {
    rule: 'base-names-once',
    says: 'a router in two folders',
    files: { 'emulator/api/router.ts': file('export const a = 1;'), 'emulator/control/router.ts': file('') },
    at: 'emulator/control/router.ts:1 has the base name of emulator/api/router.ts',
  },
  {
    rule: 'no-tiny-files',
    says: 'a file of two lines that one other file uses',
    files: {
      'emulator/api/a.ts': file("import { b } from './b.ts';\nexport const a = b;"),
      'emulator/api/b.ts': file('export const b = 1;'),
    },
    at: 'emulator/api/b.ts:1 has 2 lines and one user; make it a part of emulator/api/a.ts',
  },
  seeded('no-default-export', 'contract/a.ts', 'export default 1;'),
  seeded('no-default-export', 'contract/a.ts', 'const a = 1; export { a as default };'),
  {
    rule: 'opening-comment',
    says: 'a file that begins with code',
    files: { 'contract/a.ts': 'export const a = 1;\n' },
    at: 'contract/a.ts:1 ',
  },
  {
    rule: 'known-top-folders',
    says: 'a folder named utils',
    files: { 'utils/README.md': '# utils' },
    at: 'utils:1 ',
  },
  {
    rule: 'entries-only-in-the-root-of-the-emulator',
    says: 'a sixth file in the root of the emulator',
    files: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`emulator/${name}.ts`, file('')])),
    at: 'emulator/f.ts:1 ',
  },
  {
    rule: 'shallow-folders-in-the-emulator',
    says: 'a third folder below emulator/',
    files: { 'emulator/api/faults/rates/a.ts': file('') },
    at: 'emulator/api/faults/rates/a.ts:1 ',
  },
  {
    rule: 'folders-have-readmes',
    says: 'a folder without a README',
    files: { 'fixtures/sample.json': '{}' },
    at: 'fixtures:1 ',
  },
  {
    rule: 'names-once',
    says: 'a type and a function of one name',
    files: {
      'emulator/api/a.ts': file('export interface Receipts { a: 1 }'),
      'emulator/store/b.ts': file('export function Receipts() {}'),
    },
    at: 'emulator/store/b.ts:2 exports Receipts, as emulator/api/a.ts does',
  },
  {
    rule: 'names-once',
    says: 'a name that a file hands on which is no entry',
    files: {
      'conformance/a.ts': file('export const { a, b: [c] } = { a: 1, b: [2] };'),
      'conformance/b.ts': file("export { c } from './a.ts';"),
    },
    at: 'conformance/b.ts:2 exports c, as conformance/a.ts does',
  },
  seeded('words-in-names', 'emulator/journal/a.ts', 'export const toBells = 1;'),
  seeded('words-in-names', 'emulator/api/a.ts', 'export interface Order { a: 1 }'),
  {
    rule: 'words-in-names',
    says: 'a file named after its turn',
    files: { 'emulator/transport/turn-end.ts': file('export const inOrder = 1;') },
    at: 'emulator/transport/turn-end:1 lies at emulator/transport/turn-end, and "turn end" is not a word of this project: say batch',
  },
  {
    rule: 'words-in-names',
    says: 'a folder named bends',
    files: { 'conformance/prove/bends/a.ts': file('export const a = 1;') },
    at: 'conformance/prove/bends:1 ',
  },
  seeded('types-at-home', 'emulator/render/a.ts', 'export interface Generation { a: 1 }'),
  seeded('types-at-home', 'conformance/a.ts', 'export type ClipPlan = 1;'),
  {
    rule: 'comments-wrap',
    says: 'a comment of 121 columns',
    files: { 'emulator/api/a.ts': file(`// ${'so '.repeat(39)}.`) },
    at: 'emulator/api/a.ts:2 has a comment up to column 121; wrap it at 120',
  },
  {
    rule: 'words-in-comments',
    says: 'a scribe in a comment',
    files: { 'emulator/api/a.ts': file('/**\n * Once.\n * The scribes come later. */') },
    at: 'emulator/api/a.ts:4 says "scribe", which is not a word of this project: say recorder',
  },
];
