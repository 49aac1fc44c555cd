/**
 * The spend log: what may be spent is on the disk before a create leaves, so that a crash forgets nothing. Its lines
 * are the lines of the spend journal of the conformance kit, with the sums in US dollars.
 */

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { appendDurably, readLines } from '../../conformance/engine/money/durable-lines.ts';
import { ProxyError } from '../proxy-error.ts';
import { lockLog } from './log-lock.ts';

const usd = z.number().min(0);

const SpendLine = z.discriminatedUnion('event', [
  /** A run begins. `keys` stays empty: callers are known by the salted digests in `idempotencyKey` alone. */
  z.object({
    event: z.literal('run'),
    baseUrl: z.string(),
    runId: z.string(),
    keys: z.record(z.string(), z.string()),
    pid: z.number(),
  }),
  /** A create is about to leave. */
  z.object({
    event: z.literal('intend'),
    name: z.string(),
    idempotencyKey: z.string(),
    body: z.string(),
    usd,
  }),
  z.object({ event: z.literal('accepted'), name: z.string(), id: z.string(), body: z.string(), usd }),
  z.object({ event: z.literal('refused'), name: z.string() }),
  z.object({ event: z.literal('lost'), name: z.string() }),
  /** A later record has another cost; 0 for a failed generation. */
  z.object({ event: z.literal('cost'), id: z.string(), usd }),
  /** The run ended in good order: the next one begins at nothing. */
  z.object({ event: z.literal('end'), usd }),
]);
export type SpendLine = z.output<typeof SpendLine>;

export interface SpendLog {
  /** Differs from run to run, and stays when a crashed one is continued: the salt of digests. */
  readonly runId: string;
  /** The lines of a crashed run, in order. */
  readonly earlier: readonly SpendLine[];
  /** Throws a ProxyError where the disk does not take it. */
  readonly write: (line: SpendLine) => void;
  /** Lets the next proxy have it. */
  readonly unlock: () => void;
}

/** Opens the log at `path`. A run of the same upstream that crashed is continued; no line is ever deleted. */
export function openSpendLog(path: string, baseUrl: string): SpendLog {
  const unlock = guarded(path, () => lockLog(path));
  try {
    return { ...runIn(path, baseUrl), unlock };
  } catch (cause) {
    unlock();
    throw cause;
  }
}

/** The run to continue, or a new one. */
function runIn(path: string, baseUrl: string): Omit<SpendLog, 'unlock'> {
  const write = (line: SpendLine): void => guarded(path, () => appendDurably(path, line));
  const lines = guarded(path, () => readLines(path, SpendLine));
  const start = lines.findLastIndex(({ event }) => event === 'run');
  const run = lines[start];
  const earlier = lines.slice(start + 1);
  if (run?.event !== 'run' || earlier.some(({ event }) => event === 'end')) {
    const runId = randomUUID();
    write({ event: 'run', baseUrl, runId, keys: {}, pid: process.pid });
    return { runId, earlier: [], write };
  }
  // A new run behind it would bury what that one has spent.
  if (run.baseUrl !== baseUrl) {
    throw new ProxyError(
      `The spend log ${path} belongs to an interrupted proxy run for ${run.baseUrl}. Choose another file with --spend-log.`,
    );
  }
  return { runId: run.runId, earlier, write };
}

function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ProxyError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ProxyError(
      `The spend log ${path} cannot be written (${reason}). Choose another file with --spend-log. Without a spend log, the proxy forwards no create requests.`,
    );
  }
}
