/**
 * The output of `explain`: a page for every check. For each part of the API document, a passing and a failing exchange.
 */

import { describe, expect, test } from 'vitest';
import { CHECKS, explain, type Check } from '../../conformance/index.ts';
import { sectionOf } from '../../conformance/engine/judge.ts';
import { passingAndFailing } from '../../conformance/prove/explain.ts';
import { MUTANTS } from '../../conformance/prove/mutants/mutants.ts';
import { SECTIONS } from '../../contract/requirements/requirement.ts';
import { requirementById } from '../../contract/requirements/requirements.ts';

const JUDGING = CHECKS.filter(({ level }) => level !== 'observe');
const mutantOf = (id: string) => MUTANTS.find(({ killedBy }) => killedBy === id);
const isQuick = ({ id }: Check): boolean => mutantOf(id)?.selection === undefined && mutantOf(id)?.socket === undefined;

/**
 * The first check of each part of the document, and one check for each kind of server that needs a special setup.
 * Without `SIZES=full`, one of four.
 */
const SHOWN_IN_FULL = [
  ...Object.keys(SECTIONS).flatMap(
    (section) => JUDGING.find((check) => sectionOf(check) === section && isQuick(check)) ?? [],
  ),
  ...[
    'content.range.resume.cut',
    'errors.invalid-request',
    'limits.rate.status',
    'http.retry-after',
    'content.range.several.shape',
    'files.image.type.unfit',
  ].flatMap((id) => JUDGING.find((check) => check.id === id) ?? []),
].map((check) => [check.id, check] as const);
const SHOWN = process.env['SIZES'] === 'full' ? SHOWN_IN_FULL : SHOWN_IN_FULL.filter((_, at) => at % 4 === 0);

describe('the page about a check', () => {
  test('says of every check what it proves, what the document promises and what a failing server does', () => {
    const silent = CHECKS.filter((check) => {
      const page = explain(check);
      const { text } = requirementById(check.requirement);
      return [check.proves, check.failing, text].some((part) => part.length < 8 || !page.includes(part));
    });
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('has a failing server for every check that judges', () => {
    expect(JUDGING.filter(({ id }) => mutantOf(id) === undefined).map(({ id }) => id)).toEqual([]);
  });
});

describe('a passing exchange beside a failing one', () => {
  test('is shown for every part of the document that has checks', () => {
    const parts = new Set(JUDGING.map(sectionOf));
    expect(new Set(SHOWN_IN_FULL.map(([, check]) => sectionOf(check)))).toEqual(parts);
  });

  test.each(SHOWN)('%s', async (id) => {
    const text = (await passingAndFailing(id)) ?? '';
    const [good = '', bad = ''] = text.split('A server that fails');
    expect(good).toMatch(/^A server that passes:\n(.*\n)*? {2}> [A-Z]+ \/.*\n(.*\n)*? {2}< \d{3}\n(.*\n)* {2}pass\n/);
    expect(bad).toContain(`(it ${mutantOf(id)?.does ?? 'is not there'}):`);
    expect(bad).toMatch(/\n {2}> [A-Z]+ \/.*\n(.*\n)*? {2}< (\d{3}|no answer)\n/);
    expect(bad).toMatch(/\n {2}(fail|warning): expected \S.*; got \S/);
  });

  test('is not shown for what is only observed', async () => {
    const observation = CHECKS.find(({ level }) => level === 'observe');
    expect(await passingAndFailing(observation?.id ?? '')).toBeUndefined();
  });
});
