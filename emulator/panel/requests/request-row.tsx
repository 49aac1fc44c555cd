/** Shows a row of the list: one request, a generation with its requests, or several equal creates. */

import { useState } from 'preact/hooks';
import type { EntrySummary } from '../../journal/summary.ts';
import { earlyRetries, toMarks, type Axis } from '../model/attempts-line.ts';
import {
  groupOutcome,
  groupState,
  operationWords,
  outcomeOf,
  shortIds,
  tellingRow,
  type RequestGroup,
  UPSTREAM_WORDS,
} from '../model/requests.ts';
import { bytesText, countText, durationText, promptText } from '../model/texts.ts';
import { choose } from '../router.ts';
import { isProxy } from '../server.ts';
import { StatusMark } from '../shared/parts.tsx';

interface RowProps {
  readonly group: RequestGroup;
  readonly axis: Axis;
  readonly selected: string | undefined;
  /** The time span of a burst that begins with this row. */
  readonly burst?: string | undefined;
  /** The first arrival in the open row that contains this row. Then it shows its status and id, not the prompt. */
  readonly since?: number;
}

/**
 * Shows the status and the outcome of the most informative request, and the time of the latest request. A click opens
 * this request, and unfolds the requests of the group.
 */
export function GroupRow(props: RowProps) {
  const { group, axis, selected, burst, since } = props;
  const { rows, picked, latest, chains } = group;
  const isSelected = rows.some(({ request_id }) => request_id === selected);
  // A group stays open when another request is selected, so that the clicked row does not move.
  const [isOpen, setOpen] = useState(false);
  if (isSelected && !isOpen) setOpen(true);
  const route = `${latest.method} ${shortIds(latest.path)}`;
  const first = picked[0] ?? latest;
  const told = tellingRow(group);
  const words = picked.length < rows.length ? `${picked.length} of ${rows.length} requests` : operationWords(picked);
  const outcome = groupOutcome(group);
  const early = chains.reduce((sum, chain) => sum + earlyRetries(chain), 0);
  const prompt = rows.find((row) => row.prompt !== null)?.prompt;
  const created = latest.operation === 'create' && latest.generation?.slice(0, 8);
  const about = since ? [latest.generation_status, created] : [promptText(prompt ?? latest.generation ?? '')];
  const bytes = picked.reduce((sum, row) => sum + (row.bytes_sent ?? 0), 0);
  const offset = latest.arrived_ms - (since ?? Infinity);
  const end = latest.total_ms === null ? undefined : latest.arrived_ms + latest.total_ms;
  const kind = outcome?.kind ?? (early > 0 ? 'bad' : undefined);
  const inner = { ...props, since: first.arrived_ms, burst: undefined };
  const click = (): void => {
    setOpen(!isSelected);
    choose({ selected: isSelected ? '' : told.request_id });
  };
  return (
    <li class={isSelected ? 'selected' : undefined}>
      {burst && <p class="burst soft">{burst}</p>}
      <button
        class={rows.length > 1 ? 'quiet request many' : 'quiet request'}
        data-id={latest.request_id}
        aria-expanded={rows.length > 1 ? isOpen : isSelected}
        onClick={click}
      >
        <time title={latest.real_at}>{offset > 0 ? `+${durationText(offset)}` : latest.real_at.slice(11, 19)}</time>
        <StatusMark status={told.status} faults={told.faults} kind={kind} state={groupState(group)} />
        <span>{words || route}</span>
        <span class="account">{latest.account ?? 'no account'}</span>
        <span class="about">
          {isProxy() && <Origin row={latest} />}
          {outcome && <Outcomes {...outcome} />}
          {early > 0 && <span class="chip bad">early retry ×{early}</span>}
          <bdi>{about.filter(Boolean).join(' ')}</bdi>
        </span>
        <Timeline group={group} axis={axis} />
        <span class="took number">{end === undefined ? '…' : durationText(Math.max(end - first.arrived_ms, 1))}</span>
        <span class="size number">{bytes > 0 && bytesText(bytes)}</span>
      </button>
      {rows.length > 1 && isOpen && (
        <ol class="rows inner" aria-label={`Requests of ${latest.generation ?? route}`}>
          {picked.map((row) => (
            <GroupRow key={row.request_id} {...inner} group={groupOf(row, group)} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** Shows the most informative outcome of a row, and the number of its other outcomes. */
function Outcomes({ words, kind, others }: NonNullable<ReturnType<typeof groupOutcome>>) {
  return (
    <>
      {words && <span class={`chip ${kind}`}>{words.replace(/ \(.*\)/, '')}</span>}
      {others.length > 0 && (
        <span class="chip" title={others.join(', ')}>
          +{others.length}
        </span>
      )}
    </>
  );
}

/** Returns a group that contains only one request of another group. */
function groupOf(row: EntrySummary, group: RequestGroup): RequestGroup {
  return { ...group, chains: [[row]], rows: [row], picked: [row], latest: row };
}

/** Shows the origin of a response in a proxy, and whether it breaks a promise. */
function Origin({ row: { upstream, warnings } }: { readonly row: EntrySummary }) {
  return (
    <>
      <span class="chip">{UPSTREAM_WORDS[upstream ?? 'ours']}</span>
      {warnings > 0 && <span class="chip bad">breaks {countText(warnings, 'promise')}</span>}
    </>
  );
}

/** Draws a bar for each attempt on the axis of its burst, and the ends of `Retry-After`. Failures are on top. */
function Timeline({ group, axis }: Pick<RowProps, 'group' | 'axis'>) {
  const kindOf = (row: EntrySummary): string => outcomeOf(row, group)?.kind ?? 'good';
  const marks = group.chains
    .flatMap((chain) => toMarks(chain, axis))
    .filter(({ row }) => group.picked.includes(row))
    .toSorted((a, b) => Number(kindOf(a.row) !== 'good') - Number(kindOf(b.row) !== 'good'));
  return (
    <svg class="timeline" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 8h1000M2 0v16M998 0v16" />
      {marks.map(({ row, from, to, retryAt, isEarly }) => (
        <g key={row.request_id}>
          {retryAt !== undefined && <path d={`M${retryAt * 990 + 4} 1v14`} class={isEarly ? 'retry early' : 'retry'} />}
          <rect x={from * 988} y="4" width={Math.max(12, (to - from) * 988)} height="8" class={kindOf(row)}>
            <title>{`${row.status} at ${row.real_at.slice(11, 23)}${retryAt ? `, Retry-After ${row.retry_after}` : ''}`}</title>
          </rect>
        </g>
      ))}
    </svg>
  );
}
