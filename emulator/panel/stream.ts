/** Reads the live stream of events with `fetch`. Passes its events on once a frame. */

import { fetchControl, isTokenWanted, problemText } from './api.ts';
import { createEventParser, GAP, type LiveEvent } from './model/stream-event.ts';
import { readServer, server } from './server.ts';
import { pageSignal } from './signal.ts';

type Listener = (events: readonly LiveEvent[]) => void;

/** The problem of the stream; empty while the stream is open. */
export const streamProblem = pageSignal('The panel is connecting.');

const LONGEST_PENDING = 500;
/** The interval between batches, which limits rows to 200 a second. */
const BATCH_MS = 200;
const MOST_AT_ONCE = 40;
/** The pause before a reconnect. The page notices a restarted server within two seconds. */
const PAUSE_MS = 500;
const FRAME_MS = 16;

const listeners = new Set<Listener>();
let pending: LiveEvent[] = [];
let isScheduled = false;
/** The id of the process that sends the events. */
let instance: string | undefined;

/** Calls back with new events, at most once a frame. Returns a function that stops the calls. */
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
  // After a break, events may be missing. The events of an earlier process are outdated.
  pending = instance === server.value?.instance ? [...pending, GAP] : [];
  instance = server.value?.instance;
  const { body } = await fetchControl({ method: 'GET', path: `/events?batch_ms=${BATCH_MS}&most=${MOST_AT_ONCE}` });
  if (body === null) return;
  streamProblem.value = '';
  const parse = createEventParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const { type, data } of parse(decoder.decode(read.value, { stream: true })))
      pending.push({ type, ...JSON.parse(data) } as LiveEvent);
    schedule();
  }
  streamProblem.value = 'The stream of events ended. The panel is connecting again.';
}

function schedule(): void {
  if (isScheduled || pending.length === 0) return;
  isScheduled = true;
  // Browsers call timers less often in a hidden tab, but they do not draw frames there.
  setTimeout(deliver, FRAME_MS);
}

function deliver(): void {
  isScheduled = false;
  const events = pending;
  pending = [];
  const shown = events.length > LONGEST_PENDING ? [GAP, ...events.slice(-LONGEST_PENDING)] : events;
  for (const listener of listeners) listener(shown);
}
