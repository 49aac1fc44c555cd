/** One request through `emulator.fetch`: the same sight, as far as a web Response shows it. */

import type { Emulator } from '../../emulator/index.ts';
import type { Seen, Sent } from './seen.ts';
import { staysStill } from './stays-still.ts';

/** Sends a request in this process and reads the answer to its end. */
export async function sendFetch(emulator: Emulator, sent: Sent): Promise<Seen> {
  const started = performance.now();
  const patience = new AbortController();
  const pieces: Buffer[] = [];
  const giveUp = (): void => void staysStill(() => pieces.length).then((isStill) => isStill && patience.abort());
  let timer = setTimeout(giveUp, sent.patienceMs);
  const seen = { status: 0, headers: {}, ending: 'whole' as Seen['ending'] };
  try {
    const { method, headers, body = null } = sent;
    const request = new Request(`http://127.0.0.1${sent.path}`, { method, headers, body, signal: patience.signal });
    const response = await emulator.fetch(request);
    Object.assign(seen, { status: response.status, headers: Object.fromEntries(response.headers) });
    for await (const chunk of response.body ?? []) {
      pieces.push(Buffer.from(chunk));
      clearTimeout(timer);
      timer = setTimeout(giveUp, sent.idleMs);
    }
  } catch (error) {
    seen.ending = patience.signal.aborted ? 'silent' : brokenOr(error);
  } finally {
    clearTimeout(timer);
  }
  const largestPiece = pieces.reduce((most, { length }) => Math.max(most, length), 0);
  const body = Buffer.concat(pieces);
  return { ...seen, body, tookMs: performance.now() - started, headFirst: true, largestPiece };
}

function brokenOr(error: unknown): 'broken' {
  const { cause } = error as { cause?: { code?: string } };
  if (cause?.code === 'ECONNRESET') return 'broken';
  throw error;
}
