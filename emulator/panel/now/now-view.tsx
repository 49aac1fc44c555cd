/** What happens now: requests as they come, attempts at one thing on one row, and why each was answered so. */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EntrySummary } from '../../journal/summary.ts';
import { call } from '../api.ts';
import { addRows, countErrors, groupAttempts, pickRows } from '../model/now.ts';
import type { LiveEvent } from '../model/stream-event.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { streamGaps } from '../stream.ts';
import { Alert } from '../shared/alert.tsx';
import { Empty } from '../shared/empty.tsx';
import { ServiceCard } from '../shared/service-card.tsx';
import { useEvents } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { useTick } from '../shared/use-tick.ts';
import { AnswerCard } from './answer-card.tsx';
import { AttemptRow } from './attempt-row.tsx';
import { ErrorTable } from './error-table.tsx';
import { FilterForm } from './filter-form.tsx';

/** More are drawn when they are asked for: a page of all would be slow to read and to draw. */
const ROWS_AT_ONCE = 60;

/** The newest requests first. */
export function NowView(): VNode {
  const { query } = panelRoute.value;
  const { rows, waiting, passed, isPaused, setPaused, problem } = useRows();
  useTick(TICK_MS);
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const picked = pickRows(rows, query);
  const groups = groupAttempts(picked);
  return (
    <div class={query['selected'] === undefined ? 'now' : 'now with-answer'}>
      <div class="list">
        <FilterForm query={query} />
        <p class="filters">
          <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? `Go on (${waiting} new)` : 'Pause'}
          </button>
          <span class="soft">
            {picked.length} of the latest {rows.length} requests
            {passed > 0 ? `; ${passed.toLocaleString('en')} went by too fast to show` : ''}
          </span>
        </p>
        <Alert text={problem} />
        <Nothing hasRows={rows.length > 0} hasPicked={picked.length > 0} />
        <ol class="rows" aria-label="Requests, the latest first">
          {groups.slice(0, most).map((group) => (
            <AttemptRow key={group.key} group={group} selected={query['selected']} />
          ))}
        </ol>
        {groups.length > most ? (
          <button type="button" onClick={() => setMost(most + ROWS_AT_ONCE)}>
            Show more
          </button>
        ) : null}
      </div>
      <aside aria-label="Why, and errors">
        {query['selected'] === undefined ? null : (
          <AnswerCard
            key={query['selected']}
            id={query['selected']}
            onClose={() => choose({ selected: '' })}
            rows={rows}
          />
        )}
        <ServiceCard />
        <ErrorTable errors={countErrors(rows)} />
      </aside>
    </div>
  );
}

const TICK_MS = 5000;

interface Rows {
  readonly rows: readonly EntrySummary[];
  /** How many came while the view is paused. */
  readonly waiting: number;
  /** How many the server left out, because they came too fast. */
  readonly passed: number;
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
  readonly problem: string | undefined;
}

/** What was there before the page, then what comes; read again where the stream has a gap. */
function useRows(): Rows {
  const [rows, setRows] = useState<readonly EntrySummary[]>([]);
  const [isPaused, setPaused] = useState(false);
  const held = useRef<EntrySummary[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [passed, setPassed] = useState(0);
  const take = (added: readonly EntrySummary[]): void => {
    if (!isPaused) return setRows((before) => addRows(before, added));
    held.current = [...addRows(held.current, added)];
    setWaiting(held.current.length);
  };
  const gaps = streamGaps.value;
  const { data, problem } = useLoaded(() => call('GET /_standin/requests', { query: { limit: 500 } }), [gaps]);
  useEffect(() => {
    if (data !== undefined) take(data.requests as unknown as EntrySummary[]);
  }, [data]);
  useEvents((events) => {
    const added = events.flatMap((event) => (event.type === 'request' ? [toRow(event)] : []));
    if (added.length > 0) take(added);
    const lost = events.reduce((sum, event) => sum + (event.type === 'lost' ? Number(event['events'] ?? 0) : 0), 0);
    if (lost > 0) setPassed((before) => before + lost);
  });
  const setPausedOrGoOn = (pause: boolean): void => {
    setPaused(pause);
    if (pause) return;
    const came = held.current;
    held.current = [];
    setWaiting(0);
    setRows((before) => addRows(before, came));
  };
  return { rows, waiting, passed, isPaused, setPaused: setPausedOrGoOn, problem };
}

/** The event `request` tells what the list of requests tells. */
function toRow(event: LiveEvent): EntrySummary {
  return event as unknown as EntrySummary;
}

function Nothing({ hasRows, hasPicked }: { readonly hasRows: boolean; readonly hasPicked: boolean }): VNode | null {
  if (hasPicked) return null;
  if (hasRows) {
    return (
      <Empty title="No request of the latest ones fits the filter.">
        <a href={linkTo('now')}>Show all</a>
      </Empty>
    );
  }
  return (
    <Empty title="No request has come yet.">
      <p>
        Point your app at <code>{location.origin}</code>
        {isProxy()
          ? ', with the key that it has for the service'
          : ', or open an account and send the request that it shows'}
        : it appears here at once.
      </p>
      {isProxy() ? null : <a href={linkTo('accounts')}>Open an account</a>}
    </Empty>
  );
}
