/** The phases of a request, the effects that can act in each, and the phase of a rule that names none. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Effect } from './effect.ts';

export const PHASES = [
  'before-authentication',
  'before-reservation',
  'after-reservation',
  'while-running',
  'after-completion',
  'during-download',
] as const;

export type Phase = (typeof PHASES)[number];

/** The part of a rule that decides its phase. */
export interface Placed {
  readonly match: Readonly<Partial<Record<'status' | 'workflow' | 'resolution' | 'prompt', unknown>>> & {
    readonly phase?: Phase | undefined;
    readonly operation?: OperationName | readonly OperationName[] | undefined;
  };
  readonly when: { readonly per: 'account' | 'generation' };
  readonly effect: Effect;
}

/** The phases in which there is an answer that can be changed or broken off. */
const AFTER_THE_WORK: readonly Phase[] = ['after-reservation', 'while-running', 'after-completion', 'during-download'];

/** Returns the phases at which a rule is evaluated. By default its effect can act and its matched facts are known. */
export function phasesOf(rule: Placed): readonly Phase[] {
  const { match, effect } = rule;
  if (match.phase !== undefined) return [match.phase];
  if (effect.kind === 'account') return AFTER_THE_WORK;
  const possible = possiblePhases(effect);
  if (!possible.includes('before-authentication')) return possible;
  if (match.status !== undefined) return AFTER_THE_WORK;
  const isLate = asksForRequest(rule) || rule.when.per === 'generation';
  return [isLate ? 'before-reservation' : 'before-authentication'];
}

/** Says what is wrong with the phase of a rule. Undefined if the rule can act there. */
export function phaseProblem(rule: Placed): string | undefined {
  const { match, effect } = rule;
  const { phase } = match;
  if (phase === undefined) return undefined;
  const possible = possiblePhases(effect);
  if (!possible.includes(phase)) return `must be one of ${possible.join(', ')} for this effect`;
  if (match.status !== undefined && !AFTER_THE_WORK.includes(phase))
    return `must be one of ${AFTER_THE_WORK.join(', ')}, because the rule matches a status, which is not known earlier`;
  if (phase === 'before-authentication' && asksForRequest(rule))
    return 'must be a later phase, because the rule matches the workflow, the resolution or the prompt, which are not known yet';
  return undefined;
}

/** The operations whose requests pass a phase. */
export const PHASE_OPERATIONS: Readonly<Record<Phase, readonly OperationName[]>> = {
  'before-authentication': ['create', 'get', 'content'],
  'before-reservation': ['create', 'get', 'content'],
  'after-reservation': ['create'],
  'while-running': ['get', 'content'],
  'after-completion': ['get', 'content'],
  'during-download': ['content'],
};

/** The requests that a rule can act on: their operation passes one of its phases and matches it. */
export function operationsOf(rule: Placed): readonly OperationName[] {
  const { operation } = rule.match;
  const wanted = operation === undefined ? undefined : [operation].flat();
  // Only a create has a plan and a price that can still change.
  const isForCreates = rule.effect.kind === 'outcome' || rule.effect.kind === 'price';
  const passing = phasesOf(rule).flatMap((phase) => PHASE_OPERATIONS[phase]);
  return [...new Set(passing)].filter(
    (name) => (wanted?.includes(name) ?? true) && (!isForCreates || name === 'create'),
  );
}

function possiblePhases(effect: Effect): readonly Phase[] {
  switch (effect.kind) {
    case 'outcome':
    case 'price':
      return ['before-reservation'];
    case 'content':
      return ['during-download'];
    case 'record':
      return ['after-reservation', 'while-running', 'after-completion'];
    case 'throttle':
      return AFTER_THE_WORK;
    case 'reset':
    case 'cut':
    case 'stall':
      return effect.at === 'start' ? PHASES : AFTER_THE_WORK;
    case 'delay':
      return effect.before === 'headers' ? PHASES : AFTER_THE_WORK;
    case 'account':
    case 'answer':
    case 'drop':
      return PHASES;
  }
}

function asksForRequest({ match }: Placed): boolean {
  return [match.workflow, match.resolution, match.prompt].some((part) => part !== undefined);
}
