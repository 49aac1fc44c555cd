/** One proxy at a time has a spend log: two would each spend the whole of the budget. */

import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { makeFolder } from '../../lib/make-folder.ts';
import { ProxyError } from '../proxy-error.ts';

/** Those of this thread. A lock with its number that is not among them was left by a process of the same number. */
const held = new Set<string>();

/** Locks the log at `path`, and returns what unlocks it. The lock of a dead process is taken over. */
export function lockLog(path: string): () => void {
  const file = `${resolve(path)}.lock`;
  const own = JSON.stringify({ pid: process.pid, thread: threadId });
  makeFolder(dirname(file));
  while (!isMade(file, own)) {
    const found = textIn(file);
    if (found === undefined) continue;
    const owner = ownerIn(found);
    if (owner === undefined || isHeld(owner, file)) throw inUse(path, file, owner);
    takeAway(file, found);
  }
  held.add(file);
  return () => {
    if (held.delete(file)) rmSync(file, { force: true });
  };
}

interface Owner {
  readonly pid: number;
  readonly thread: number;
}

/** False where the file is there already. */
function isMade(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw cause;
  }
}

/** Undefined where the file has just gone. */
function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}

function ownerIn(text: string): Owner | undefined {
  const [, pid, thread] = /^\{"pid":(\d+),"thread":(\d+)\}$/.exec(text) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), thread: Number(thread) };
}

function isHeld({ pid, thread }: Owner, file: string): boolean {
  if (pid === process.pid) return thread !== threadId || held.has(file);
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return codeOf(cause) === 'EPERM';
  }
}

/** If several processes find the lock of a dead process, one renames it, and the others look again. */
function takeAway(file: string, found: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return;
    throw cause;
  }
  // Another has taken it over in between: the lock is theirs.
  if (textIn(aside) !== found) return renameSync(aside, file);
  rmSync(aside, { force: true });
}

function inUse(path: string, file: string, owner: Owner | undefined): ProxyError {
  const by = owner === undefined ? 'another process' : `process ${owner.pid}`;
  return new ProxyError(
    `The spend log ${path} is in use by ${by}. Stop that proxy, or choose another file with --spend-log. If that proxy is not running, delete ${file}.`,
  );
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
