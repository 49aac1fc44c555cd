/** An answer as a client sees it, to the last byte, and the ending of its connection. */

export interface Seen {
  /** 0 if no headers arrived. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /**
   * `whole`: the announced length. `reset`: a RST. `short`: an orderly end before the announced length. `silent`:
   * nothing more arrived, and the client gave up. `broken`: the view of `fetch` on both `reset` and `short`.
   */
  readonly ending: 'whole' | 'reset' | 'short' | 'silent' | 'broken';
  /** Milliseconds from the request to the end. */
  readonly tookMs: number;
  /** Whether the headers arrived before the first byte of the body. */
  readonly headFirst: boolean;
  /** The size of the largest piece of the body. */
  readonly largestPiece: number;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** How long the client waits for the first byte, and for each later one. */
  readonly patienceMs: number;
  readonly idleMs: number;
}

export type Send = (sent: Sent) => Promise<Seen>;

/** A record or an envelope. Tests read its members without a check. */
export interface Json extends Record<string, unknown> {
  readonly id: string;
  readonly cost_usd: number;
  readonly output: { readonly url: string };
  readonly error: { readonly code: string; readonly message: string; readonly request_id: string };
}

/** Returns the body as JSON. */
export function jsonOf({ body }: Seen): Json {
  return JSON.parse(body.toString()) as Json;
}

/** Returns the code of the envelope. */
export function codeOf(seen: Seen): string {
  return jsonOf(seen).error.code;
}

/** Returns the ending as an entry point shows it: `fetch` cannot distinguish a reset from an early end. */
export function endingAt(entryPoint: 'socket' | 'fetch', ending: 'reset' | 'short'): Seen['ending'] {
  return entryPoint === 'socket' ? ending : 'broken';
}
