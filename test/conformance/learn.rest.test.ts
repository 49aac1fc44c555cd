/**
 * The round trip of `learn`. An emulator with the learned settings shows the kit the same observations as the server,
 * except for listed differences. The tests use random settings of the emulator, and a server in another language.
 */

import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { learn, notImitated, run, type Report } from '../../conformance/index.ts';
import type { SettingsInput } from '../../emulator/index.ts';
import { readSettings } from '../../emulator/settings/read.ts';
import { PROFILE, withIndependentServer } from './independent/serve.ts';
import { CHOICES, drawSettings, SETTINGS_DRAWN } from './learn/draw-settings.ts';
import { observe, OBSERVED } from './learn/observe.ts';
import { LISTED, LISTED_WITH } from './learn/listed.ts';

/** LEARNED_SETTINGS sets the number of random settings. LEARN_SEED sets the seed. */
const DRAWS = Math.ceil(Number(process.env['LEARNED_SETTINGS'] ?? SETTINGS_DRAWN) / SETTINGS_DRAWN);
const isFull = process.env['LEARNED_SETTINGS'] !== undefined;
const SEED = process.env['LEARN_SEED'] ?? 'standin';

let defaults: Promise<Report> | undefined;
/** Returns the observations of the kit on the emulator with default settings. */
const standin = async () => (await (defaults ??= observe({}))).observations;

/**
 * Returns the observations that differ on an emulator with the learned settings. Observations that need several
 * processes are left out.
 */
async function differing(report: Report): Promise<{ settings: SettingsInput; ids: string[]; compared: number }> {
  const { settings } = learn(report, await standin());
  const shown = (await observe({ ...settings, latency: 'instant' })).observations;
  const listed = notImitated(report.observations, shown).filter((one) => one.shown !== undefined);
  const compared = Object.keys(report.observations).filter((id) => shown[id] !== undefined).length;
  return { settings, ids: listed.map(({ id }) => id), compared };
}

describe(`of ${DRAWS} times ${SETTINGS_DRAWN} settings, drawn with the seed ${SEED}`, () => {
  test.each(Array.from({ length: DRAWS }, (_, at) => at))('number %d is learned', async (at) => {
    const drawn = drawSettings(SEED, at);
    const { settings, ids, compared } = await differing(await observe(drawn));
    expect(ids, JSON.stringify(drawn)).toEqual([]);
    expect(compared).toBeGreaterThan(250);
    expect(() => readSettings(settings)).not.toThrow();
    expect(settings.prices).toEqual({
      withoutSources: drawn.prices?.withoutSources,
      withSources: { '480p': drawn.prices?.withSources?.['480p'] },
    });
  });
});

test('every random value is a value of its setting', () => {
  for (const [name, values] of Object.entries(CHOICES))
    for (const value of values) expect(() => readSettings({ [name]: value })).not.toThrow();
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
const SWITCHES = isFull ? [undefined, ...Object.keys(LISTED_WITH)] : [undefined];

describe.skipIf(!hasPython).concurrent(`of the independent server${hasPython ? '' : ' (skipped: no python3)'}`, () => {
  test.for(SWITCHES)('with --legal %s all is learned but what is listed', async (name, { expect }) => {
    await standin();
    const args = name === undefined ? [] : ['--legal', name];
    const report = await withIndependentServer(args, (url) => run(url, { ...PROFILE, only: OBSERVED }));
    const { ids, compared } = await differing(report);
    expect(ids.toSorted()).toEqual(listed(name));
    expect(compared).toBeGreaterThan(250);
  });
});

function listed(name: string | undefined): string[] {
  const { more = [], less = [] } = LISTED_WITH[name ?? ''] ?? {};
  return [...LISTED.filter((id) => !less.includes(id)), ...more].toSorted();
}
