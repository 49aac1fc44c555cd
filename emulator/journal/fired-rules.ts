/** Separates the rules that fired by their effect on a response. */

import type { EffectKind } from '../domain/trace.ts';
import type { Entry } from './entry.ts';

type ActsOnRefusal = 'account' | 'answer' | 'cut' | 'delay' | 'drop' | 'reset' | 'stall' | 'throttle';
/** The kinds that no refusal uses. A new kind does not compile until one of the two lists contains it. */
const UNUSED: Readonly<Record<Exclude<EffectKind, ActsOnRefusal>, true>> = {
  content: true,
  outcome: true,
  price: true,
  record: true,
};
const ENDS: readonly string[] = ['drop', 'reset', 'cut', 'stall'];

/**
 * Returns the rules that fired: `acting` begins with the rule that set the response. `idle` has no effect, because the
 * request was refused or another rule answered first. `planned` acted when the generation was created.
 */
export function firedRules({ status, code, evaluations, response }: Entry) {
  const fired = evaluations.filter((one) => one.fired);
  const answer = fired.find(({ kind }) => kind === 'answer');
  const isIdle = (one: (typeof fired)[number]): boolean =>
    one.kind === 'answer' ? one !== answer : status >= 400 && Object.hasOwn(UNUSED, one.kind ?? '');
  // If a rule ended the connection before the headers, the status is 503, and no answer set the response.
  const order = status === 503 && code === null ? [...ENDS, 'answer'] : ['answer', ...ENDS];
  const rank = ({ kind = 'answer' }: (typeof fired)[number]): number => order.indexOf(kind) >>> 0;
  const names = (all: typeof fired): string[] => all.map(({ rule }) => rule);
  const named = response.headers['x-standin-fault']?.split(', ') ?? [];
  return {
    acting: names(fired.filter((one) => !isIdle(one)).toSorted((a, b) => rank(a) - rank(b))),
    idle: names(fired.filter(isIdle)),
    planned: named.filter((rule) => !names(fired).includes(rule)),
  };
}
