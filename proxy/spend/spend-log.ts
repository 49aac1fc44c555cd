/**
 * Stores possible costs on disk before a create is forwarded, so that a crash loses nothing. The lines have the format
 * of the conformance kit's spend journal, with amounts in US dollars.
 */

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { appendDurably, readLines } from '../../conformance/engine/money/durable-lines.ts';
import { ProxyError } from '../proxy-error.ts';
import { lockLog } from './log-lock.ts';

const usd = z.number().min(0);

const SpendLine = z.discriminatedUnion('event', [
  /** The start of a run. `keys` stays empty, because callers are stored only as digests in `idempotencyKey`. */
  z.object({
    event: z.literal('run'),
    baseUrl: z.string(),
    runId: z.string(),
    keys: z.record(z.string(), z.string()),
    pid: z.number(),
  }),
  /** A create that is about to be forwarded. */
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
  /** A changed cost in a later record, 0 for a failed generation. */
  z.object({ event: z.literal('cost'), id: z.string(), usd }),
  /** The normal end of a run. The next run starts with nothing spent. */
  z.object({ event: z.literal('end'), usd }),
]);
export type SpendLine = z.output<typeof SpendLine>;

export interface SpendLog {
  /** The salt of digests. It differs between runs, and stays when a crashed run continues. */
  readonly runId: string;
  /** The lines of a crashed run, in order. */
  readonly earlier: readonly SpendLine[];
  /** Appends a line. Throws a ProxyError if the disk rejects it. */
  readonly write: (line: SpendLine) => void;
  /** Unlocks the log for the next proxy. */
  readonly unlock: () => void;
}

/** Opens the log at `path`, and continues a crashed run of the same upstream. Lines are never deleted. */
export function openSpendLog(path: string, baseUrl: string): SpendLog {
  const unlock = guarded(path, () => lockLog(path));
  try {
    return { ...runIn(path, baseUrl), unlock };
  } catch (cause) {
    unlock();
    throw cause;
  }
}

/** Returns the run to continue, or a new run. */
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
  // A new run after that run would hide its costs.
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
