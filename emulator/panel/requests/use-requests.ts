/** Loads the requests of all accounts or of one account from the journal, and adds requests as they arrive. */

import { useEffect, useState } from 'preact/hooks';
import type { EntrySummary } from '../../journal/summary.ts';
import { read } from '../api.ts';
import { addRows, MOST_ROWS } from '../model/requests.ts';
import { useEvents, useLoaded } from '../shared/use-loaded.ts';

type Rows = readonly EntrySummary[];

const NO_ROWS = { rows: [] as Rows, most: MOST_ROWS };

/**
 * Reloads the requests after a gap in the stream. If the server left out events, it also reads the requests of one
 * account again, because a busy account can crowd out its requests. A paused list keeps all rows.
 */
export function useRequests(account: string, isPaused: boolean) {
  /** The loaded rows, and the maximum number of rows. */
  const [{ rows, most }, setHeld] = useState(NO_ROWS);
  const { data, problem } = useLoaded(
    () => readOwnOrAll(account),
    ({ type }) => type === 'lost' && account !== '',
    account,
  );
  const { of = '' } = data ?? {};
  const take = (added: Rows): void =>
    setHeld((before) => ({ ...before, rows: addRows(before.rows, added, isPaused ? Infinity : before.most) }));
  useEffect(() => setHeld(NO_ROWS), [of]);
  useEffect(() => take(data?.requests ?? []), [data]);
  useEvents((events) => {
    const arrived = events.filter((event) => event.type === 'request' && (of === '' || event.account === of));
    // The event `request` has the fields of the list of requests.
    if (arrived.length > 0) take(arrived as unknown as Rows);
  });
  const showEarlier = async (): Promise<void> => {
    const earlier = await readRequests(of, rows[0]?.seq);
    // In the meantime, the first row may have changed because of another account or a later request.
    setHeld((before) => {
      const more = before.most + MOST_ROWS;
      return before.rows[0] === rows[0] ? { rows: addRows(before.rows, earlier, more), most: more } : before;
    });
  };
  // Undefined if the journal does not have earlier requests. If it fails, the state of the stream shows the problem.
  const showMore = rows.length < most ? undefined : () => void showEarlier().catch(() => undefined);
  return { rows, problem, showEarlier: showMore };
}

/** Reads the requests of one account. If the filter is only part of a name, reads all requests. */
async function readOwnOrAll(account: string): Promise<{ of: string; requests: Rows }> {
  const own = account === '' ? [] : await readRequests(account);
  return own.length > 0 ? { of: account, requests: own } : { of: '', requests: await readRequests('') };
}

async function readRequests(account: string, before?: number): Promise<Rows> {
  const query = { limit: MOST_ROWS, ...(account !== '' && { account }), ...(before !== undefined && { before }) };
  return (await read('/requests', { query })).requests;
}
