/** What a request leaves behind for the journal while it passes through the engine: enough to say why it was answered as it was. */

import type { Status } from '../../contract/generation.ts';
import type { Ledger } from './ledger.ts';

/** A fault rule that was looked at for a request. */
export interface Weighed {
  readonly rule: string;
  readonly fired: boolean;
  /** In words: what matched, what did not, which count or draw decided. */
  readonly why: string;
  /** The draw, where chance decided. */
  readonly draw?: number | undefined;
}

/** Filled in by the steps of a request, in order. */
export interface Trace {
  readonly weighed: Weighed[];
  /** The generation that the request was about, and what the request did to its status. */
  generation?: { readonly id: string; readonly before?: Status | undefined; readonly after: Status };
  /** The books before and after, where they changed. */
  ledger?: { readonly before: Ledger; readonly after: Ledger };
}

/** A trace with nothing in it. */
export function newTrace(): Trace {
  return { weighed: [] };
}
