/** A request of the kit to the client, and the result. */

import type { Exchange, HeaderLine } from './exchange.ts';
import type { KeyName } from './keys.ts';
import type { Wiring } from './transport.ts';

export interface Spec extends Wiring {
  readonly probe: string;
  /** The name of the exchange within its probe. */
  readonly label: string;
  readonly method: string;
  /** The path and query after the base URL. */
  readonly path: string;
  /** Another base URL of the same origin. */
  readonly base?: string | undefined;
  /** The key to send; no key if left out. */
  readonly key?: KeyName | undefined;
  /** Writes the Authorization header in an unusual way. */
  readonly spell?: ((key: string) => string) | undefined;
  /** Sends the key outside of Authorization: in another header, or in the query. */
  readonly place?: { readonly header: string } | { readonly query: string } | undefined;
  readonly headers?: readonly HeaderLine[] | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly follow?: boolean | undefined;
  /** Does not retry after a 429 or 503. */
  readonly impatient?: boolean | undefined;
  readonly outsideApi?: boolean | undefined;
  /** The server may close the connection instead of answering. */
  readonly mayHangUp?: boolean | undefined;
  /** Goes before all other waiting requests. */
  readonly urgent?: boolean | undefined;
  /** A create that was refused before. It does not wait for other creates under a budget. */
  readonly skipsBudget?: boolean | undefined;
  /** The request follows a redirect. */
  readonly redirected?: boolean | undefined;
}

/** An exchange with all received bytes, which the report does not keep whole. */
export interface Sent {
  readonly exchange: Exchange;
  /** Missing if it is a large clip that exhausted its reader. */
  readonly bytes: Buffer | undefined;
}
