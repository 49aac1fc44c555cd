/** Where a rule acts when it does not say: as early as its effect makes sense and all that it matches is known. */

import type { NamedRule, Phase } from './rule.ts';

const AFTER_THE_WORK: readonly Phase[] = ['after-reservation', 'while-running', 'after-completion', 'during-download'];

/** The phases at which a rule is weighed; a request passes at most one of them. */
export function phasesOf(rule: NamedRule): readonly Phase[] {
  const { match, effect } = rule;
  if (match.phase !== undefined) return [match.phase];
  switch (effect.kind) {
    case 'outcome':
    case 'price':
      return ['before-reservation'];
    case 'content':
      return ['during-download'];
    case 'record':
    case 'account':
    case 'throttle':
      return AFTER_THE_WORK;
    case 'reset':
    case 'cut':
    case 'stall':
      return effect.at === 'start' ? early(rule) : AFTER_THE_WORK;
    case 'delay':
      return effect.before === 'headers' ? early(rule) : AFTER_THE_WORK;
    case 'answer':
    case 'drop':
      return early(rule);
  }
}

function early({ match, when }: NamedRule): readonly Phase[] {
  if (match.status !== undefined) return AFTER_THE_WORK;
  const needsBody = [match.workflow, match.resolution, match.prompt].some((part) => part !== undefined);
  return needsBody || when.per === 'generation' ? ['before-reservation'] : ['before-authentication'];
}
