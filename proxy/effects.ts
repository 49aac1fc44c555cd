/** Which effects of fault rules make sense in front of a real service: the one table. */

import type { Effect } from '../emulator/faults/effect.ts';

type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;
/** Why an effect cannot be carried out here; nothing where it can. */
type Problem<Kind extends Effect['kind']> = (effect: EffectOf<Kind>) => string | undefined;

const fits = (): undefined => undefined;

/** A proxy can inject failures of the transport, but not inside the service. */
const EFFECTS: { readonly [Kind in Effect['kind']]: Problem<Kind> } = {
  answer: fits,
  delay: fits,
  reset: fits,
  cut: fits,
  stall: fits,
  drop: fits,
  throttle: fits,
  record: fits,
  outcome: () => 'its effect "outcome" decides how a generation ends, and only the real service can decide that',
  price: () => 'its effect "price" changes the cost of a create, and only the real service can decide that',
  account: ({ balanceUsd, advanceSeconds }) => {
    if (balanceUsd !== undefined) return 'its effect "account" sets a balance, and the real service owns the ledger';
    return advanceSeconds === undefined
      ? undefined
      : 'its effect "account" moves the clock, which is impossible with a real service';
  },
  content: ({ damage, otherOrigin, wrongPart }) => {
    if (wrongPart !== undefined)
      return 'its effect "content" sends a wrong range of a clip, and the proxy forwards clips unchanged';
    if (damage !== undefined) return 'its effect "content" damages a clip, and the proxy forwards clips unchanged';
    return otherOrigin
      ? 'its effect "content" redirects to another origin, which needs an API key, and the proxy does not keep keys'
      : undefined;
  },
};

/** Why an effect makes no sense in front of a service, as the end of a sentence. */
export function effectProblem<Kind extends Effect['kind']>(effect: EffectOf<Kind>): string | undefined {
  const problemOf: Problem<Kind> = EFFECTS[effect.kind];
  return problemOf(effect);
}
