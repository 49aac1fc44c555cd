/** Shows a row of the list: one request, or a generation with its create, polls and downloads. */

import type { VNode } from 'preact';
import type { EntrySummary } from '../../journal/summary.ts';
import { earlyRetries, toMarks, type Axis } from '../model/attempts-line.ts';
import { bytesText, dateText, durationText, visibleText } from '../model/texts.ts';
import {
  groupOutcome,
  operationWords,
  outcomeOf,
  routeName,
  tellingRow,
  upstreamWords,
  type Outcome,
  type RequestGroup,
} from '../model/requests.ts';
import { choose } from '../router.ts';
import { isProxy } from '../server.ts';
import { StatusMark, statusKind } from './status-mark.tsx';

interface RowProps {
  readonly axis: Axis;
  readonly selected: string | undefined;
  /** The row that Tab reaches. */
  readonly tabbed: string | undefined;
}

interface GroupProps extends RowProps {
  readonly group: RequestGroup;
  /** Whether the requests of the group are visible. */
  readonly isOpen: boolean;
}

/** The most requests of a group that are visible. More would hide the other groups. */
const MOST_SHOWN = 40;

/** Shows a group. A click opens its most informative request, and shows the requests of the group. */
export function GroupRow({ group, isOpen, ...common }: GroupProps): VNode {
  const { rows, picked, latest } = group;
  const { selected } = common;
  const isSelected = rows.some(({ request_id }) => request_id === selected);
  const shown = picked.slice(-MOST_SHOWN);
  return (
    <li class={isSelected ? 'selected' : undefined}>
      <Line group={group} {...common} target={isSelected ? undefined : tellingRow(group)} />
      {rows.length > 1 && isOpen ? (
        <ol class="rows inner" aria-label={`Requests of ${latest.generation ?? routeName(latest)}`}>
          {shown.length < picked.length ? <li class="soft note">{picked.length - shown.length} earlier</li> : null}
          {shown.map((row) => (
            <li key={row.request_id} class={row.request_id === selected ? 'selected' : undefined}>
              <Line
                group={{ ...group, chains: [[row]], rows: [row], picked: [row], latest: row }}
                {...common}
                target={row}
              />
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  );
}

interface LineProps extends RowProps {
  readonly group: RequestGroup;
  /** The request that a click opens. Undefined if a click closes the pane. */
  readonly target: EntrySummary | undefined;
}

function Line({ group, axis, selected, tabbed, target }: LineProps): VNode {
  const { rows, picked, latest, chains } = group;
  const first = rows[0] ?? latest;
  const prompt = rows.find((row) => row.prompt !== null)?.prompt;
  const words = rows.length > 1 ? operationWords(rows) : '';
  const shown = picked.length < rows.length ? `, ${picked.length} of ${rows.length} shown` : '';
  const outcome = groupOutcome(rows);
  const bytes = rows.reduce((sum, row) => sum + (row.bytes_sent ?? 0), 0);
  return (
    <button
      class={rows.length > 1 ? 'quiet request many' : 'quiet request'}
      data-id={latest.request_id}
      tabIndex={latest.request_id === tabbed ? 0 : -1}
      aria-expanded={rows.some(({ request_id }) => request_id === selected)}
      onClick={() => choose({ selected: target?.request_id ?? '' }, 'push')}
    >
      <time dateTime={latest.real_at} title={latest.real_at}>
        {dateText(Date.parse(latest.real_at)).slice(11)}
      </time>
      <StatusMark row={latest} kind={latest.status < 400 && outcomeOf(latest) ? outcome?.kind : undefined} />
      {words === '' ? <code>{routeName(latest)}</code> : <span>{words + shown}</span>}
      <span class="account">{latest.account ?? 'no account'}</span>
      <About group={group} outcome={outcome} prompt={prompt ?? null} />
      <Timeline chains={chains} axis={axis} />
      <span class="took">
        {latest.total_ms === null
          ? '…'
          : durationText(Math.max(latest.arrived_ms + latest.total_ms - first.arrived_ms, 1))}
      </span>
      <span class="size">{bytes === 0 ? '' : bytesText(bytes)}</span>
    </button>
  );
}

interface AboutProps {
  readonly group: RequestGroup;
  readonly outcome: Outcome | undefined;
  readonly prompt: string | null;
}

/** Shows the outcome of the requests, and their prompt or id. */
function About({ group: { latest, chains }, outcome, prompt }: AboutProps): VNode {
  const early = chains.reduce((sum, chain) => sum + earlyRetries(chain), 0);
  return (
    <span class="about">
      {isProxy() ? <Origin row={latest} /> : null}
      {outcome === undefined ? null : <span class={`chip ${outcome.kind}`}>{outcome.words}</span>}
      {early === 0 ? null : <span class="bad">{early} too early</span>}
      {prompt === null ? <code>{latest.generation}</code> : <bdi>{visibleText(prompt)}</bdi>}
    </span>
  );
}

/** Shows the origin of a response in a proxy, and whether the response breaks a promise. */
function Origin({ row: { upstream, warnings } }: { readonly row: EntrySummary }): VNode {
  return (
    <>
      <span class="chip">{upstreamWords(upstream)}</span>
      {warnings === 0 ? null : (
        <span class="chip bad">breaks {warnings === 1 ? 'a promise' : `${warnings} promises`}</span>
      )}
    </>
  );
}

/** Draws a bar for each attempt, and a mark at the end of `Retry-After`. All rows share the axis. */
function Timeline({ chains, axis }: { readonly chains: RequestGroup['chains']; readonly axis: Axis }): VNode {
  const marks = chains.flatMap((chain) => toMarks(chain, axis));
  return (
    <svg class="timeline" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 8h1000M2 0v16M500 0v16M998 0v16" />
      {marks.map(({ row, from, to, retryAt, isEarly }) => (
        <g key={row.request_id}>
          {retryAt === undefined ? null : (
            <path d={`M${retryAt * 990 + 4} 1v14`} class={isEarly ? 'retry early' : 'retry'} />
          )}
          <rect x={from * 988} y="4" width={Math.max(12, (to - from) * 988)} height="8" class={statusKind(row)} />
        </g>
      ))}
    </svg>
  );
}
