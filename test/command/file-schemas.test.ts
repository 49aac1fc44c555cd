/** The schemas by which editors check profiles, baselines and scenario files: they agree with the commands that read them. */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadProfile } from '../../conformance/profile/load-profile.ts';
import { readProfile } from '../../conformance/profile/read-profile.ts';
import { standinProfile } from '../../conformance/profile/standin.ts';
import { Baseline } from '../../conformance/profile/profile.ts';
import { readOwnScenario } from '../../audition/cases/case-scenario.ts';
import { ROOT } from '../support/run.ts';

const schemaOf = async (name: string): Promise<ValidateFunction> => {
  const text = await readFile(join(ROOT, `standin.${name}.schema.json`), 'utf8');
  return new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object);
};
const rule = { match: { operation: 'content' }, when: { first: 2 }, effect: { kind: 'answer', retryAfter: 1 } };
const scenario = { name: 'busy_twice', server: 'It is busy.', client: 'Tries again.', rules: [rule] };

describe('of profiles', async () => {
  const matches = await schemaOf('profile');

  test('it takes the built-in profile, and a file that names the schema', async () => {
    expect(matches(standinProfile('x', {}))).toBe(true);
    const folder = await mkdtemp(join(tmpdir(), 'standin-profile-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'staging.json');
    const profile = { $schema: 'x', baseUrl: 'http://127.0.0.1:1', budget: 5, timing: { requestSeconds: 20 } };
    expect(matches(profile)).toBe(true);
    await writeFile(file, JSON.stringify(profile));
    const { $schema: _, ...fields } = profile;
    expect(await loadProfile(file, {}, {})).toMatchObject(fields);
    expect(() => readProfile(profile)).toThrow('$schema: is not a field of a profile');
    await writeFile(file, JSON.stringify({ ...profile, $scheme: 'x' }));
    expect(readProfile.bind(undefined, await loadProfile(file, {}, {}))).toThrow('$scheme: is not a field');
  });

  test.each([
    [{ budgets: 5 }],
    [{ budget: '5' }],
    [{ keys: { primery: 'k' } }],
    [{ gates: ['all'] }],
    [{ edition: '9' }],
  ])('it refuses %j, as the command does', (profile) => {
    expect(matches(profile)).toBe(false);
    expect(() => readProfile(profile as object)).toThrow();
  });
});

describe('of baselines', async () => {
  const matches = await schemaOf('baseline');
  const line = { check: 'get.unknown', reason: 'ticket 7', expires: '2027-01-31' };

  test.each([
    [[], true],
    [[line], true],
    [[{ ...line, reason: '' }], false],
    [[{ ...line, expires: 'soon' }], false],
    [[{ ...line, until: 'soon' }], false],
    [line, false],
  ])('%j: %j, as for the command', (baseline, isOne) => {
    expect(matches(baseline)).toBe(isOne);
    expect(Baseline.safeParse(baseline).success).toBe(isOne);
  });
});

describe('of scenario files', async () => {
  const matches = await schemaOf('scenario');

  test('it takes every built-in scenario, and a file that names the schema', async () => {
    const names = await readdir(join(ROOT, 'fixtures', 'scenarios'));
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) {
      const built = JSON.parse(await readFile(join(ROOT, 'fixtures', 'scenarios', name), 'utf8')) as object;
      expect([name, matches(built)]).toEqual([name, true]);
    }
    const own = { $schema: 'x', ...scenario, audition: { giveUp: { why: 'It may stop.' } } };
    expect(matches(own)).toBe(true);
    expect(await readOwnScenario(own)).toMatchObject(scenario);
  });

  test.each([
    [{ ...scenario, name: 'Busy twice' }],
    [{ ...scenario, rules: [{ effect: { kind: 'explode' } }] }],
    [{ ...scenario, audition: { pays: -1 } }],
    [{ ...scenario, audition: { giveUp: { why: 'because' } } }],
    [{ name: 'busy_twice', rules: [] }],
  ])('it refuses %j, as an audition does', async (own) => {
    expect(matches(own)).toBe(false);
    await expect(readOwnScenario(own)).rejects.toThrow();
  });

  test('it also refuses members that nothing reads, which an audition ignores', () => {
    expect(matches({ ...scenario, auditions: {} })).toBe(false);
  });

  test('its members have texts', async () => {
    const { properties } = JSON.parse(await readFile(join(ROOT, 'standin.scenario.schema.json'), 'utf8')) as {
      readonly properties: Readonly<Record<string, { readonly description?: string }>>;
    };
    const silent = Object.entries(properties).filter(([, { description = '' }]) => description.length < 8);
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
