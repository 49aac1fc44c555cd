/**
 * The completions and hover texts that an editor shows to users of the published declarations. They come from the
 * language service of TypeScript 5, because version 7 does not have one yet.
 */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { ACCOUNT_SETTINGS, SETTINGS } from '../../emulator/settings/settings.ts';
import { scenarioNames } from '../../fixtures/scenario-files.ts';
import { ROOT } from '../support/run.ts';

interface Part {
  readonly text: string;
}

/** The parts of the TypeScript API that these tests use. */
interface LanguageService {
  getCompletionsAtPosition(file: string, at: number, options: object): { entries: { name: string }[] } | undefined;
  getCompletionEntryDetails(
    file: string,
    at: number,
    name: string,
    ...others: undefined[]
  ): { documentation?: Part[] } | undefined;
  getSemanticDiagnostics(file: string): { messageText: unknown }[];
}
interface Compiler {
  readonly sys: { readFile(path: string): string | undefined; fileExists(path: string): boolean };
  readonly ScriptSnapshot: { fromString(text: string): object };
  readonly ModuleKind: { readonly NodeNext: number };
  readonly ScriptTarget: { readonly ES2023?: number; readonly ESNext: number };
  createLanguageService(host: object): LanguageService;
  getDefaultLibFilePath(options: object): string;
}

// The workspace that generates types from the OpenAPI document has TypeScript 5.
const near = createRequire(join(ROOT, 'test', 'openapi-types', 'package.json'));
const ts = near('typescript') as Compiler;

const FILE = join(ROOT, 'test', 'editor-user.ts');
const HERE = '/*here*/';

interface Shown {
  readonly names: readonly string[];
  readonly textOf: (name: string) => string;
  readonly problems: readonly unknown[];
}

const OPTIONS = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  strict: true,
  noEmit: true,
  types: [],
};
/** The current program. Each version replaces the last one, and the service reads the declarations only once. */
let program = '';
let version = 0;
const service = ts.createLanguageService({
  getCompilationSettings: () => OPTIONS,
  getScriptFileNames: () => [FILE],
  getScriptVersion: (path: string) => (path === FILE ? String(version) : ''),
  getScriptSnapshot: (path: string) => {
    const content = path === FILE ? program : ts.sys.readFile(path);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => ROOT,
  getDefaultLibFileName: (given: object) => ts.getDefaultLibFilePath(given),
  fileExists: (path: string) => path === FILE || ts.sys.fileExists(path),
  readFile: (path: string) => (path === FILE ? program : ts.sys.readFile(path)),
});

/** Returns the completions at the mark in a program, or the errors of a program without a mark. */
function shownIn(text: string): Shown {
  const at = text.indexOf(HERE);
  program = text.replace(HERE, '');
  version += 1;
  const entries = at < 0 ? [] : (service.getCompletionsAtPosition(FILE, at, {})?.entries ?? []);
  const problems = at < 0 ? service.getSemanticDiagnostics(FILE).map(({ messageText }) => messageText) : [];
  return {
    problems,
    names: entries.map(({ name }) => name),
    textOf: (name) => {
      const others = [undefined, undefined, undefined, undefined] as const;
      const details = service.getCompletionEntryDetails(FILE, at, name, ...others);
      return (details?.documentation ?? []).map((part) => part.text).join('');
    },
  };
}

const IMPORTS = `import { createEmulator } from 'standin';
import { useStandin } from 'standin/testing';
import { videoHandlers } from 'standin/msw';
import { run } from 'standin/conformance';
import { audition } from 'standin/audition';
import { createProxy } from 'standin/proxy';
`;

describe('each property has its text', () => {
  test.each([
    ['createEmulator', 'createEmulator({ /*here*/ })'],
    ['useStandin', 'useStandin({ /*here*/ })'],
    ['useStandin, of its server', 'useStandin({ server: { /*here*/ } })'],
    ['videoHandlers', 'videoHandlers({ /*here*/ })'],
    ['run', "run('https://a.test', { /*here*/ })"],
    ['run, of its keys', "run('https://a.test', { keys: { /*here*/ } })"],
    ['run, of its times', "run('https://a.test', { timing: { /*here*/ } })"],
    ['audition', 'audition({ /*here*/ })'],
    ['createProxy', 'createProxy({ /*here*/ })'],
  ])('of %s', (_, call) => {
    const { names, textOf } = shownIn(IMPORTS + call);
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => textOf(name).length < 10)).toEqual([]);
  });

  test('which is the text of its setting, with the default', () => {
    const { names, textOf } = shownIn(`${IMPORTS}createEmulator({ /*here*/ })`);
    expect(names.toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
    for (const [name, { text }] of Object.entries(SETTINGS))
      expect(textOf(name).replaceAll(/\s+/g, ' ').toLowerCase()).toContain(text.toLowerCase());
    expect(textOf('latency')).toContain('Default: `"fast"`');
    const own = shownIn(`${IMPORTS}useStandin({ /*here*/ })`).names;
    expect(own).toEqual(expect.arrayContaining(Object.keys(ACCOUNT_SETTINGS)));
  });
});

