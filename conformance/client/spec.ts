/** A request of the kit to the client, and the result. */

import type { Exchange, HeaderLine } from './exchange.ts';
import type { KeyName } from './keys.ts';

export interface Spec {
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
  readonly rawTarget?: string | undefined;
  /** The lines of Host, in place of the host of the address. */
  readonly hosts?: readonly string[] | undefined;
  readonly chunked?: boolean | undefined;
  /**
   * Sends a handwritten request in this HTTP version, on a separate connection that is read to its end. The body is
   * sent unchanged, so the headers must describe its framing.
   */
  readonly bare?: '1.0' | '1.1' | undefined;
  /** Holds the body of a bare request back until the server asks for it. */
  readonly holdsBody?: boolean | undefined;
  /** The milliseconds for which the connection of a bare request may stay open after the response. */
  readonly quietMs?: number | undefined;
  /** Closes the connection when the response arrives, without reading it. Needs `bare`. */
  readonly dropsAnswer?: boolean | undefined;
  readonly cutAfter?: number | undefined;
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
