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
 * account again, because a busy account can crowd out its requests. A stopped list keeps all rows.
 */
export function useRequests(account: string) {
  /** The newest shown request, while the button "Pause" or the pointer stops the list. */
  const [stop, setStop] = useState<{ readonly at: number; readonly isPaused: boolean }>();
  const [clearedAt, setClearedAt] = useState(0);
  const [passed, setPassed] = useState(0);
  /** The loaded rows, and the maximum number of rows. */
  const [{ rows, most }, setHeld] = useState(NO_ROWS);
  const { data } = useLoaded(
    () => readOwnOrAll(account),
    ({ type }) => type === 'lost' && account !== '',
    account,
  );
  const { of = '' } = data ?? {};
  const take = (added: Rows): void =>
    setHeld((before) => ({ ...before, rows: addRows(before.rows, added, stop ? Infinity : before.most) }));
  useEffect(() => setHeld(NO_ROWS), [of]);
  useEffect(() => take(data?.requests ?? []), [data]);
  useEvents((events) => {
    const arrived = events.filter((event) => event.type === 'request' && (of === '' || event.account === of));
    // The event `request` has the fields of the list of requests.
    if (arrived.length > 0) take(arrived as unknown as Rows);
    for (const { type, events: lost } of events) if (type === 'lost') setPassed((before) => before + Number(lost));
  });
  const showEarlier = async (): Promise<void> => {
    const earlier = await readRequests(of, rows[0]?.seq);
    // In the meantime, the first row may have changed because of another account or a later request.
    setHeld((before) => {
      const more = before.most + MOST_ROWS;
      return before.rows[0] === rows[0] ? { rows: addRows(before.rows, earlier, more), most: more } : before;
    });
  };
  const isPaused = stop?.isPaused === true;
  const newest = stop?.at ?? rows.at(-1)?.seq ?? 0;
  return {
    rows: rows.filter(({ seq }) => seq > clearedAt && seq <= (stop?.at ?? Infinity)),
    /** The number of requests that a stopped list does not show. */
    waiting: rows.filter(({ seq }) => seq > (stop?.at ?? Infinity)).length,
    /** The number of requests that the server left out of the stream. */
    passed,
    isPaused,
    isCleared: clearedAt > 0,
    /** Stops the list while the pointer is over its rows. */
    hold: (isHeld: boolean): void => {
      if (!isPaused && isHeld !== Boolean(stop)) setStop(isHeld ? { at: newest, isPaused } : undefined);
    },
    pause: () => setStop({ at: newest, isPaused: true }),
    resume: () => setStop(undefined),
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