describe('values are completed', () => {
  test.each([
    ["createEmulator({ latency: '/*here*/' })", ['instant', 'fast', 'realistic', 'manual']],
    ["createEmulator({ clock: '/*here*/' })", ['real', 'frozen']],
    ["createEmulator({ limits: '/*here*/' })", ['off', 'realistic']],
    ["useStandin({ latency: '/*here*/' })", ['instant', 'fast', 'realistic', 'manual']],
    ["run('https://a.test', { gates: ['/*here*/'] })", ['document', 'http']],
    ["audition({ client: [], pace: '/*here*/' })", ['quick', 'real']],
    ["createProxy({ upstream: '', pace: '/*here*/' })", ['quick', 'real']],
  ])('%s', (call, values) => {
    expect(shownIn(IMPORTS + call).names).toEqual(expect.arrayContaining(values));
  });

  test.each([
    ["createEmulator({ scenario: '/*here*/' })"],
    ["useStandin({ scenario: '/*here*/' })"],
    ["useStandin().scenarios.use('/*here*/')"],
    ["videoHandlers({ baseUrl: 'https://a.test', scenario: '/*here*/' })"],
    ["createProxy({ upstream: 'https://a.test', scenario: '/*here*/' })"],
  ])('all scenarios in %s', (call) => {
    expect(shownIn(IMPORTS + call).names).toEqual(expect.arrayContaining(scenarioNames()));
  });
});

test('correct programs compile, and wrong programs do not', () => {
  const right = [
    "createEmulator({ latency: 'polls:2,1', clock: 'x60', scenario: 'storm_503' })",
    "createEmulator({ clock: 'frozen@2026-01-01T00:00:00Z', tls: 'self-signed', prices: { withSources: { '480p': 1 } } })",
    "createEmulator({ accounts: [{ name: 'a', keys: ['k'], latency: 'manual' }], faults: [{ effect: { kind: 'drop' } }] })",
    "const sent: CreateVideoRequest = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 5 }",
  ];
  const wrong = [
    "createEmulator({ latency: 'slow' })",
    "createEmulator({ clock: 'x' })",
    "createEmulator({ latenzy: 'fast' })",
    "const sent: CreateVideoRequest = { model: 'videomodel-2.5', prompt: 'a fox' }",
  ];
  const also = "import type { CreateVideoRequest } from 'standin/contract';\n";
  expect(shownIn([also, IMPORTS, ...right.map((line) => `{ ${line}; }`)].join('\n')).problems).toEqual([]);
  for (const line of wrong) expect([line, shownIn(`${also}${IMPORTS}{ ${line}; }`).problems]).not.toEqual([line, []]);
});
