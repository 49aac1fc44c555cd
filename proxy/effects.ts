/** Determines which fault effects and control operations a proxy supports. */

import type { Effect } from '../emulator/faults/effect.ts';

type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;
/** Returns why a proxy does not support an effect, or undefined if it does. */
type Problem<Kind extends Effect['kind']> = (effect: EffectOf<Kind>) => string | undefined;

const fits = (): undefined => undefined;

/** A proxy can simulate transport failures, but not failures inside the service. */
const EFFECTS: { readonly [Kind in Effect['kind']]: Problem<Kind> } = {
  answer: fits,
  delay: fits,
  reset: fits,
  cut: fits,
  stall: fits,
  drop: fits,
  throttle: fits,
  record: fits,
  outcome: () => 'its effect "outcome" decides how a generation ends, but the real service makes this decision',
  price: () => 'its effect "price" changes the cost of a create request, but the real service decides the cost',
  account: ({ balanceUsd, advanceSeconds }) => {
    if (balanceUsd !== undefined) return 'its effect "account" sets a balance, but the real service owns the ledger';
    return advanceSeconds === undefined
      ? undefined
      : 'its effect "account" moves the clock, but a real service has a real clock';
  },
  content: ({ damage, otherOrigin, wrongPart }) => {
    if (wrongPart !== undefined)
      return 'its effect "content" sends a wrong range of a clip, but the proxy forwards clips unchanged';
    if (damage !== undefined) return 'its effect "content" damages a clip, but the proxy forwards clips unchanged';
    return otherOrigin
      ? 'its effect "content" redirects to another origin. The proxy would need the API key for this origin, but it does not keep keys'
      : undefined;
  },
};

/** Returns why a proxy does not support an effect, as the end of a sentence. */
export function effectProblem<Kind extends Effect['kind']>(effect: EffectOf<Kind>): string | undefined {
  const problemOf: Problem<Kind> = EFFECTS[effect.kind];
  return problemOf(effect);
}

/** The control operations that a proxy does not support, by tag or by route. */
const NOT_HERE = 'This server is a proxy in front of a real service.';

const BY_TAG: Readonly<Record<string, string>> = {
  clock: `${NOT_HERE} A proxy uses the real time, so you cannot move its clock. Use an emulator (standin serve).`,
  credits: `${NOT_HERE} The service owns the credits. --budget sets the budget of the proxy.`,
  generations: `${NOT_HERE} The service owns the generations. Poll them through the API, or read the journal.`,
  snapshots: `${NOT_HERE} The service owns the state, so snapshots are not possible.`,
};

const BY_ROUTE: Readonly<Record<string, string>> = {
  openAccount: `${NOT_HERE} If a key has no account, the first request with the key creates the account. Send a request with the key.`,
  issueKey: `${NOT_HERE} The service issues the keys. If a key has no account, the first request with the key creates the account.`,
};

/** Returns why a proxy does not support a route, or undefined if it does. */
export function controlProblem(tag: string, operationId: string): string | undefined {
  return BY_ROUTE[operationId] ?? BY_TAG[tag];
}
