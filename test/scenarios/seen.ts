/** What a client sees of an answer, to the last byte, and how the connection that carried it ended. */

export interface Seen {
  /** 0 when no headers came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /**
   * `whole`: as announced. `reset`: a RST. `short`: an orderly end before the announced one. `silent`: nothing more
   * came, and the client lost its patience. `broken`: what `fetch` sees of `reset` and `short` alike.
   */
  readonly ending: 'whole' | 'reset' | 'short' | 'silent' | 'broken';
  /** Milliseconds from the request to the end. */
  readonly tookMs: number;
  /** Whether the headers had arrived before any of the body did. */
  readonly headFirst: boolean;
  /** The size of the largest piece in which the body came. */
  readonly largestPiece: number;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** How long the client waits for the first byte, and for each further one. */
  readonly patienceMs: number;
  readonly idleMs: number;
}

export type Send = (sent: Sent) => Promise<Seen>;

/** A record or an envelope: each field is there where a test asks for it. */
export interface Json extends Record<string, unknown> {
  readonly id: string;
  readonly cost_usd: number;
  readonly output: { readonly url: string };
  readonly error: { readonly code: string; readonly message: string; readonly request_id: string };
}

/** The body as JSON. */
export function jsonOf({ body }: Seen): Json {
  return JSON.parse(body.toString()) as Json;
}

/** The code of the envelope. */
export function codeOf(seen: Seen): string {
  return jsonOf(seen).error.code;
}

/** What an entry point shows of an ending: `fetch` cannot tell a reset from an early end. */
export function endingAt(entryPoint: 'socket' | 'fetch', ending: 'reset' | 'short'): Seen['ending'] {
  return entryPoint === 'socket' ? ending : 'broken';
}
