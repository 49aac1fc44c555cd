/** Parses the stream of `GET /_standin/events`. `fetch` reads it, because `EventSource` cannot send a bearer token. */

export interface LiveEvent {
  /** The type: `generation`, `account`, `clock`, `request`, `fault` or `lost`. */
  readonly type: string;
  /** The account. Null for a request without an account. */
  readonly account: string | null;
  readonly [field: string]: unknown;
}

/** The event for an unknown number of missing events. Views reload their data. */
export const GAP: LiveEvent = { type: 'lost', account: null, events: null };

export function isGap({ type, events }: LiveEvent): boolean {
  return type === 'lost' && events === null;
}

/** Creates a parser. It returns the events that a chunk completes, and keeps the rest for the next chunk. */
export function createEventParser() {
  let rest = '';
  return (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = [...block.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line);
      const [, type = 'message'] = /^event: ?(.*)$/m.exec(block) ?? [];
      // A block without data is a comment.
      return lines.length === 0 ? [] : { type, data: lines.join('\n') };
    });
  };
}
