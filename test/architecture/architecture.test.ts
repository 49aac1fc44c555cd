/** The project keeps its architecture rules, and each rule detects a violation. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { allowedLines, judged } from './allowed.ts';
import { GLOSSARY, rowOf } from './glossary.ts';
import { SEEDED_VIOLATIONS } from './seeded-violations.ts';
import { projectAt, projectOf } from './project.ts';
import type { Project } from './rule.ts';
import { rules } from './rules.ts';

function violationsIn(project: Project): [rule: string, where: string][] {
  return rules().flatMap(({ id, violations }) => violations(project).map((where): [string, string] => [id, where]));
}

describe('this project', () => {
  const project = projectAt(fileURLToPath(new URL('../../', import.meta.url)));

  test('has files to judge', () => {
    expect(project.modules.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'contract/index.ts',
        'emulator/index.ts',
        'bin/standin.ts',
        'test/architecture/architecture.test.ts',
      ]),
    );
  });

  test.each(rules())('keeps the rule: $id', (rule) => {
    expect(judged(rule, project, allowedLines())).toEqual({ broken: [], stale: [] });
  });

  test('has an allow-list in which each line names a rule that knows exceptions', () => {
    const known = rules().flatMap(({ id, subject }) => (subject === undefined ? [] : [id]));
    expect(known).toEqual(expect.arrayContaining(allowedLines().map((line) => line.split(' ')[0])));
    expect(new Set(allowedLines()).size).toBe(allowedLines().length);
  });

  test('has the glossary in CONTRIBUTING.md as the rules read it', () => {
    const page = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    const header = rows.indexOf('| Word | Means | Not |');
    expect(rows.slice(header + 2)).toEqual(GLOSSARY.map(rowOf));
  });
});

describe('the rules are alive', () => {
  test('each rule has a seeded violation', () => {
    const ids = rules().map(({ id }) => id);
    expect(new Set(SEEDED_VIOLATIONS.map(({ rule }) => rule))).toEqual(new Set(ids));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(SEEDED_VIOLATIONS)('$rule reports $says', ({ rule, files, at }) => {
    const folders = new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''));
    const readmes = rule === 'folders-have-readmes' ? [] : [...folders].map((folder) => [`${folder}/README.md`, '']);
    const found = violationsIn(projectOf({ ...Object.fromEntries(readmes), ...files }));
    expect(found.map(([id, where]) => [id, where.slice(0, at.length)])).toEqual([[rule, at]]);
  });

  test('an allowed violation is none, and a line that allows nothing is one', () => {
    const project = projectOf({
      'emulator/README.md': '',
      'emulator/api/a.ts': '/** A scribe. */\n',
      'emulator/api/b.ts': '/** Another scribe. */\n',
    });
    const lines = [
      'words-in-comments emulator/api/a.ts',
      'words-in-comments emulator/api/c.ts',
      'other emulator/api/b.ts',
    ];
    const rule = rules().find(({ id }) => id === 'words-in-comments');
    expect(rule && judged(rule, project, lines)).toEqual({
      broken: [expect.stringMatching(/^emulator\/api\/b\.ts:1 /)],
      stale: ['words-in-comments emulator/api/c.ts'],
    });
  });

  test('a schema, its type and what an entry hands on are one name', () => {
    const project = projectOf({
      'emulator/api/a.ts': '/** A. */\nexport const A = 1;\nexport type A = typeof A;\n',
      'emulator/index.ts': "/** Entry. */\nexport { A, type A as B } from './api/a.ts';\n",
      'conformance/a.ts': '/** Of the other side. */\nexport const A = 1;\n',
    });
    expect(violationsIn(project).filter(([rule]) => rule === 'names-once')).toEqual([]);
  });

  test('a name that refers to nothing is not an impurity', () => {
    const source =
      '/** Fine. */\nexport interface A { Date: string; process(): void }\nexport const a = (b: A) => ({ Date: b.Date, c: Math.max(1, 2) });\n';
    expect(violationsIn(projectOf({ 'contract/README.md': '', 'contract/a.ts': source }))).toEqual([]);
  });
});
