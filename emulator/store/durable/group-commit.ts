/**
 * Group commit: what is handed over in turns of the event loop that follow each other, or during a write, is written as
 * one unit.
 */

import { setImmediate } from 'node:timers';

/** What is written as one unit. */
export interface Group<Content> {
  readonly content: Content;
  /** Resolves once it is written, and rejects where that failed. */
  readonly written: Promise<'kept'>;
}

export interface GroupCommit<Content> {
  /** The group that is being collected; it is written soon. */
  readonly collecting: () => Group<Content>;
  /** The newest group that is not written yet. */
  readonly newest: () => Group<Content> | undefined;
}

export interface GroupCommitOptions<Content> {
  /** Of a group that is begun. */
  readonly empty: () => Content;
  /** One at a time, in order. */
  readonly write: (content: Content) => Promise<void>;
  /** Hears that a group was not written, with what was collected meanwhile, which is given up with it. */
  readonly failed: (lost: readonly Content[], cause: unknown) => Promise<Error>;
}

interface OpenGroup<Content> extends Group<Content> {
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
}

/** Captured now: timers that a test fakes later would leave every answer waiting. */
const soon = setImmediate;

function turn(): Promise<void> {
  return new Promise((resolve) => void soon(resolve));
}

/** Clients that are answered together send more together, which arrives over a few turns. */
const MOST_TURNS = 8;

/** Starts with nothing to write. */
export function createGroupCommit<Content>(options: GroupCommitOptions<Content>): GroupCommit<Content> {
  /** How often something was handed over. */
  let times = 0;
  let collecting: OpenGroup<Content> | undefined;
  let writing: OpenGroup<Content> | undefined;
  let isRunning = false;

  const giveUp = async (group: OpenGroup<Content>, cause: unknown): Promise<void> => {
    const lost = collecting === undefined ? [group] : [group, collecting];
    collecting = undefined;
    const contents = lost.map(({ content }) => content);
    const reason = await options.failed(contents, cause);
    for (const { reject } of lost) reject(reason);
  };
  /** Waits for a turn in which nothing is handed over, and so at least for one. */
  const gathered = async (): Promise<OpenGroup<Content> | undefined> => {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const before = times;
      await turn();
      if (times === before) break;
    }
    return collecting;
  };
  const run = async (): Promise<void> => {
    for (let group = await gathered(); group !== undefined; group = await gathered()) {
      [collecting, writing] = [undefined, group];
      try {
        await options.write(group.content);
        writing = undefined;
        group.resolve();
      } catch (cause) {
        await giveUp(group, cause);
        writing = undefined;
      }
    }
    isRunning = false;
  };
  return {
    collecting: () => {
      times += 1;
      collecting ??= openGroup(options.empty());
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return collecting;
    },
    newest: () => collecting ?? writing,
  };
}

function openGroup<Content>(content: Content): OpenGroup<Content> {
  let settle: Pick<OpenGroup<Content>, 'resolve' | 'reject'> | undefined;
  const written = new Promise<'kept'>((resolve, reject) => (settle = { resolve: () => resolve('kept'), reject }));
  // Not everybody who hands something over waits for it.
  written.catch(() => undefined);
  return { content, written, resolve: () => settle?.resolve(), reject: (cause) => settle?.reject(cause) };
}
