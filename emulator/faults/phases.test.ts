import { describe, expect, test } from 'vitest';

import { PHASES, phasesOf } from './phases.ts';
import { FaultRule, type FaultRuleInput } from './rule.ts';

const AFTER = ['after-reservation', 'while-running', 'after-completion', 'during-download'];

function placesOf(input: FaultRuleInput): readonly string[] {
  return phasesOf(FaultRule.parse(input));
}

describe('a rule that names no phase acts', () => {
  test.each<{ input: FaultRuleInput; phases: string[] }>([
    { input: {}, phases: ['before-authentication'] },
    { input: { effect: { kind: 'drop' } }, phases: ['before-authentication'] },
    { input: { effect: { kind: 'reset' } }, phases: ['before-authentication'] },
    { input: { effect: { kind: 'delay', ms: 1 } }, phases: ['before-authentication'] },
    { input: { match: { prompt: 'fox' } }, phases: ['before-reservation'] },
    { input: { match: { workflow: 'edit' } }, phases: ['before-reservation'] },
    { input: { match: { resolution: '480p' } }, phases: ['before-reservation'] },
    { input: { when: { per: 'generation' } }, phases: ['before-reservation'] },
    { input: { match: { status: 'running' } }, phases: AFTER },
    { input: { effect: { kind: 'outcome' } }, phases: ['before-reservation'] },
    { input: { effect: { kind: 'price', factor: 2 } }, phases: ['before-reservation'] },
    { input: { effect: { kind: 'content' } }, phases: ['during-download'] },
    { input: { effect: { kind: 'record' } }, phases: AFTER.slice(0, 3) },
    { input: { effect: { kind: 'account' } }, phases: AFTER },
    { input: { effect: { kind: 'throttle', bytesPerSecond: 1 } }, phases: AFTER },
    { input: { effect: { kind: 'reset', at: 'headers' } }, phases: AFTER },
    { input: { effect: { kind: 'cut', at: 0.5 } }, phases: AFTER },
    { input: { effect: { kind: 'stall', at: 0.5 } }, phases: AFTER },
    { input: { effect: { kind: 'delay', ms: 1, before: 'body' } }, phases: AFTER },
  ])('$input at $phases', ({ input, phases }) => {
    expect(placesOf(input)).toEqual(phases);
  });
});

describe('a rule that names a phase', () => {
  test.each(PHASES)('acts at %s, and nowhere else', (phase) => {
    expect(placesOf({ match: { phase } })).toEqual([phase]);
  });

  test.each<{ input: FaultRuleInput; says: string }>([
    {
      input: { match: { phase: 'during-download' }, effect: { kind: 'outcome' } },
      says: 'must be one of before-reservation for this effect',
    },
    {
      input: { match: { phase: 'before-authentication' }, effect: { kind: 'cut', at: 0.5 } },
      says: `must be one of ${AFTER.join(', ')} for this effect`,
    },
    {
      input: { match: { phase: 'before-reservation', status: 'running' } },
      says: `must be one of ${AFTER.join(', ')}, because the rule matches a status`,
    },
    {
      input: { match: { phase: 'before-authentication', prompt: 'fox' } },
      says: 'must be a later phase, because the rule matches the workflow, the resolution or the prompt',
    },
  ])('where it could never act is refused: $input', ({ input, says }) => {
    const { error } = FaultRule.safeParse(input);
    expect(error?.issues).toMatchObject([{ path: ['match', 'phase'], message: expect.stringContaining(says) }]);
  });
});
