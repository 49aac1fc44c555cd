/** Prose keeps the rules of CONTRIBUTING, except what `allowed.json` lists, and commits have subjects of one form. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { ROOT } from '../support/run.ts';
import { HABITS } from './habits.ts';
import { ALLOWED_PATH, broken, brokenByFile } from './prose.ts';

const found = brokenByFile();
const allowed = JSON.parse(readFileSync(ALLOWED_PATH, 'utf8')) as Readonly<Record<string, number>>;

test.each(HABITS)('$id finds its seeded violation in a comment: $seed', (habit) => {
  expect(broken('emulator/a.ts', `/** ${habit.seed} */\n`, [habit])).toEqual([
    expect.stringContaining(` ${habit.id}: `),
  ]);
});

test.each(HABITS.filter(({ commentsOnly }) => commentsOnly !== true))(
  '$id finds its seeded violation in Markdown and in a text: $seed',
  (habit) => {
    const { id, seed } = habit;
    expect(broken('a.md', `# A title\n\n- ${seed}\n`, [habit])).toEqual([expect.stringContaining(` ${id}: `)]);
    expect(broken('emulator/a.ts', `const a = '${seed}';\n`, [habit])).toEqual([expect.stringContaining(` ${id}: `)]);
  },
);

test('code in Markdown is not prose', () => {
  expect(
    broken('a.md', '```sh\nWhat the run did not see keeps its default.\n```\n`What it is` is here to stay.\n'),
  ).toEqual([]);
});

const QUOTED = 'Behaviour when the same key is sent again: not shown.';

test('quotes of the API document are not checked', () => {
  expect(broken('contract/sentences.ts', `const a = { '${QUOTED}': [] };\n`)).toEqual([]);
  expect(broken('contract/a.ts', "const a = 'What the service does';\n")).toEqual([]);
});

test('other texts beside these quotes are checked', () => {
  expect(broken('contract/sentences.ts', `const a = { 'A sentence.': '${QUOTED}' };\n`)).toHaveLength(1);
  expect(broken('contract/a.ts', `const a = { '${QUOTED}': [] };\n`)).toHaveLength(1);
  expect(broken('contract/a.ts', "const a = 'What the service does not do';\n")).toHaveLength(1);
});

test('a script for Redis is not prose', () => {
  const script = "if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end\n".repeat(9);
  expect(broken('emulator/a.ts', `const a = \`${script}\`;\n`)).toEqual([]);
});

test('no file breaks more rules than the list allows', () => {
  const worse = [...found].flatMap(([path, lines]) => (lines.length > (allowed[path] ?? 0) ? lines : []));
  expect(worse).toEqual([]);
});

test('the list allows no more than there is (npm run shrink)', () => {
  const stale = Object.entries(allowed).filter(([path, most]) => (found.get(path) ?? []).length < most);
  expect(stale).toEqual([]);
});

const MOST = 72;
const SUBJECT = /^[a-z][\w./-]*(?:, [a-z][\w./-]*)?: [a-z]/;

/** What is wrong with the subject of a commit. */
function wrongIn(subject: string): string[] {
  return [
    ...(subject.length > MOST ? [`longer than ${MOST} characters`] : []),
    ...(SUBJECT.test(subject) || /^(?:Merge|Revert) /.test(subject) ? [] : ['not "<area>: <verb> <object>"']),
    ...(subject.includes(', and') ? ['more than one change'] : []),
  ];
}

test.each([
  ['kit: ignore costs that are not finite', 0],
  ['Tell no cost from an infinite one', 1],
  [`kit: ${'x'.repeat(MOST)}`, 1],
  ['kit: ignore costs, and keep nothing', 1],
])('the subject %j breaks %d rules', (subject, count) => {
  expect(wrongIn(subject)).toHaveLength(count);
});

test('each commit since this test exists has a subject of this form', ({ skip }) => {
  const git = (...args: string[]): string => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';
  const first = git('log', '--diff-filter=A', '--format=%H', '--', 'test/prose/prose.test.ts')
    .trim()
    .split('\n')
    .at(-1);
  if (first === undefined || first === '') return skip('there is no history here');
  const subjects = git('log', '--no-merges', '--format=%s', `${first}..HEAD`)
    .split('\n')
    .filter((line) => line !== '');
  expect(subjects.filter((subject) => wrongIn(subject).length > 0)).toEqual([]);
});
