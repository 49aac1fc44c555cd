/** Reads the live stream of events with `fetch`. Passes its events on once a frame. */

import { controlPath, fetchControl, isTokenWanted, PanelProblem, problemText } from './api.ts';
import { createEventParser } from './model/stream-parser.ts';
import { GAP, type LiveEvent } from './model/stream-event.ts';
import { readServer, server } from './server.ts';
import { onSignals, pageSignal } from './signal.ts';

type Listener = (events: readonly LiveEvent[]) => void;

/** The problem of the stream; empty while the stream is open. */
export const streamProblem = pageSignal('The panel is connecting.');

const LONGEST_PENDING = 500;
/** The interval between batches, which limits rows to 200 a second. */
const BATCH_MS = 200;
const MOST_AT_ONCE = 40;
const FIRST_PAUSE_MS = 500;
/** The longest pause before a reconnect. The page notices a restarted server within two seconds. */
const LONGEST_PAUSE_MS = 1000;
/** The interval in a hidden tab, which draws no frames. */
const HIDDEN_FRAME_MS = 1000;

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

/** Reads the stream until the page is closed. */
export async function followStream(): Promise<never> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const startedAt = performance.now();
    try {
      await readServer();
      goOn();
      await readStream();
      streamProblem.value = 'The stream of events ended. The panel is connecting again.';
    } catch (cause) {
      streamProblem.value = problemText(cause);
      if (cause instanceof PanelProblem && cause.status === 401) await untilTokenIsThere();
    }
    if (performance.now() - startedAt > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Reports a gap after a break. Forgets the events of an earlier process. */
function goOn(): void {
  const before = instance;
  instance = server.value?.instance;
  pending = before === instance ? [...pending, GAP] : [];
}

async function readStream(): Promise<void> {
  const { body } = await fetchControl(controlPath('/events', { query: { batch_ms: BATCH_MS, most: MOST_AT_ONCE } }));
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
}

function schedule(): void {
  if (isScheduled || pending.length === 0) return;
  isScheduled = true;
  if (document.hidden) setTimeout(deliver, HIDDEN_FRAME_MS);
  else requestAnimationFrame(deliver);
}

function deliver(): void {
  isScheduled = false;
  const events = pending;
  pending = [];
  const shown = events.length > LONGEST_PENDING ? [GAP, ...events.slice(-LONGEST_PENDING)] : events;
  for (const listener of listeners) listener(shown);
}

function untilTokenIsThere(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onSignals(() => {
      if (isTokenWanted.value) return;
      stop();
      resolve();
    });
  });
}
