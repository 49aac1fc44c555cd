/** The phases of a request, the effects that can act in each, and the default phase of a rule. */

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

/** The parts of a rule that determine its phase. */
export interface PhasedRule {
  readonly match: Readonly<Partial<Record<'status' | 'workflow' | 'resolution' | 'prompt', unknown>>> & {
    readonly phase?: Phase | undefined;
    readonly operation?: OperationName | readonly OperationName[] | undefined;
  };
  readonly when: { readonly per: 'account' | 'generation' };
  readonly effect: Effect;
}

/** The phases in which a response exists that can be changed or cut. */
const RESPONSE_PHASES: readonly Phase[] = ['after-reservation', 'while-running', 'after-completion', 'during-download'];

/** Returns the phases in which a rule is evaluated. By default, its effect can act and its matched facts are known. */
export function phasesOf(rule: PhasedRule): readonly Phase[] {
  const { match, effect } = rule;
  if (match.phase !== undefined) return [match.phase];
  if (effect.kind === 'account') return RESPONSE_PHASES;
  const possible = possiblePhases(effect);
  if (!possible.includes('before-authentication')) return possible;
  if (match.status !== undefined) return RESPONSE_PHASES;
  const needsRequest = matchesCreate(rule) || rule.when.per === 'generation';
  return [needsRequest ? 'before-reservation' : 'before-authentication'];
}

/** Returns the problem with the phase of a rule, or undefined if the rule can act there. */
export function phaseProblem(rule: PhasedRule): string | undefined {
  const { match, effect } = rule;
  const { phase } = match;
  if (phase === undefined) return undefined;
  const possible = possiblePhases(effect);
  if (!possible.includes(phase)) return `must be one of ${possible.join(', ')} for this effect`;
  if (match.status !== undefined && !RESPONSE_PHASES.includes(phase))
    return `must be one of ${RESPONSE_PHASES.join(', ')}, because the rule matches a status, which is not known earlier`;
  if (phase === 'before-authentication' && matchesCreate(rule))
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

/** Returns the operations that a rule can act on: they match it and pass one of its phases. */
export function operationsOf(rule: PhasedRule): readonly OperationName[] {
  const { operation } = rule.match;
  const wanted = operation === undefined ? undefined : [operation].flat();
  // Other operations do not decide a plan or a price.
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
      return RESPONSE_PHASES;
    case 'reset':
    case 'cut':
    case 'stall':
      return effect.at === 'start' ? PHASES : RESPONSE_PHASES;
    case 'delay':
      return effect.before === 'headers' ? PHASES : RESPONSE_PHASES;
    case 'account':
    case 'answer':
    case 'drop':
      return PHASES;
  }
}

function matchesCreate({ match }: PhasedRule): boolean {
  return [match.workflow, match.resolution, match.prompt].some((part) => part !== undefined);
}
