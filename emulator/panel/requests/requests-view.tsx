/** Shows the requests as they arrive, and next to them the details of the selected request. */

import { useRef, useState } from 'preact/hooks';
import type { EntrySummary } from '../../journal/summary.ts';
import { actingFaults } from '../model/answer.ts';
import { axesOf, type Axis } from '../model/attempts-line.ts';
import { countErrors, groupRequests, pickRows, type RequestFilter, type RequestGroup } from '../model/requests.ts';
import { countText, dateText, durationText } from '../model/texts.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { catalog, isProxy } from '../server.ts';
import { Alert, Button, Card } from '../shared/parts.tsx';
import { FirstRequest } from '../shared/first-request.tsx';
import { ServiceCard } from '../shared/service-card.tsx';
import { useEvents } from '../shared/use-loaded.ts';
import { AnswerPane } from './answer-pane.tsx';
import { GroupRow } from './request-row.tsx';
import { QuickFilters, SearchBar } from './search-bar.tsx';
import { focusLine, useKey, useListKeys } from './use-list-keys.ts';
import { useRequests } from './use-requests.ts';

/** The number of rows that are drawn at first. The user can show more, but drawing all rows would be slow. */
const ROWS_AT_ONCE = 60;

/** Lists the requests, newest first. A filter can name one account. */
export function RequestsView() {
  const { query } = panelRoute.value;
  const { selected } = query;
  /** The newest shown request, while the button "Pause" or the pointer stops the list. */
  const [stop, setStop] = useState<{ readonly at: number; readonly isPaused: boolean }>();
  const [clearedAt, setClearedAt] = useState(0);
  const { rows: all, showEarlier, problem } = useRequests(query['account'] ?? '', stop !== undefined);
  const waiting = all.filter(({ seq }) => seq > (stop?.at ?? Infinity)).length;
  const shown = all.slice(0, all.length - waiting).filter(({ seq }) => seq > clearedAt);
  const rows = shown.map((row) => ({ ...row, faults: actingFaults(row, catalog.value) }));
  const groups = groupRequests(rows, query);
  const newest = stop?.at ?? all.at(-1)?.seq ?? 0;
  const isPaused = stop?.isPaused === true;
  const hold = (isHeld: boolean): void => {
    if (!isPaused && isHeld !== Boolean(stop)) setStop(isHeld ? { at: newest, isPaused: false } : undefined);
  };
  const clear = (): void => {
    setClearedAt(newest);
    choose({ selected: '' });
  };
  useKey('Escape', () => selected && close(selected));
  return (
    <div class={selected ? 'requests with-pane' : 'requests'}>
      <div class="list">
        <div class="row">
          <SearchBar query={query} />
          <Button
            label={isPaused ? 'Resume' : 'Pause'}
            aria-pressed={isPaused}
            onPress={() => setStop(isPaused ? undefined : { at: newest, isPaused: true })}
          />
          <Count rows={rows} query={query} />
          <Button
            label="Clear list"
            look="quiet"
            title="Hides these requests until you reload the page"
            onPress={clear}
          />
        </div>
        <QuickFilters query={query} errors={countErrors(groupRequests(rows, { ...query, code: '' }))} />
        {isProxy() && <ServiceCard />}
        <Alert text={problem} />
        {waiting > 0 && <Button label={`${waiting} new`} look="waiting" onPress={() => setStop(undefined)} />}
        {rows.length === 0 && clearedAt > 0 ? (
          <Card title="List cleared. New requests appear here." />
        ) : groups.length === 0 ? (
          <NoRequests isFiltered={rows.length > 0 || Object.keys(query).length > 0} />
        ) : (
          <List
            groups={groups}
            selected={selected}
            onHold={hold}
            showEarlier={clearedAt === 0 ? showEarlier : undefined}
          />
        )}
      </div>
      {selected && <AnswerPane key={selected} id={selected} groups={groups} onClose={() => close(selected)} />}
    </div>
  );
}

