/**
 * A personality: a legal server that differs from the emulator where the document is silent or an RFC leaves a choice.
 */

import type { SettingsInput } from '../../emulator/index.ts';
import type { Selection } from './mutant.ts';
import type { Spelling } from './run/socket.ts';
import type { Tampering } from './server.ts';

export interface Personality {
  readonly id: string;
  /** How it differs, after "It". */
  readonly does: string;
  readonly tamper?: () => Tampering;
  readonly settings?: SettingsInput;
  /** Its prices are no table, so the profile names none. */
  readonly isPriceUnknown?: true;
  /** What it meets in place of the default suite. */
  readonly selection?: Selection;
  /** Reached over a socket, and how the names of headers are spelled on it. */
  readonly socket?: Spelling;
  /** What the cheapest clip costs here: a user of the kit would have such a key made. */
  readonly cheapest?: number;
  /** What the kit has to observe of it, by the id of the observation. */
  readonly observed: Readonly<Record<string, string>>;
}
