/** What happens now: requests as they come, attempts at one thing on one row, and why each was answered so. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { countErrors, groupAttempts, pickRows } from '../model/now.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { Alert } from '../shared/alert.tsx';
import { Empty } from '../shared/empty.tsx';
import { ServiceCard } from '../shared/service-card.tsx';
import { useEvents } from '../shared/use-events.ts';
import { useTick } from '../shared/use-tick.ts';
import { AnswerCard } from './answer-card.tsx';
import { AttemptRow } from './attempt-row.tsx';
import { ErrorTable } from './error-table.tsx';
import { FilterForm } from './filter-form.tsx';
import { useRequests } from './use-requests.ts';

/** More are drawn when they are asked for: a page of all would be slow to read and to draw. */
const ROWS_AT_ONCE = 60;

/** The newest requests first; those of one account alone if the filter has its name. */
export function NowView(): VNode {
  const { query } = panelRoute.value;
  const [pausedAt, setPausedAt] = useState<number>();
  const all = useRequests({ pausedAt });
  const own = useRequests({ account: query['account'] ?? '', pausedAt });
  const passed = usePassed();
  useTick(TICK_MS);
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const isOwn = own.rows.length > 0;
  const { rows, waiting, showEarlier } = isOwn ? own : all;
  const groups = groupAttempts(rows, query);
  const pauseOrGoOn = (): void =>
    setPausedAt(pausedAt === undefined ? Math.max(all.rows.at(-1)?.seq ?? 0, own.rows.at(-1)?.seq ?? 0) : undefined);
  const showMore = (): void => {
    if (groups.length <= most) showEarlier?.();
    setMost(most + ROWS_AT_ONCE);
  };
  const tooFast = passed > 0 ? `; ${passed.toLocaleString('en')} went by too fast to show` : '';
  return (
    <div class={query['selected'] === undefined ? 'now' : 'now with-answer'}>
      <div class="list">
        <FilterForm query={query} />
        <p class="filters">
          <button type="button" aria-pressed={pausedAt !== undefined} onClick={pauseOrGoOn}>
            {pausedAt === undefined ? 'Pause' : `Go on (${waiting} new)`}
          </button>
          <span class="soft">
            {pickRows(rows, query).length} of the latest {rows.length} requests
            {isOwn ? ` of ${query['account']}` : tooFast}
          </span>
        </p>
        <Alert text={all.problem ?? own.problem} />
        <Nothing hasRows={rows.length > 0} hasPicked={groups.length > 0} />
        <ol class="rows" aria-label="Requests, the latest first">
          {groups.slice(0, most).map((group) => (
            <AttemptRow key={group.key} group={group} selected={query['selected']} />
          ))}
        </ol>
        {groups.length <= most && showEarlier === undefined ? null : (
          <button type="button" onClick={showMore}>
            Show earlier
          </button>
        )}
      </div>
      <aside aria-label="Why, and errors">
        {query['selected'] === undefined ? null : (
          <AnswerCard key={query['selected']} id={query['selected']} onClose={close} rows={rows} />
        )}
        <ServiceCard />
        <ErrorTable errors={countErrors(all.rows)} />
      </aside>
    </div>
  );
}

const TICK_MS = 5000;

function close(): void {
  choose({ selected: '' });
}

/** How many requests the server left out of the stream, because they came too fast. */
function usePassed(): number {
  const [passed, setPassed] = useState(0);
  useEvents((events) => {
    const lost = events.reduce((sum, event) => sum + (event.type === 'lost' ? Number(event['events'] ?? 0) : 0), 0);
    if (lost > 0) setPassed((before) => before + lost);
  });
  return passed;
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
