import { describe, expect, test } from 'vitest';

import { readFaultRules } from './fault-rules.ts';
import { readSettings } from './read.ts';
import { SettingsError } from './settings.ts';

/** The error of the settings for one rule. */
function complaint(rule: unknown): string {
  try {
    readSettings({ faults: [rule as object] }, { readFaultRules });
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error('It was not refused');
}

describe('a rule that is not valid is refused with its path and what would be right', () => {
  test.each([
    [3, 'faults.0: must be an object'],
    [{}, /^faults\.0: must not be empty, because an empty rule fails every request/],
    [
      { matc: {} },
      'faults.0.matc: is not a setting; the settings here are id, enabled, match, when, effect, limit, note',
    ],
    [{ id: 'a b' }, 'faults.0.id: must have 1 to 100 letters, digits or . _ : -, and not only dots'],
    [{ match: { operation: 'list' } }, 'faults.0.match.operation: must be create, get, content or a list'],
    [{ match: { nth: 0 } }, 'faults.0.match.nth: must be at least 1'],
    [{ match: { generation: 'mine' } }, 'faults.0.match.generation: must be the id of a generation'],
    [
      { match: { phase: 'later' } },
      /^faults\.0\.match\.phase: must be one of before-authentication, before-reservation, /,
    ],
    [{ when: { probability: 2 } }, 'faults.0.when.probability: must be at most 1'],
    [{ when: { frist: 2 } }, /^faults\.0\.when\.frist: is not a setting; the settings here are after, first, every, /],
    [{ when: { outage: { everySeconds: 1 } } }, 'faults.0.when.outage.forSeconds: must be a number'],
    [
      { effect: { kind: 'explode' } },
      /^faults\.0\.effect\.kind: must be one of answer, delay, reset, cut, stall, drop, /,
    ],
    [
      { effect: { kind: 'answer', body: 'none' } },
      /body: must be "envelope", "empty", "html", "malformed", \{ json: <any value> \} or /,
    ],
    [{ effect: { kind: 'answer', headers: { 'X Y': '1' } } }, /headers\.X Y: must be a header name in lower case$/],
    [{ effect: { kind: 'answer', headers: { x: 'a\r\nb: c' } } }, /headers\.x: must be a header value on one line$/],
    [{ effect: { kind: 'delay', ms: 'long' } }, /^faults\.0\.effect\.ms: must be a number of milliseconds from 0 to /],
    [{ effect: { kind: 'reset', at: 2 } }, 'faults.0.effect.at: must be at most 1'],
    [{ effect: { kind: 'outcome', stick: 'failed' } }, 'faults.0.effect.stick: must be one of pending, running'],
    [
      { match: { phase: 'during-download' }, effect: { kind: 'price', factor: 2 } },
      /phase: must be one of before-reservation/,
    ],
  ])('%j', (rule, says) => {
    const wanted: unknown = typeof says === 'string' ? says : expect.stringMatching(says);
    expect(complaint(rule)).toEqual(wanted);
  });

  test('every mistake of several rules has a line of its own', () => {
    const bad = { faults: [{ match: { nth: 0 } }, { match: {} }, { when: { first: 0 } }] };
    expect(() => readSettings(bad, { readFaultRules })).toThrow(
      'faults.0.match.nth: must be at least 1\nfaults.2.when.first: must be at least 1',
    );
  });

  test('rules that are not a list are rejected', () => {
    expect(() => readSettings({ faults: 'all' as never }, { readFaultRules })).toThrow('faults: must be a list');
  });
});
