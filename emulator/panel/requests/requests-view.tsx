/** Shows the requests as they arrive, and next to them the details of the selected request. */

import { useRef } from 'preact/hooks';
import { axesOf, axisWords, type Axis } from '../model/attempts-line.ts';
import { countErrors, groupRequests, pickRows, readSearch, type RequestGroup } from '../model/requests.ts';
import { countText } from '../model/texts.ts';
import { choose, linkTo, panelRoute } from '../router.ts';
import { isProxy } from '../server.ts';
import { SearchBox, Toggles, useKey, type ToggleProps } from '../shared/filters.tsx';
import { Button, Card, FirstRequest } from '../shared/parts.tsx';
import { ServiceCard } from '../shared/service-card.tsx';
import { AnswerPane } from './answer-pane.tsx';
import { GroupRow } from './request-row.tsx';
import { focusLine, useListKeys } from './use-list-keys.ts';
import { useRequests } from './use-requests.ts';

/** Lists the requests, newest first. A filter can name one account. */
export function RequestsView() {
  const { query } = panelRoute.value;
  const { selected, find = '' } = query;
  const filter = readSearch(find);
  const { rows, waiting, passed, isCleared, hold, clear, showEarlier } = useRequests(filter['account'] ?? '');
  const groups = groupRequests(rows, filter);
  const picked = pickRows(rows, filter).length;
  useKey('Escape', () => selected && close(selected));
  return (
    <div class={selected ? 'requests with-pane' : 'requests'}>
      <div class="stack">
        <div class="row">
          <SearchBox label="Filter requests" placeholder="Filter: text, 429, 4xx, account:demo … (press /)" />
          <span class="soft" role="status">
            {picked !== rows.length && `${picked} of `}
            {countText(rows.length, 'request')}
            {waiting > 0 && `, ${waiting} new`}
            {passed > 0 && `; ${passed} not shown (over 200 a second)`}
          </span>
          <Button label="Clear list" look="quiet" onPress={clear} />
        </div>
        <QuickFilters find={find} errors={countErrors(groupRequests(rows, { ...filter, code: '' }))} />
        {isProxy() && <ServiceCard />}
        {rows.length === 0 && isCleared ? (
          <Card title="List cleared. New requests appear here." />
        ) : groups.length === 0 ? (
          <NoRequests isFiltered={rows.length > 0 || find !== ''} />
        ) : (
          <List groups={groups} selected={selected} onHold={hold} showEarlier={showEarlier} />
        )}
      </div>
      {selected && <AnswerPane key={selected} id={selected} groups={groups} onClose={() => close(selected)} />}
    </div>
  );
}

/** Shows buttons for common filters, and for the errors of the filtered requests. */
function QuickFilters({ find, errors }: Readonly<{ find: string; errors: ReturnType<typeof countErrors> }>) {
  const words = find.split(/\s+/).filter(Boolean);
  const toggle = (label: string, word: string): ToggleProps => {
    const isOn = words.includes(word);
    const others = words.filter((one) => !one.startsWith(word.replace(/:.*/, ':')));
    return { label, isOn, onPress: () => choose({ find: (isOn ? others : [...others, word]).join(' ') }) };
  };
  return (
    <Toggles
      toggles={[
        { ...toggle('Injected', 'status:injected'), kind: 'fault' },
        toggle('Creates', 'operation:create'),
        toggle('Polls', 'operation:poll'),
        toggle('Downloads', 'operation:download'),
        ...(isProxy() ? [toggle('Broken promises', 'origin:broken')] : []),
        ...errors.map(({ code, ...error }) => ({ ...toggle(code, `code:${code}`), ...error })),
      ]}
    />
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
  const list = useRef<HTMLOListElement>(null);
  const axes = axesOf(groups.flatMap(({ rows }) => rows));
  const axisFor = ({ latest }: RequestGroup): Axis =>
    axes.find(({ to }) => latest.arrived_ms <= to) ?? { from: 0, to: latest.arrived_ms };
  useListKeys(list, selected);
  // A pointer that rests while the page is drawn below it does not count.
  const onPointerMove = ({ pointerType, movementX, movementY }: PointerEvent): void => {
    if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) onHold(true);
  };
  return (
    <div class="card table">
      <div class="request heads soft" aria-hidden="true">
        {Object.entries(HEADS).map(([head, look]) => (
          <span key={head} class={look}>
            {head}
          </span>
        ))}
      </div>
      <ol
        class="rows"
        ref={list}
        aria-label="Requests, the latest first"
        onPointerMove={onPointerMove}
        onPointerLeave={() => onHold(false)}
      >
        {groups.map((group, at) => {
          const axis = axisFor(group);
          const before = groups[at - 1];
          const isBurst = before === undefined || axisFor(before) !== axis;
          return (
            <GroupRow
              key={group.key}
              group={group}
              axis={axis}
              burst={isBurst ? axisWords(axis, group.latest) : undefined}
              selected={selected}
            />
          );
        })}
      </ol>
      {showEarlier && <Button label="Show earlier" look="more" onPress={showEarlier} />}
    </div>
  );
}

/** The heads of the columns, with the classes that hide them on narrow pages. */
const HEADS = {
  'Time (UTC)': '',
  Status: '',
  Request: '',
  Account: 'account',
  'What happened': '',
  Timeline: 'timeline',
  Took: 'took number',
  Size: 'size number',
};

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
      {!isProxy() && (
        <p>
          Or <a href={linkTo('accounts')}>create an account</a> to turn on failures.
        </p>
      )}
    </Card>
  );
}
