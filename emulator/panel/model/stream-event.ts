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
    return blocks.flatMap(readEvent);
  };
}

/** Parses an event. Returns an empty list for a comment. */
function readEvent(block: string) {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    if (name !== undefined) fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value);
  }
  const data = fields.get('data');
  return data === undefined ? [] : [{ type: fields.get('event') ?? 'message', data }];
}
