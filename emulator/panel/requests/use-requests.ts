/** The requests of the list, of all accounts or of one: read from the journal, then followed as they arrive. */

import { useEffect, useState } from 'preact/hooks';
import type { EntrySummary } from '../../journal/summary.ts';
import { read } from '../api.ts';
import { addRows, MOST_ROWS } from '../model/requests.ts';
import type { LiveEvent } from '../model/stream-event.ts';
import { useEvents, useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';

export interface Requests {
  readonly rows: readonly EntrySummary[];
  /** The number of requests that arrived since the view was paused. */
  readonly waiting: number;
  readonly problem: string | undefined;
  /** Reads the requests before these; undefined if the journal has none. */
  readonly showEarlier: (() => void) | undefined;
}

/** Rows, and how many of them the page may hold. */
interface Held {
  readonly rows: readonly EntrySummary[];
  readonly most: number;
}

const NOTHING: Held = { rows: [], most: MOST_ROWS };

/**
 * Reads requests again when the stream has a gap. If the server left out events, it also reads the requests of one
 * account again. A busy account does not hide the requests of another account. `pausedAt` is the `seq` of the newest
 * request that a paused view shows.
 */
export function useRequests(account: string, pausedAt = Infinity): Requests {
  const [held, setHeld] = useState(NOTHING);
  const [waiting, setWaiting] = useState<readonly EntrySummary[]>([]);
  const loaded = useLoaded(() => readOwnOrAll(account), [account]);
  const { of = '', requests = [] } = loaded.data ?? {};
  const take = (added: readonly EntrySummary[]): void => {
    const isShown = ({ seq }: EntrySummary): boolean => seq <= pausedAt;
    if (added.length === 0) return;
    setHeld((before) => withRows(before, added.filter(isShown)));
    setWaiting((before) =>
      addRows(
        before,
        added.filter((row) => !isShown(row)),
      ),
    );
  };
  useEffect(() => {
    setHeld(NOTHING);
    setWaiting([]);
  }, [of]);
  useEffect(() => {
    if (pausedAt < Infinity) return;
    take(waiting);
    setWaiting([]);
  }, [pausedAt]);
  useEffect(() => take(requests), [loaded.data]);
  useEvents((events) => take(events.filter((event) => isRequestOf(event, of)).map(toRow)));
  useReload(loaded.reload, ({ type }) => type === 'lost' && of !== '');
  const { rows, most } = held;
  const showEarlier = async (): Promise<void> => {
    const earlier = await readRequests(of, rows[0]?.seq);
    // Meanwhile the first row may be another one: of another account, or a later one.
    setHeld((before) =>
      before.rows[0] === rows[0] ? withRows({ rows: before.rows, most: most + MOST_ROWS }, earlier) : before,
    );
  };
  return {
    rows,
    waiting: waiting.length,
    problem: loaded.problem,
    // If it fails, the state of the stream shows the problem.
    showEarlier: rows.length < most ? undefined : () => void showEarlier().catch(() => undefined),
  };
}

function withRows({ rows, most }: Held, added: readonly EntrySummary[]): Held {
  return { rows: addRows(rows, added, most), most };
}

/** The filter may name only a part of an account's name; then it picks from the requests of all accounts. */
async function readOwnOrAll(account: string): Promise<{ of: string; requests: Requests['rows'] }> {
  const own = account === '' ? [] : await readRequests(account);
  return own.length > 0 ? { of: account, requests: own } : { of: '', requests: await readRequests('') };
}

async function readRequests(account: string, before?: number): Promise<readonly EntrySummary[]> {
  const query = {
    limit: MOST_ROWS,
    ...(account !== '' && { account }),
    ...(before !== undefined && { before }),
  };
  const { requests } = await read('/requests', { query });
  return requests;
}

function isRequestOf({ type, account }: LiveEvent, of: string): boolean {
  return type === 'request' && (of === '' || account === of);
}

/** The event `request` has the fields of the list of requests. */
function toRow(event: LiveEvent): EntrySummary {
  return event as unknown as EntrySummary;
}
