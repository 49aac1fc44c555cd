/**
 * Each effect can act at some phases. Every source of rules refuses a rule with another phase, and lists the allowed
 * ones.
 */

import { describe, expect, onTestFinished, test } from 'vitest';

import { createEmulator, SettingsError, type Emulator } from '../../emulator/index.ts';
import { Effect as EffectSchema } from '../../emulator/faults/effect.ts';
import { PHASES, type Phase } from '../../emulator/faults/phases.ts';
import { toSnakeCase } from '../../lib/spelling.ts';
import type { Rules } from './life.ts';

type Effect = NonNullable<Rules[number]['effect']>;

const AFTER: readonly Phase[] = ['after-reservation', 'while-running', 'after-completion', 'during-download'];

/** The table of the docs, written by hand. */
const ALLOWED: readonly (readonly [string, Effect, readonly Phase[]])[] = [
  ['answer', { kind: 'answer' }, PHASES],
  ['delay before the headers', { kind: 'delay', ms: 1 }, PHASES],
  ['delay before the body', { kind: 'delay', ms: 1, before: 'body' }, AFTER],
  ['reset at the start', { kind: 'reset' }, PHASES],
  ['reset after the headers', { kind: 'reset', at: 'headers' }, AFTER],
  ['reset in the body', { kind: 'reset', at: 0.5 }, AFTER],
  ['cut at the start', { kind: 'cut' }, PHASES],
  ['cut in the body', { kind: 'cut', at: 0.5 }, AFTER],
  ['stall at the start', { kind: 'stall' }, PHASES],
  ['stall in the body', { kind: 'stall', at: 0.5 }, AFTER],
  ['drop', { kind: 'drop' }, PHASES],
  ['throttle', { kind: 'throttle', bytesPerSecond: 10 }, AFTER],
  ['outcome', { kind: 'outcome', skipRunning: true }, ['before-reservation']],
  ['record', { kind: 'record', status: 'odd' }, ['after-reservation', 'while-running', 'after-completion']],
  ['content', { kind: 'content', ignoreRange: true }, ['during-download']],
  ['account', { kind: 'account', balanceUsd: 1 }, PHASES],
  ['price', { kind: 'price', factor: 2 }, ['before-reservation']],
];

const PAIRS = ALLOWED.flatMap(([name, effect, allowed]) => PHASES.map((phase) => ({ name, effect, allowed, phase })));
const POSSIBLE = PAIRS.filter(({ allowed, phase }) => allowed.includes(phase));
const IMPOSSIBLE = PAIRS.filter(({ allowed, phase }) => !allowed.includes(phase));

function open(settings: Parameters<typeof createEmulator>[0] = {}): Emulator {
  const emulator = createEmulator(settings);
  onTestFinished(() => emulator.close());
  return emulator;
}

async function put(rule: object): Promise<{ status: number; message: string }> {
  const emulator = open();
  const send = (method: string, path: string, body: unknown): Promise<Response> =>
    emulator.fetch(
      new Request(`http://localhost/_standin${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  await send('POST', '/accounts', { name: 'a' });
  const response = await send('PUT', '/accounts/a/faults', { rules: [toSnakeCase(rule)] });
  const { error } = (await response.json()) as { error?: { message: string } };
  return { status: response.status, message: error?.message ?? '' };
}

describe('a rule that can act at its phase is taken', () => {
  test.each(POSSIBLE)('$name at $phase', async ({ effect, phase }) => {
    const rule = { match: { phase }, effect };
    open({ faults: [rule] });
    expect(await put(rule)).toEqual({ status: 200, message: '' });
  });
});

describe('a rule that could never act at its phase is refused, and the message lists its phases', () => {
  test.each(IMPOSSIBLE)('$name at $phase', async ({ effect, phase, allowed }) => {
    const rule = { match: { phase }, effect };
    const wanted = `must be one of ${allowed.join(', ')} for this effect`;
    expect(await put(rule)).toEqual({ status: 400, message: `The field rules[0].match.phase ${wanted}.` });
    expect(() => createEmulator({ faults: [rule] })).toThrow(SettingsError);
    expect(() => createEmulator({ faults: [rule] })).toThrow(wanted);
  });

  test.each([
    [{ phase: 'before-authentication', prompt: 'fox' }, 'are not known yet'],
    [{ phase: 'before-authentication', workflow: 'edit' }, 'are not known yet'],
    [{ phase: 'before-reservation', status: 'running' }, 'which is not known earlier'],
  ] as const)('%j, which asks for what is not known then', async (match, why) => {
    const { status, message } = await put({ match });
    expect(status).toBe(400);
    expect(message).toMatch(/^The field rules\[0\]\.match\.phase must be /);
    expect(message).toContain(why);
  });

  test('the table has every effect', () => {
    const kinds = EffectSchema.options.flatMap(({ shape: { kind } }): string[] =>
      'options' in kind ? kind.options : [kind.value],
    );
    expect(new Set(ALLOWED.map(([, { kind }]) => kind))).toEqual(new Set(kinds));
    expect(IMPOSSIBLE.length).toBeGreaterThan(20);
  });
});
