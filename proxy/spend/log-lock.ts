/** Locks a spend log for one proxy, because two proxies would each spend the whole budget. */

import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { makeFolder } from '../../lib/make-folder.ts';
import { ProxyError } from '../proxy-error.ts';

/** The locks of this thread. Another lock with this process id comes from a dead process with the same id. */
const held = new Set<string>();

/** Locks the log at `path`, and returns a function that unlocks it. Takes over the lock of a dead process. */
export function lockLog(path: string): () => void {
  const file = `${resolve(path)}.lock`;
  const own = JSON.stringify({ pid: process.pid, thread: threadId });
  makeFolder(dirname(file));
  while (!createLock(file, own)) {
    const found = textIn(file);
    if (found === undefined) continue;
    const owner = ownerIn(found);
    if (owner === undefined || isHeld(owner, file)) throw inUse(path, file, owner);
    removeStale(file, found);
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

/** Creates the lock file. Returns false if it exists. */
function createLock(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw cause;
  }
}

/** Returns the text of the file, or undefined if the file was just deleted. */
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

/** Removes the lock of a dead process. If several processes find it, one of them succeeds. */
function removeStale(file: string, found: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return;
    throw cause;
  }
  // Another process took over the lock in the meantime, so its lock is restored.
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
