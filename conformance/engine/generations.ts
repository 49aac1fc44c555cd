/** The generations that the probes of a run have made. */

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
  /** Probes that sent a create which the server accepted, or may have accepted. */
  readonly taken: Set<string>;
  /** Probes whose generation failed. */
  readonly failed: Set<string>;
  /** The limits for creates that the server must reject: one for creates that ask to fail, one for the others. */
  readonly fewAtOnce: FewAtOnce;
  /** Probes that have ended. */
  readonly over: Set<string>;
}

/** Creates the state of a run before its first generation. */
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
