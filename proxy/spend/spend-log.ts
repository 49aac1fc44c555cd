/**
 * The spend log: what may be spent is on the disk before a create leaves, so that a crash forgets nothing. Its lines are
 * those of the kit's spend journal, with the sums in US dollars.
 */

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { appendDurably, readLines } from '../../conformance/engine/durable-lines.ts';
import { ProxyError } from '../proxy-error.ts';

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
  /** A later record told another cost; 0 for one that failed. */
  z.object({ event: z.literal('cost'), id: z.string(), usd }),
  /** The run ended in good order: the next one begins at nothing. */
  z.object({ event: z.literal('end'), usd }),
]);
export type SpendLine = z.output<typeof SpendLine>;

export interface SpendLog {
  /** Differs from run to run, and stays when a crashed one is continued: the salt of digests. */
  readonly runId: string;
  /** What a crashed run left behind, in order. */
  readonly earlier: readonly SpendLine[];
  /** Throws a ProxyError where the disk does not take it. */
  readonly write: (line: SpendLine) => void;
}

/** Opens the log at `path`. A run of the same upstream that crashed is continued; nothing is ever deleted. */
export function openSpendLog(path: string, baseUrl: string): SpendLog {
  const write = (line: SpendLine): void => guarded(path, () => appendDurably(path, line));
  const lines = guarded(path, () => readLines(path, SpendLine));
  const start = lines.findLastIndex(({ event }) => event === 'run');
  const run = lines[start];
  const earlier = lines.slice(start + 1);
  const isCrashed = run?.event === 'run' && earlier.every(({ event }) => event !== 'end');
  if (run?.event !== 'run' || !isCrashed || run.baseUrl !== baseUrl) {
    const runId = randomUUID();
    write({ event: 'run', baseUrl, runId, keys: {}, pid: process.pid });
    return { runId, earlier: [], write };
  }
  if (run.pid !== process.pid && isAlive(run.pid)) {
    throw new ProxyError(
      `The spend log ${path} is in use by process ${run.pid}. Stop that proxy, or name another file with --spend-log.`,
    );
  }
  return { runId: run.runId, earlier, write };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ProxyError(
      `The spend log ${path} cannot be written (${reason}). Name another file with --spend-log; without one no create goes through.`,
    );
  }
}
