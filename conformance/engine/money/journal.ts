/**
 * The spend journal, written and fsynced before each paid create. It lets a run resume after a crash without paying
 * twice.
 */

import { rmSync } from 'node:fs';
import * as z from 'zod';
import { appendDurably, readLines } from './durable-lines.ts';

const Line = z.discriminatedUnion('event', [
  z.object({ event: z.literal('run'), baseUrl: z.string(), runId: z.string(), keys: z.record(z.string(), z.string()) }),
  z.object({ event: z.literal('intend'), name: z.string(), idempotencyKey: z.string(), body: z.string() }),
  z.object({ event: z.literal('accepted'), name: z.string(), id: z.string(), body: z.string() }),
]);
type Line = z.output<typeof Line>;

/** The generation that an earlier run paid for. */
export interface Earlier {
  readonly idempotencyKey: string;
  /** The digest of the body. Another body is another generation. */
  readonly body: string;
  /** Missing if the run crashed before the response came. */
  readonly id?: string | undefined;
}

export type SpendJournal = ReturnType<typeof openJournal>;

/** The journal cannot be written. The run does not start, because a rerun after a crash would pay twice. */
export class SpendJournalError extends Error {
  override readonly name = 'JournalError';
}

/** The owner of a journal. A journal of another server or of other keys is not continued. */
export interface Owner {
  readonly baseUrl: string;
  /** Digests of the keys, by name. */
  readonly keys: Readonly<Record<string, string>>;
}

/** Opens or continues the journal at `path`. Without a path, nothing is kept. */
export function openJournal(path: string | undefined, owner: Owner, newRunId: string) {
  const write = (line: Line): void => void (path !== undefined && guarded(path, () => appendDurably(path, line)));
  const remove = (): void => void (path !== undefined && rmSync(path, { force: true }));
  const lines = path === undefined ? [] : guarded(path, () => readLines(path, Line));
  const run = lines.find((line) => line.event === 'run');
  const isContinued = run?.baseUrl === owner.baseUrl && JSON.stringify(run.keys) === JSON.stringify(owner.keys);
  if (!isContinued && path !== undefined) {
    guarded(path, remove);
    write({ event: 'run', runId: newRunId, ...owner });
  }
  const earlier = isContinued ? replayed(lines) : new Map<string, Earlier>();
  return {
    /** The id of the run, which its reruns share. */
    runId: isContinued ? run.runId : newRunId,
    /** Whether the journal contains generations of an earlier run. */
    isContinued,
    earlier: (name: string) => earlier.get(name),
    write,
    /** Ends the run. The next run pays again. */
    finish: remove,
  };
}

function replayed(lines: readonly Line[]): Map<string, Earlier> {
  const earlier = new Map<string, Earlier>();
  for (const line of lines) {
    if (line.event === 'intend') earlier.set(line.name, { idempotencyKey: line.idempotencyKey, body: line.body });
    if (line.event === 'accepted') {
      const idempotencyKey = earlier.get(line.name)?.idempotencyKey ?? '';
      earlier.set(line.name, { idempotencyKey, body: line.body, id: line.id });
    }
  }
  return earlier;
}

function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SpendJournalError(
      `The kit cannot write the spend journal ${path} (${reason}). Name another file with --journal, or turn off the spend journal with --no-journal.`,
    );
  }
}
