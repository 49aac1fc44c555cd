/** A legal server that differs from the emulator where the document is silent or an RFC leaves a choice. */

import type { SettingsInput } from '../../emulator/index.ts';
import type { Selection } from './mutant.ts';
import type { Spelling } from './run/socket.ts';
import type { Tampering } from './server.ts';

export interface LegalVariant {
  readonly id: string;
  /** The difference, as a phrase after "It". */
  readonly does: string;
  readonly tamper?: () => Tampering;
  readonly settings?: SettingsInput;
  /** The prices do not fit a table, so the profile does not name them. */
  readonly isPriceUnknown?: true;
  /** The selection that replaces the default suite. */
  readonly selection?: Selection;
  /** The spelling of header names. The server is reached over a socket. */
  readonly socket?: Spelling;
  /** The cost of the cheapest clip, for the account with credits for one generation. */
  readonly cheapest?: number;
  /** The values that the kit has to observe, by the id of the observation. */
  readonly observed: Readonly<Record<string, string>>;
}

/** Defines legal servers by their ids. */
export function legalVariants(table: Readonly<Record<string, Omit<LegalVariant, 'id'>>>): LegalVariant[] {
  return Object.entries(table).map(([id, variant]) => ({ id, ...variant }));
}
