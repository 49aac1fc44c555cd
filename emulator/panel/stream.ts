/** Reads the live stream of events with `fetch`, because `EventSource` cannot send a bearer token. */

import { fetchControl, isTokenWanted, problemText } from './api.ts';
import { readServer, server } from './server.ts';
import { pageSignal } from './signal.ts';

export interface LiveEvent {
  /** The type: `generation`, `account`, `clock`, `request`, `fault`, `lost`, or `gap` and `command` of the page. */
  readonly type: string;
  /** The account. Null for a request without an account. */
  readonly account: string | null;
  readonly [field: string]: unknown;
}

type Listener = (events: readonly LiveEvent[]) => void;

const CONNECTING = 'The panel is connecting.';

/** The problem of the stream; empty while the stream is open. */
export const streamProblem = pageSignal(CONNECTING);

/** The server sends a batch of events at most this often, which limits rows to 200 a second. */
const BATCH_MS = 200;
const MOST_AT_ONCE = 40;
/** The pause before a reconnect. The page notices a restarted server within two seconds. */
const PAUSE_MS = 500;

const listeners = new Set<Listener>();
/** The id of the process that sends the events. */
let instance: string | undefined;

/** Calls back with each batch of events. Returns a function that stops the calls. */
export function onEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the stream until the page is closed. While the page asks for a token, it only waits. */
export async function followStream(): Promise<never> {
  for (;;) {
    if (!isTokenWanted.value) await readStream().catch((cause: unknown) => (streamProblem.value = problemText(cause)));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function readStream(): Promise<void> {
  await readServer();
  const { body } = await fetchControl({ method: 'GET', path: `/events?batch_ms=${BATCH_MS}&most=${MOST_AT_ONCE}` });
  if (body === null) return;
  streamProblem.value = '';
  // After a break, events may be missing. The views of an earlier process are closed.
  if (instance === server.value?.instance) deliver([{ type: 'gap', account: null }]);
  instance = server.value?.instance;
  const parse = createEventParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    deliver(parse(decoder.decode(read.value, { stream: true })));
  }
  streamProblem.value = CONNECTING;
}

/** Passes events to the views. */
export function deliver(events: readonly LiveEvent[]): void {
  if (events.length > 0) for (const listener of listeners) listener(events);
}

/** Creates a parser. It returns the events that a chunk completes, and keeps the rest for the next chunk. */
export function createEventParser() {
  let rest = '';
  return (chunk: string): LiveEvent[] => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const [, type, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      // Other blocks are comments.
      return type === undefined ? [] : ({ type, ...JSON.parse(data) } as LiveEvent);
    });
  };
}
