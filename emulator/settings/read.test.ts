import { describe, expect, test } from 'vitest';
import { readSettings } from './read.ts';
import { SettingsError } from './settings.ts';
import { toApiSettings, toStoreBounds, toTimeouts } from './resolve.ts';
import type { SettingsInput } from './settings-input.ts';

const errorOf = (input: unknown): string => {
  try {
    readSettings(input as SettingsInput);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  return 'no error';
};

/** Each a name, then its keys. */
const accounts = (...listed: [string, ...string[]][]): object => ({
  accounts: listed.map(([name, ...keys]) => ({ name, keys })),
});

const shares = { accounts: 1024, account: 768, underWay: 256 };
const noScenarios = (): undefined => undefined;

describe('settings', () => {
  test('have a default for everything', () => {
    const { account, auth, profile, basePath, idempotency } = toApiSettings(readSettings({}), shares, noScenarios);
    expect({ auth, profile, basePath, idempotency }).toEqual({
      auth: 'standin',
      profile: 'documented',
      basePath: '',
      idempotency: {
        repeated: 'replay',
        replayStatus: 202,
        replayBody: 'stored',
        mismatch: 'refuse',
        lifetimeMs: 86_400_000,
      },
    });
    expect(account).toMatchObject({
      balance: 1_000_000_000,
      latency: { profile: 'fast' },
      seed: 0,
      settle: 'on_poll',
      limits: 'off',
    });
    expect(account.clock).toBeUndefined();
  });

  test('price single tiers, and leave the others as they are', () => {
    const { prices } = toApiSettings(readSettings({ prices: { withSources: { '480p': 0.01 } } }), shares, noScenarios);
    expect(prices.withSources).toEqual({ '480p': 10_000, '720p': 170_000, '1080p': 410_000 });
    expect(prices.withoutSources).toEqual({ '480p': 120_000, '720p': 280_000, '1080p': 680_000 });
  });

  test('of a listed account override the settings of all accounts', () => {
    const accounts = [{ name: 'acme', keys: ['k'], seed: 3 }];
    const [acme] = toApiSettings(readSettings({ balance: 5, seed: 1, accounts }), shares, noScenarios).accounts;
    expect(acme).toMatchObject({ name: 'acme', keys: ['k'], settings: { balance: 5_000_000, seed: 3 } });
  });

  test('reach the store and the server in their units', () => {
    const settings = readSettings({ accountIdleSeconds: 2, headersTimeoutSeconds: 0.5 });
    expect(toStoreBounds(settings, shares)).toMatchObject({ idleMs: 2000 });
    expect(toTimeouts(settings)).toMatchObject({ headersMs: 500 });
  });

  test.each([
    [null, /^the settings must be an object$/],
    [{ port: 0.5 }, 'port: must be a whole number, not 0.5'],
    [{ tls: { cert: 'a' } }, 'tls.key: must be a string'],
    [{ prices: { withSources: { '480p': -1 } } }, 'prices.withSources.480p: must be at least 0, not -1'],
    [{ latncy: 'fast' }, 'latncy: is not a setting; did you mean latency?'],
    [{ zzz: 1 }, /^zzz: is not a setting; the settings are host, port, /],
    [
      { latency: 'slow' },
      [
        'latency: must be instant, fast (3 s), realistic, manual (by control API),',
        'polls:P,R (pending for P polls, running for R polls) or',
        'seconds:P,R (in seconds; 60..90 means median..p95), not "slow"',
      ].join(' '),
    ],
    [{ clock: 'noon' }, /^clock: must be real, frozen, frozen@<ISO 8601 time>/],
    [{ clock: 'frozen@noon' }, /^clock: must be real/],
    [{ auth: 'none' }, 'auth: must be one of standin, listed, any, not "none"'],
    [{ basePath: 'v0/' }, /^basePath: must be empty or a path/],
    [{ port: 70_000 }, /^port: /],
    [{ balance: -1 }, /^balance: /],
    [{ accounts: [{ name: 'a', keys: [] }] }, /^accounts\.0\.keys: /],
    [{ accounts: [{ name: 'a', keys: ['k'], sed: 1 }] }, 'accounts.0.sed: is not a setting'],
    [
      { accounts: [{ keys: ['k'] }, { keys: ['l'] }] },
      /^accounts\.0\.name: must have 1 to 64 characters, [^\n]*\naccounts\.1\.name: [^\n]*$/,
    ],
    [accounts(['..', 'k']), /^accounts\.0\.name: must have 1 to 64 characters, and not "." or "..", not ".."$/],
    [accounts(['a', 'k'], ['a', 'l']), /^accounts\.1\.name: must differ from accounts\.0\.name$/],
    [accounts(['a', 'k'], ['b', 'l', 'k']), /^accounts\.1\.keys\.1: must differ from accounts\.0\.keys\.0$/],
    [accounts(['a', 'k', 'k']), /^accounts\.0\.keys\.1: must differ from accounts\.0\.keys\.0$/],
    [
      { errors: { invalid_prompt: { status: 422, code: '' } } },
      'errors.invalid_prompt.code: must have 1 to 100 characters',
    ],
    [{ errors: { invalid_json: { status: 500 } } }, 'errors.invalid_json.status: must be at most 499, not 500'],
    [
      { errors: { missing_api_key: { status: 403 } } },
      'errors.missing_api_key.status: must be 401, because the API document or HTTP requires this status',
    ],
    [
      { errors: { insufficient_credits: { code: 'poor' } } },
      'errors.insufficient_credits.code: must be insufficient_credits',
    ],
    [{ errors: { invalid_promt: {} } }, 'errors.invalid_promt: is not a setting; did you mean invalid_prompt'],
    [{ prices: { withSources: { '4k': 1 } } }, 'prices.withSources.4k: is not a setting'],
  ])('%o is refused with its path and what would be right', (input, message) => {
    expect(errorOf(input)).toMatch(message);
  });

  test('let an account bear the text of a key, its own or another one', () => {
    expect(errorOf(accounts(['a', 'a', 'b'], ['b', 'c']))).toBe('no error');
  });

  test('that are wrong in two places have two lines', () => {
    expect(errorOf({ port: -1, seed: 0.5 }).split('\n')).toHaveLength(2);
  });
});
