/** The house keeps its rules, and each rule would notice. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { PLANTS } from './architecture/plants.ts';
import { projectAt, projectOf } from './architecture/project.ts';
import { rules } from './architecture/rules.ts';
import type { Project } from './architecture/rules.ts';

function violationsIn(project: Project): [rule: string, where: string][] {
  return rules().flatMap(({ id, violations }) => violations(project).map((where): [string, string] => [id, where]));
}

describe('this project', () => {
  const project = projectAt(fileURLToPath(new URL('..', import.meta.url)));

  test('has files to judge', () => {
    expect(project.modules.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['contract/index.ts', 'emulator/index.ts', 'bin/standin.ts', 'test/architecture.test.ts']),
    );
  });

  test.each(rules())('keeps the rule: $id', ({ violations }) => {
    expect(violations(project)).toEqual([]);
  });
});

describe('the rules are alive', () => {
  test('each rule has a planted violation', () => {
    const ids = rules().map(({ id }) => id);
    expect(new Set(PLANTS.map(({ rule }) => rule))).toEqual(new Set(ids));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(PLANTS)('$rule reports $says', ({ rule, files, at }) => {
    const folders = new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''));
    const readmes = rule === 'folders-have-readmes' ? [] : [...folders].map((folder) => [`${folder}/README.md`, '']);
    const found = violationsIn(projectOf({ ...Object.fromEntries(readmes), ...files }));
    expect(found.map(([id, where]) => [id, where.slice(0, at.length)])).toEqual([[rule, at]]);
  });

  test('a name that refers to nothing is no impurity', () => {
    const source =
      '/** Fine. */\nexport interface A { Date: string; process(): void }\nexport const a = (b: A) => ({ Date: b.Date, c: Math.max(1, 2) });\n';
    expect(violationsIn(projectOf({ 'contract/README.md': '', 'contract/a.ts': source }))).toEqual([]);
  });
});
