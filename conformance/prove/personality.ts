/** A personality: a legal server that differs from the emulator where the document is silent or an RFC leaves a choice. */

import type { SettingsInput } from '../../emulator/index.ts';
import type { Bend } from './server.ts';

export interface Personality {
  readonly id: string;
  /** How it differs, after "It". */
  readonly does: string;
  readonly bend?: () => Bend;
  readonly settings?: SettingsInput;
  /** What the cheapest clip costs here: a user of the kit would have such a key made. */
  readonly cheapest?: number;
  /** What the kit has to observe of it, by the id of the observation. */
  readonly observed: Readonly<Record<string, string>>;
}
