/** Prose against the habits, file by file, and the list of what breaks them today. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesAt } from '../architecture/project.ts';
import { GENERATED } from '../../scripts/generated.ts';
import { ROOT } from '../support/run.ts';
import { ANY_WORD, HABITS, type Habit } from './habits.ts';
import { sentencesIn } from './sentences.ts';

/** How many sentences of a file may break a habit. The numbers only shrink: `npm run shrink`. */
export const ALLOWED_PATH = join(ROOT, 'test', 'prose', 'allowed.json');

const CODE = /^(?:contract|emulator|conformance|audition|proxy|fixtures|lib|bin|docs|scripts|test)\/.*\.ts$/;
const GENERATED_PATHS = new Set(GENERATED.map(([path]) => path));
const SKIPPED = /^test\/prose\/|^test\/architecture\/(?:glossary|seeded-violations)\.ts$|^LICENSE|\/LICENSES\.md$/;

/** What breaks a habit in a file: `line habit: sentence`. */
export function broken(path: string, source: string, habits: readonly Habit[] = HABITS): string[] {
  return sentencesIn(path, source).flatMap(({ line, text, isComment }) => {
    const hasWord = ANY_WORD.test(text);
    return habits
      .filter((habit) => (isComment || !habit.commentsOnly) && (hasWord || !habit.isWord))
      .filter(({ pattern }) => pattern.test(text))
      .map(({ id, instead }) => `${path}:${line} ${id}: ${text}  (${instead})`);
  });
}

/** Every file with prose, and its broken habits. */
export function brokenByFile(): ReadonlyMap<string, readonly string[]> {
  const prose = filesAt(ROOT).filter(
    (path) =>
      !GENERATED_PATHS.has(path) &&
      !SKIPPED.test(path) &&
      (path.endsWith('.md') || CODE.test(path) || /^fixtures\/scenarios\/.*\.json$/.test(path)),
  );
  return new Map(prose.map((path) => [path, broken(path, readFileSync(join(ROOT, path), 'utf8'))]));
}
