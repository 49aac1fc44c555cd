/** Loads the requests of all accounts or of one account from the journal, and adds requests as they arrive. */

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
  /** Loads earlier requests. Undefined if the journal does not have any. */
  readonly showEarlier: (() => void) | undefined;
}

/** The loaded rows, and the maximum number of rows. */
interface Held {
  readonly rows: readonly EntrySummary[];
  readonly most: number;
}

const NOTHING: Held = { rows: [], most: MOST_ROWS };

/**
 * Reloads the requests after a gap in the stream. If the server left out events, it also reads the requests of one
 * account again, because a busy account can crowd out its requests. `pausedAt` is the `seq` of the newest request in a
 * paused view.
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
    // In the meantime, the first row may have changed because of another account or a later request.
    setHeld((before) =>
      before.rows[0] === rows[0] ? withRows({ rows: before.rows, most: most + MOST_ROWS }, earlier) : before,
    );
  };
  return {
    rows,
    waiting: waiting.length,
    problem: loaded.problem,
    // If this fails, the state of the stream shows the problem.
    showEarlier: rows.length < most ? undefined : () => void showEarlier().catch(() => undefined),
  };
}

function withRows({ rows, most }: Held, added: readonly EntrySummary[]): Held {
  return { rows: addRows(rows, added, most), most };
}

/** Reads the requests of one account. If the filter is only part of a name, reads all requests. */
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

/** Converts an event to a row. The event `request` has the fields of the list of requests. */
function toRow(event: LiveEvent): EntrySummary {
  return event as unknown as EntrySummary;
}
