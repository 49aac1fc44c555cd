/** The phases of a request, the effects that can act in each, and the default phase of a rule. */

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
interface PhasedRule {
  readonly match: Readonly<Partial<Record<'status' | 'workflow' | 'resolution' | 'prompt', unknown>>> & {
    readonly phase?: Phase | undefined;
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

/** The phases in which each kind of effect can act. */
const PHASES_OF_KIND: Readonly<Record<Effect['kind'], readonly Phase[]>> = {
  account: PHASES,
  answer: PHASES,
  content: ['during-download'],
  cut: PHASES,
  delay: PHASES,
  drop: PHASES,
  outcome: ['before-reservation'],
  price: ['before-reservation'],
  record: ['after-reservation', 'while-running', 'after-completion'],
  reset: PHASES,
  stall: PHASES,
  throttle: RESPONSE_PHASES,
};

function possiblePhases(effect: Effect): readonly Phase[] {
  const needsHeaders =
    ('at' in effect && effect.at !== 'start') || (effect.kind === 'delay' && effect.before === 'body');
  return needsHeaders ? RESPONSE_PHASES : PHASES_OF_KIND[effect.kind];
}

function matchesCreate({ match }: PhasedRule): boolean {
  return [match.workflow, match.resolution, match.prompt].some((part) => part !== undefined);
}
