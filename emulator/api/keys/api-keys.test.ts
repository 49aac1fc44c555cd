import { describe, expect, test } from 'vitest';
import { parseKey } from './api-keys.ts';
import { Refusal } from '../refusal.ts';

const parse = (token: string) => parseKey(token, () => ['known_scenario']);

describe('a key', () => {
  test('of another family is none of ours', () => {
    expect(parse('sk_live_x')).toBeUndefined();
    expect(parse('SK_STANDIN_x')).toBeUndefined();
  });

  test('without set-up names its account', () => {
    expect(parse('sk_standin_ci-42')).toEqual({ label: 'ci-42', keySettings: '', settings: {} });
  });

  test.each([
    ['a~latency', 'latency" has no value; write ~latency-instant'],
    ['a~sceanrio-stuck_running', '"sceanrio-stuck_running" is not a setting; did you mean scenario?'],
  ])('the set-up %j gets a message that names the missing part', (set, says) => {
    expect(parse(`sk_standin_${set}`)).toMatchObject({
      code: 'invalid_api_key',
      message: expect.stringContaining(says),
    });
  });

  test.each(['.', '..'])('does not name an account %j, which no path could name', (label) => {
    expect(parse(`sk_standin_${label}`)).toMatchObject({
      code: 'invalid_api_key',
      message: expect.stringContaining('".."'),
    });
    expect(parse(`sk_standin_${label}.`) instanceof Refusal).toBe(label === '.');
  });

  test('carries every setting, and tells the same set-up in any order', () => {
    const [one, other] = [
      parse('sk_standin_a~balance-0.47~seed-7~latency-polls-2-3'),
      parse('sk_standin_a~seed-7~latency-polls-2-3~balance-0.47'),
    ];
    expect(one).toEqual(other);
    expect(one).toMatchObject({
      settings: { balance: 470_000, seed: 7, latency: { profile: 'polls', pending: 2, running: 3 } },
    });
  });

  test.each([
    ['~clock-x60', { clock: { mode: 'scaled', rate: 60 } }],
    ['~clock-frozen', { clock: { mode: 'frozen' } }],
    ['~limits-realistic', { limits: 'realistic' }],
    ['~settle-eager', { settle: 'eager' }],
    ['~balance-1000000000', undefined],
    ['~balance-999999999.999999', { balance: 999_999_999_999_999 }],
    ['~scenario-known_scenario', { scenario: 'known_scenario' }],
    ['~wire-clock', { wire: 'clock' }],
  ])('%s sets %o', (setUp, settings) => {
    const parsed = parse(`sk_standin_a${setUp}`);
    expect(parsed instanceof Refusal ? undefined : parsed?.settings).toEqual(settings);
  });

  test.each([
    '',
    '~',
    'a~',
    'a~balance',
    'a~balance-',
    'a~balance--1',
    'a~balance-1e3',
    'a~seed-x',
    'a~seed-1~seed-2',
    'a~latency-polls-1',
    'a~scenario-unknown',
    'a~toString-1',
    'a'.repeat(65),
    'a b',
  ])('sk_standin_%s is refused, and the refusal does not repeat the key', (rest) => {
    const parsed = parse(`sk_standin_${rest}`);
    expect(parsed instanceof Refusal && parsed.message).toMatch(/^The settings in this API key are not valid: /);
    expect(parsed instanceof Refusal && parsed.message).not.toContain('sk_standin_');
  });
});