interface ListProps {
  readonly groups: readonly RequestGroup[];
  readonly selected: string | undefined;
  /** Called when the pointer enters or leaves the rows. Rows do not move below the pointer. */
  readonly onHold: (isHeld: boolean) => void;
  readonly showEarlier: (() => void) | undefined;
}

function List({ groups, selected, onHold, showEarlier }: ListProps) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const list = useRef<HTMLOListElement>(null);
  const shown = groups.slice(0, most);
  const axes = axesOf(shown.flatMap(({ rows }) => rows));
  const { from, to } = axes.at(-1) ?? { from: 0, to: 0 };
  const last = useRef(selected);
  last.current = selected ?? last.current;
  const isOpen = ({ rows }: RequestGroup): boolean => rows.some(({ request_id }) => request_id === last.current);
  const lines = shown
    .flatMap((group) => [group.latest, ...(isOpen(group) ? group.picked : [])])
    .map(({ request_id }) => request_id);
  const hasAccounts = new Set(shown.map(({ latest }) => latest.account)).size > 1;
  const { tabbed, onKeyDown } = useListKeys(list, lines, selected);
  const showMore = (): void => {
    if (groups.length <= most) showEarlier?.();
    setMost(most + ROWS_AT_ONCE);
  };
  // A pointer that rests while the page is drawn below it does not count.
  const onPointerMove = ({ pointerType, movementX, movementY }: PointerEvent): void => {
    if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) onHold(true);
  };
  return (
    <div class="card table">
      {shown[0] && <Heads axis={{ from, to }} latest={shown[0].latest} />}
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
            axis={axes.find((axis) => group.latest.arrived_ms <= axis.to) ?? { from, to }}
            selected={selected}
            tabbed={tabbed}
            isOpen={isOpen(group)}
            hasAccounts={hasAccounts}
          />
        ))}
      </ol>
      <p class="keys soft">
        {KEYS.map(([key, effect]) => (
          <span key={key}>
            <kbd>{key}</kbd> {effect}
          </span>
        ))}
      </p>
      {(groups.length > most || showEarlier) && <Button label="Show earlier" look="more" onPress={showMore} />}
    </div>
  );
}

const KEYS = Object.entries({ '/': 'filter', '↑ ↓': 'move', Enter: 'details', Esc: 'close' });

/** Shows the heads of the columns, with the length and the end of the axis. */
function Heads({ axis, latest }: { readonly axis: Axis; readonly latest: EntrySummary }) {
  return (
    <div class="request heads soft" aria-hidden="true">
      <span>Time</span>
      <span>Status</span>
      <span>Request</span>
      <span class="account">Account</span>
      <span>What happened</span>
      <span class="timeline">
        <span>−{durationText(axis.to - axis.from)}</span>
        <time>{dateText(Date.parse(latest.real_at)).slice(11)}</time>
      </span>
      <span class="took number">Took</span>
      <span class="size number">Size</span>
    </div>
  );
}

/** Shows the number of requests, and of requests that the server left out of the stream. */
function Count({ rows, query }: { readonly rows: readonly EntrySummary[]; readonly query: RequestFilter }) {
  const [passed, setPassed] = useState(0);
  useEvents((events) => {
    const lost = events.filter(({ type }) => type === 'lost').map((event) => Number(event['events'] ?? 0));
    setPassed((before) => lost.reduce((sum, count) => sum + count, before));
  });
  const picked = pickRows(rows, query).length;
  return (
    <span class="soft number count-text" role="status">
      {picked !== rows.length && `${picked} of `}
      {countText(rows.length, 'request')}
      {passed > 0 && `; ${passed.toLocaleString('en')} more not shown (over 200 a second)`}
    </span>
  );
}

/** Closes the pane, and moves the focus back to the row. */
function close(selected: string): void {
  choose({ selected: '' });
  focusLine(selected);
}

function NoRequests({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Card title="No requests match the filter.">
        <a href={linkTo('requests')}>Show all requests</a>
      </Card>
    );
  return (
    <Card title="No requests yet.">
      <FirstRequest />
      {!isProxy() && <a href={linkTo('accounts')}>Create account</a>}
    </Card>
  );
}
