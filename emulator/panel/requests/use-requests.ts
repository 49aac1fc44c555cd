/** Loads the requests of all accounts or of one account from the journal, and adds requests as they arrive. */

import { useEffect, useState } from 'preact/hooks';
import type { EntrySummary } from '../../journal/summary.ts';
import { read } from '../api.ts';
import { addRows, MOST_ROWS } from '../model/requests.ts';
import { choose } from '../router.ts';
import { useEvents, useLoaded } from '../shared/use-loaded.ts';

type Rows = readonly EntrySummary[];

const NO_ROWS = { rows: [] as Rows, most: MOST_ROWS };

/**
 * Reloads the requests after a gap in the stream. If the server left out events, it also reads the requests of one
 * account again, because a busy account can crowd out its requests. A held list keeps all rows.
 */
export function useRequests(account: string) {
  /** The newest shown request. Infinite unless the pointer holds the list. */
  const [stop, setStop] = useState(Infinity);
  const [clearedAt, setClearedAt] = useState(0);
  const [passed, setPassed] = useState(0);
  /** The loaded rows, and the maximum number of rows. */
  const [{ rows, most }, setLoaded] = useState(NO_ROWS);
  const { data } = useLoaded(
    () => readOwnOrAll(account),
    ({ type }) => type === 'lost' && account !== '',
    account,
  );
  const { of = '' } = data ?? {};
  const take = (added: Rows, more = 0): void =>
    setLoaded((before) => {
      const most = before.most + more;
      return { rows: addRows(before.rows, added, stop < Infinity ? Infinity : most), most };
    });
  useEffect(() => setLoaded(NO_ROWS), [of]);
  useEffect(() => take(data?.requests ?? []), [data]);
  useEvents((events) => {
    const arrived = events.filter((event) => event.type === 'request' && (of === '' || event.account === of));
    // The event `request` has the fields of the list of requests.
    if (arrived.length > 0) take(arrived as unknown as Rows);
    for (const { type, events: lost } of events) if (type === 'lost') setPassed((before) => before + Number(lost));
  });
  const showEarlier = async (): Promise<void> => take(await readRequests(of, rows[0]?.seq), MOST_ROWS);
  const newest = Math.min(stop, rows.at(-1)?.seq ?? 0);
  return {
    rows: rows.filter(({ seq }) => seq > clearedAt && seq <= newest),
    /** The number of requests that a held list does not show. */
    waiting: rows.filter(({ seq }) => seq > newest).length,
    /** The number of requests that the server left out of the stream. */
    passed,
    isCleared: clearedAt > 0,
    hold: (isHeld: boolean): void => setStop(isHeld ? newest : Infinity),
    clear: (): void => {
      setClearedAt(newest);
      choose({ selected: '' });
    },
    // Undefined if the journal does not have earlier requests. If it fails, the state of the stream shows the problem.
    showEarlier: rows.length < most || clearedAt > 0 ? undefined : () => void showEarlier().catch(() => undefined),
  };
}

/** Reads the requests of one account. If the filter is only part of a name, reads all requests. */
async function readOwnOrAll(account: string): Promise<{ of: string; requests: Rows }> {
  const own = account === '' ? [] : await readRequests(account);
  return own.length > 0 ? { of: account, requests: own } : { of: '', requests: await readRequests('') };
}

async function readRequests(account: string, before = Infinity): Promise<Rows> {
  const query = `${account && `&account=${encodeURIComponent(account)}`}${before < Infinity ? `&before=${before}` : ''}`;
  return (await read<{ requests: Rows }>(`/requests?limit=${MOST_ROWS}${query}`)).requests;
}
