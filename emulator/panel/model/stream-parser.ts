/** Reads server-sent events out of chunks of text: `EventSource` cannot send a bearer, so `fetch` reads the stream. */

export interface ServerSentEvent {
  /** Send it as `Last-Event-ID` to go on after this event; empty where the server gave none. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Returns the events that a chunk completes. The rest of the chunk waits for the next chunk. */
export function createEventParser(): (chunk: string) => ServerSentEvent[] {
  let rest = '';
  return (chunk) => {
    const text = rest + chunk;
    const end = text.lastIndexOf('\n\n');
    if (end < 0) {
      rest = text;
      return [];
    }
    rest = text.slice(end + 2);
    return text.slice(0, end).split('\n\n').flatMap(readEvent);
  };
}

/** One event, or none for a comment. */
function readEvent(block: string): ServerSentEvent[] {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    if (name !== undefined) fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value);
  }
  const data = fields.get('data');
  if (data === undefined) return [];
  return [{ id: fields.get('id') ?? '', type: fields.get('event') ?? 'message', data }];
}
