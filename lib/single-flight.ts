/** Runs identical work once. Later callers join it, and it stops when the last caller has left. */

import { setMaxListeners } from 'node:events';
import type { Demand } from './semaphore.ts';

export interface SingleFlight<T> {
  /**
   * Joins the work with this key, or starts it. The work has the lowest rank of its callers. Without a demand, the caller
   * waits until the work ends.
   */
  join(key: string, begin: (demand: Demand) => Promise<T>, demand?: Demand): Promise<T>;
  /** Stops all work. */
  close(): Promise<void>;
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  readonly demands: Set<Demand>;
  waiters: number;
}

/** Creates a single-flight group. It does not cache results. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  const begin = (key: string, work: (demand: Demand) => Promise<T>, first?: Demand): Flight<T> => {
    const stop = new AbortController();
    const demands = new Set(first === undefined ? [] : [first]);
    // Each segment of a clip adds a listener, so Node's warning about many listeners is turned off.
    setMaxListeners(0, stop.signal);
    const demand: Demand = {
      signal: stop.signal,
      get rank() {
        return Math.min(...Array.from(demands, ({ rank }) => rank));
      },
    };
    const result = work(demand).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight: Flight<T> = { result, stop, demands, waiters: 0 };
    flights.set(key, flight);
    return flight;
  };

  const leave = (key: string, flight: Flight<T>): void => {
    flight.waiters -= 1;
    if (flight.waiters > 0) return;
    // A later caller starts new work instead of joining work that is being stopped.
    if (flights.get(key) === flight) flights.delete(key);
    flight.stop.abort();
  };

  return {
    async join(key, work, demand) {
      demand?.signal.throwIfAborted();
      const flight = flights.get(key) ?? begin(key, work, demand);
      flight.waiters += 1;
      if (demand !== undefined) flight.demands.add(demand);
      try {
        return await (demand === undefined ? flight.result : raceAbort(flight.result, demand.signal));
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

/** Awaits work until the signal aborts. Then rejects with the signal's reason. */
export function raceAbort<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
