/** The requests that Now shows, of all accounts or of one: read from the journal, then followed as they come. */

import { useEffect, useState } from 'preact/hooks';
import type { EntrySummary } from '../../journal/summary.ts';
import { read } from '../api.ts';
import { addRows, MOST_ROWS } from '../model/requests.ts';
import type { LiveEvent } from '../model/stream-event.ts';
import { useEvents, useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';

export interface Requests {
  readonly rows: readonly EntrySummary[];
  /** How many came since the view was paused. */
  readonly waiting: number;
  readonly problem: string | undefined;
  /** Reads the requests before these; undefined if the journal has none. */
  readonly showEarlier: (() => void) | undefined;
}

interface RequestsOptions {
  /** Omit the name for all accounts. An empty name has no requests. */
  readonly account?: string | undefined;
  /** The `seq` of the newest request that a paused view shows. */
  readonly pausedAt: number | undefined;
}

/** Rows, and how many of them the page may hold. */
interface Held {
  readonly rows: readonly EntrySummary[];
  readonly most: number;
}

const NOTHING: Held = { rows: [], most: MOST_ROWS };

/**
 * Reads requests again when the stream has a gap. If the server left out events, it also reads the requests of one
 * account again. A busy account does not hide the requests of another account.
 */
export function useRequests({ account, pausedAt = Infinity }: RequestsOptions): Requests {
  const [held, setHeld] = useState(NOTHING);
  const [waiting, setWaiting] = useState<readonly EntrySummary[]>([]);
  const take = (added: readonly EntrySummary[]): void => {
    if (added.length === 0) return;
    setHeld((before) =>
      withRows(
        before,
        added.filter(({ seq }) => seq <= pausedAt),
      ),
    );
    setWaiting((before) =>
      addRows(
        before,
        added.filter(({ seq }) => seq > pausedAt),
      ),
    );
  };
  useEffect(() => {
    setHeld(NOTHING);
    setWaiting([]);
  }, [account]);
  useEffect(() => {
    if (pausedAt < Infinity) return;
    take(waiting);
    setWaiting([]);
  }, [pausedAt]);
  const loaded = useLoaded(() => readRequests(account), [account]);
  useEffect(() => take(loaded.data ?? []), [loaded.data]);
  useEvents((events) => take(events.flatMap((event) => (isRequestOf(event, account) ? [toRow(event)] : []))));
  useReload(loaded.reload, ({ type }) => type === 'lost' && account !== undefined);
  const { rows, most } = held;
  const showEarlier = async (): Promise<void> => {
    const earlier = await readRequests(account, rows[0]?.seq);
    // Meanwhile the first row may be another one: of another account, or a later one.
    setHeld((before) =>
      before.rows[0] === rows[0] ? withRows({ rows: before.rows, most: most + MOST_ROWS }, earlier) : before,
    );
  };
  return {
    rows,
    waiting: waiting.length,
    problem: loaded.problem,
    // Where it fails, the stream says so.
    showEarlier: rows.length < most ? undefined : () => void showEarlier().catch(() => undefined),
  };
}

function withRows({ rows, most }: Held, added: readonly EntrySummary[]): Held {
  return { rows: addRows(rows, added, most), most };
}

async function readRequests(account: string | undefined, before?: number): Promise<readonly EntrySummary[]> {
  if (account === '') return [];
  const query = {
    limit: MOST_ROWS,
    ...(account !== undefined && { account }),
    ...(before !== undefined && { before }),
  };
  const { requests } = await read('/requests', { query });
  return requests;
}

function isRequestOf({ type, account: name }: LiveEvent, account: string | undefined): boolean {
  return type === 'request' && (account === undefined || account === name);
}

/** The event `request` tells what the list of requests tells. */
function toRow(event: LiveEvent): EntrySummary {
  return event as unknown as EntrySummary;
}
