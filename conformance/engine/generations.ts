/** What a run knows of the generations that its probes make. */

import type { KeyName } from '../client/keys.ts';
import type { MadeGeneration } from './probe-tools.ts';
import type { Missing } from './outcome.ts';
import type { Profile } from '../profile/profile.ts';
import { createFewAtOnce, type FewAtOnce } from './money/failing-creates.ts';

export interface Generations {
  readonly clips: Map<string, MadeGeneration>;
  readonly problems: Map<string, Missing>;
  readonly wholes: Map<string, Buffer>;
  readonly accepted: Map<string, KeyName>;
  /** Probes that sent a create which the server took, or may have taken. */
  readonly taken: Set<string>;
  /** Probes whose generation failed. */
  readonly failed: Set<string>;
  /** For those whose creates have to be turned down: that are asked to fail, and the others. */
  readonly fewAtOnce: FewAtOnce;
  /** Probes whose run is over. */
  readonly over: Set<string>;
}

/** Nothing is made yet. */
export function createGenerations(signal: AbortSignal, profile: Pick<Profile, 'budget'>): Generations {
  const fewAtOnce = createFewAtOnce(signal, profile);
  const [accepted, taken, over, failed] = [
    new Map<string, KeyName>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  return { clips: new Map(), problems: new Map(), wholes: new Map(), accepted, taken, over, failed, fewAtOnce };
}
