/** Identical work is done once: later askers join, each may leave, and the work stops when the last one has left. */

import { setMaxListeners } from 'node:events';

import { RenderError } from '../render-error.ts';
import { noteJoined } from './asking-accounts.ts';

export interface SingleFlight<T> {
  /** Joins the work under this key, or begins it. The signal given to `begin` aborts when the last waiter has left. */
  join(key: string, begin: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Stops everything that is under way. */
  close(): Promise<void>;
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  /** Those who may leave, and perhaps have left. */
  readonly joined: Set<AbortSignal>;
  waiters: number;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  const begin = (key: string, work: (signal: AbortSignal) => Promise<T>, first?: AbortSignal): Flight<T> => {
    const stop = new AbortController();
    const joined = new Set(first === undefined ? [] : [first]);
    noteJoined(stop.signal, joined);
    setMaxListeners(0, stop.signal); // each segment of a clip listens
    const result = work(stop.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight: Flight<T> = { result, stop, joined, waiters: 0 };
    flights.set(key, flight);
    return flight;
  };

  const leave = (key: string, flight: Flight<T>): void => {
    flight.waiters -= 1;
    if (flight.waiters > 0) return;
    // A later request begins afresh instead of joining work that is being stopped.
    if (flights.get(key) === flight) flights.delete(key);
    flight.stop.abort();
  };

  return {
    async join(key, work, signal) {
      if (signal?.aborted === true) throw new RenderError('aborted');
      const flight = flights.get(key) ?? begin(key, work, signal);
      flight.waiters += 1;
      if (signal !== undefined) flight.joined.add(signal);
      try {
        return await (signal === undefined ? flight.result : raceAbort(flight.result, signal));
      } finally {
        leave(key, flight);
      }
    },
    async close() {
      const open = [...flights.values()];
      for (const flight of open) flight.stop.abort();
      await Promise.allSettled(open.map((flight) => flight.result));
    },
  };
}

function raceAbort<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new RenderError('aborted'));
    signal.addEventListener('abort', giveUp, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
