/** Shows the requests as they arrive, and next to them the details of the selected request. */

import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { EntrySummary } from '../../journal/summary.ts';
import { axisOf } from '../model/attempts-line.ts';
import { durationText } from '../model/texts.ts';
import { countErrors, groupRequests, pickRows, type RequestGroup } from '../model/requests.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { Alert, Card } from '../shared/parts.tsx';
import { ServiceCard } from '../shared/service-card.tsx';
import { useEvents } from '../shared/use-events.ts';
import { AnswerPane } from './answer-pane.tsx';
import { GroupRow } from './request-row.tsx';
import { QuickFilters, SearchBar } from './search-bar.tsx';
import { focusLine, useKey, useListKeys } from './use-list-keys.ts';
import { useRequests, type Requests } from './use-requests.ts';

/** The number of rows that are drawn at first. The user can show more, but drawing all rows would be slow. */
const ROWS_AT_ONCE = 60;

/** Lists the requests, newest first. A filter can name one account. */
export function RequestsView(): VNode {
  const { query } = panelRoute.value;
  const { selected } = query;
  const [pausedAt, setPausedAt] = useState<number>();
  const [heldAt, setHeldAt] = useState<number>();
  const [clearedAt, setClearedAt] = useState(0);
  const requests = useRequests(query['account'] ?? '', pausedAt ?? heldAt);
  const { waiting, showEarlier, problem } = requests;
  const rows = requests.rows.filter(({ seq }) => seq > clearedAt);
  const groups = groupRequests(rows, query);
  const newest = (): number => rows.at(-1)?.seq ?? 0;
  const resume = (): void => {
    setPausedAt(undefined);
    setHeldAt(undefined);
  };
  useKey('Escape', () => selected !== undefined && close(selected));
  return (
    <div class={selected === undefined ? 'requests' : 'requests with-pane'}>
      <div class="list">
        <div class="row">
          <SearchBar query={query} />
          <button
            aria-pressed={pausedAt !== undefined}
            onClick={() => (pausedAt === undefined ? setPausedAt(newest()) : resume())}
          >
            {pausedAt === undefined ? 'Pause' : 'Resume'}
          </button>
          <button onClick={() => setClearedAt(newest())}>Clear</button>
          <Count rows={rows} query={query} />
        </div>
        <QuickFilters query={query} errors={countErrors(pickRows(rows, { ...query, code: '', route: '' }))} />
        <ServiceCard />
        <Alert text={problem} />
        {waiting === 0 ? null : (
          <button class="waiting" onClick={resume}>
            {waiting} new
          </button>
        )}
        <List
          groups={groups}
          selected={selected}
          isFiltered={rows.length > 0 || Object.keys(query).length > 0}
          onHold={(isHeld) => setHeldAt((before) => (isHeld ? (before ?? newest()) : undefined))}
          showEarlier={clearedAt === 0 ? showEarlier : undefined}
        />
      </div>
      {selected === undefined ? null : (
        <AnswerPane key={selected} id={selected} groups={groups} onClose={() => close(selected)} />
      )}
    </div>
  );
}

interface ListProps {
  readonly groups: readonly RequestGroup[];
  readonly selected: string | undefined;
  readonly isFiltered: boolean;
  /** Called when the pointer enters or leaves the rows. Rows do not move below the pointer. */
  readonly onHold: (isHeld: boolean) => void;
  readonly showEarlier: Requests['showEarlier'];
}

function List({ groups, selected, isFiltered, onHold, showEarlier }: ListProps): VNode {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const list = useRef<HTMLOListElement>(null);
  const shown = groups.slice(0, most);
  const axis = axisOf(shown.flatMap(({ rows }) => rows));
  const axisMs = Math.round((axis.to - axis.from) / 1000) * 1000;
  const last = useRef(selected);
  last.current = selected ?? last.current;
  const isOpen = ({ rows }: RequestGroup): boolean => rows.some(({ request_id }) => request_id === last.current);
  const lines = shown.flatMap((group) => [group.latest, ...(isOpen(group) ? group.picked : [])]);
  const { tabbed, onKeyDown } = useListKeys({ list, lines: lines.map(({ request_id }) => request_id), selected });
  const showMore = (): void => {
    if (groups.length <= most) showEarlier?.();
    setMost(most + ROWS_AT_ONCE);
  };
  // A pointer that rests while the page is drawn below it does not count.
  const onPointerMove = ({ pointerType, movementX, movementY }: PointerEvent): void => {
    if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) onHold(true);
  };
  if (groups.length === 0) return <Nothing isFiltered={isFiltered} />;
  return (
    <div class="card table">
      <div class="request heads" aria-hidden="true">
        <span>Time</span>
        <span>Status</span>
        <span>Request</span>
        <span class="account">Account</span>
        <span>Prompt or id</span>
        <span class="timeline">
          <span>−{durationText(axisMs)}</span> <span class="took">−{durationText(axisMs / 2)}</span> <span>now</span>
        </span>
        <span class="took">Took</span>
        <span class="size">Size</span>
      </div>
      <ol
        class="rows"
        ref={list}
        aria-label="Requests, the latest first"
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => onHold(false)}
      >
        {shown.map((group) => (
          <GroupRow
            key={group.key}
            group={group}
            axis={axis}
            selected={selected}
            tabbed={tabbed}
            isOpen={isOpen(group)}
          />
        ))}
      </ol>
      {groups.length <= most && showEarlier === undefined ? null : (
        <button class="more" onClick={showMore}>
          Show earlier
        </button>
      )}
    </div>
  );
}

interface CountProps {
  readonly rows: readonly EntrySummary[];
  readonly query: Readonly<Record<string, string>>;
}

function Count({ rows, query }: CountProps): VNode {
  const passed = usePassed();
  const picked = pickRows(rows, query).length;
  const count = picked === rows.length ? `${rows.length}` : `${picked} of ${rows.length}`;
  return (
    <span class="soft count-text" role="status">
      {count} {rows.length === 1 ? 'request' : 'requests'}
      {passed === 0 ? '' : `; ${passed.toLocaleString('en')} more not shown (over 200 a second)`}
    </span>
  );
}

/** Returns the number of requests that the server left out of the stream. */
function usePassed(): number {
  const [passed, setPassed] = useState(0);
  useEvents((events) => {
    const lost = events.reduce((sum, event) => sum + (event.type === 'lost' ? Number(event['events'] ?? 0) : 0), 0);
    if (lost > 0) setPassed((before) => before + lost);
  });
  return passed;
}

/** Closes the pane, and moves the focus back to the row. */
function close(selected: string): void {
  choose({ selected: '' });
  focusLine(selected);
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }): VNode {
  if (isFiltered)
    return (
      <Card title="No requests match the filter.">
        <a href={linkTo('requests')}>Show all requests</a>
      </Card>
    );
  return (
    <Card title="No requests yet.">
      <p>
        Point your app at <code>{location.origin}</code>, {isProxy() ? 'with the API key of the service' : KEY_WORDS}.
      </p>
      {isProxy() ? null : (
        <p>
          <a class="button main" href={linkTo('accounts')}>
            Create account
          </a>
        </p>
      )}
    </Card>
  );
}

const KEY_WORDS = 'with a key such as sk_standin_demo: each key has an account of its own';
