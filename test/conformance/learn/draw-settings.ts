/** Settings of the emulator that decide silent behavior, drawn at random from a seed. */

import { ERRORS, isErrorCode, PROMISED_STATUS } from '../../../contract/errors.ts';
import type { SettingsInput } from '../../../emulator/index.ts';
import { uniform } from '../../../emulator/domain/random.ts';

/** Statuses of refusals that no client takes for something else: not for a wrong key, missing credits or a limit. */
const STATUSES = [400, 403, 404, 409, 410, 418, 422];
export const CHOICES = {
  absentFields: ['left_out', 'null'],
  basePath: ['', '/media', '/a/b-c'],
  contentTypes: ['json', 'any'],
  head: ['answer', 'refuse'],
  idempotency: ['replay', 'replay', 'ignore', 'reject'],
  latency: ['instant', 'polls:1,1', 'polls:2,3', 'polls:0,1'],
  mismatch: ['refuse', '400', '409', '422', 'ignore'],
  nullFields: ['refuse', 'left_out'],
  omittedAspectRatio: ['refuse', 'accept'],
  profile: ['documented', 'ietf'],
  ranges: ['all', 'first_last'],
  replayBody: ['stored', 'current'],
  replayStatus: [200, 202],
  requestIds: ['all', 'none'],
  validators: ['send', 'none'],
} as const;

/** How many settings one draw decides. */
export const SETTINGS_DRAWN = Object.keys(CHOICES).length + 2;

/** The settings of this number, the same at each run. */
export function drawSettings(seed: string, at: number): SettingsInput {
  const draw = (...what: readonly string[]): number => uniform(['learn', seed, at, ...what]);
  const one = <Value>(values: readonly Value[], ...what: readonly string[]): Value | undefined =>
    values[Math.floor(draw(...what) * values.length)];
  const price = (table: string, tier: string): number => (1 + Math.floor(draw(table, tier) * 200)) / 100;
  const tiers = (table: string) => ({
    '480p': price(table, '480p'),
    '720p': price(table, '720p'),
    '1080p': price(table, '1080p'),
  });
  const errors = Object.entries(ERRORS).flatMap(([name, { documented, status }]) => {
    if (draw('error', name) < 0.6 || !isErrorCode(name)) return [];
    const own = {
      ...(documented === 'code' || draw('code', name) < 0.3
        ? {}
        : { code: `own_${Math.floor(draw('name', name) * 20)}` }),
      ...(PROMISED_STATUS.has(name) || status >= 500 ? {} : { status: one(STATUSES, 'status', name) }),
    };
    return [[name, own] as const];
  });
  return {
    ...Object.fromEntries(Object.entries(CHOICES).map(([name, values]) => [name, one<string | number>(values, name)])),
    errors: Object.fromEntries(errors),
    prices: { withoutSources: tiers('without'), withSources: tiers('with') },
  };
}
