/** What the kit asks the client to send, and what it gets back. */

import type { Exchange, HeaderLine } from './exchange.ts';
import type { KeyName } from './keys.ts';

export interface Spec {
  readonly probe: string;
  /** Names the exchange within its probe. */
  readonly label: string;
  readonly method: string;
  /** What follows the base URL. */
  readonly path: string;
  /** Another base URL of the same origin. */
  readonly base?: string | undefined;
  /** The key to send; none if left out. */
  readonly key?: KeyName | undefined;
  /** Writes the Authorization header in an unusual way. */
  readonly spell?: ((key: string) => string) | undefined;
  /** Sends the key bare, and not as Authorization: in another header, or in the query. */
  readonly place?: { readonly header: string } | { readonly query: string } | undefined;
  readonly headers?: readonly HeaderLine[] | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly rawTarget?: string | undefined;
  /** Names of the host, one line each, in place of the one of the address. */
  readonly hosts?: readonly string[] | undefined;
  readonly chunked?: boolean | undefined;
  /**
   * Written by hand in this version of HTTP, on a connection of its own whose answer is read to its end. A body is
   * written as it is, so that its headers have to say how it is framed.
   */
  readonly bare?: '1.0' | '1.1' | undefined;
  /** Of a bare one: holds the body back until the server asks for it. */
  readonly holdsBody?: boolean | undefined;
  /** Of a bare one: milliseconds for which the connection may stay open behind the answer. */
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
  /** Goes before all others that wait for their turn. */
  readonly urgent?: boolean | undefined;
  /** A create that was refused before: it waits for no other under a budget. */
  readonly skipsBudget?: boolean | undefined;
  /** It follows a redirect. */
  readonly redirected?: boolean | undefined;
}

/** An exchange together with the bytes that came, which the report does not keep whole. */
export interface Sent {
  readonly exchange: Exchange;
  /** Missing if it is a large clip that exhausted its reader. */
  readonly bytes: Buffer | undefined;
}
