/** An event of a stream that `fetch` reads, because `EventSource` cannot send a bearer token. */

export interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
}

/** Creates a parser. It returns the events that a chunk completes, and keeps the rest for the next chunk. */
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

/** Parses an event. Returns undefined for a comment. */
function readEvent(block: string): ServerSentEvent[] {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    if (name !== undefined) fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value);
  }
  const data = fields.get('data');
  if (data === undefined) return [];
  return [{ type: fields.get('event') ?? 'message', data }];
}
