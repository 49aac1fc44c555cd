/** A row of the list: one request, or a generation with its create, polls and downloads. */

import type { VNode } from 'preact';
import type { EntrySummary } from '../../journal/summary.ts';
import { earlyRetries, timelineWords, toMarks, type Axis } from '../model/attempts-line.ts';
import { bytesText } from '../model/texts.ts';
import { durationText } from '../model/texts.ts';
import { visibleText } from '../model/texts.ts';
import {
  operationWords,
  outcomeOf,
  outcomesOf,
  routeName,
  tellingRow,
  upstreamWords,
  type RequestGroup,
} from '../model/requests.ts';
import { choose } from '../router.ts';
import { isProxy } from '../server.ts';
import { StatusMark, statusKind } from './status-mark.tsx';

interface RowProps {
  readonly axis: Axis;
  readonly selected: string | undefined;
  /** The row that the Tab key reaches. */
  readonly tabbed: string | undefined;
}

interface GroupProps extends RowProps {
  readonly group: RequestGroup;
  readonly isOpen: boolean;
  readonly onFold: () => void;
}

/** More would push the other groups out of sight. */
const MOST_SHOWN = 40;

/** A click opens the request that says most; its requests unfold below it. */
export function GroupRow({ group, isOpen, onFold, ...common }: GroupProps): VNode {
  const { rows, picked, latest } = group;
  const isSelected = rows.some(({ request_id }) => request_id === common.selected);
  const isMany = rows.length > 1;
  const shown = picked.slice(-MOST_SHOWN);
  return (
    <li class={isSelected ? 'selected' : undefined}>
      {isMany ? (
        <button
          class="quiet fold"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={`${rows.length} requests`}
          onClick={onFold}
        />
      ) : null}
      <Line group={group} {...common} isExpanded={isSelected} target={isSelected ? undefined : tellingRow(group)} />
      {isMany && isOpen ? (
        <ol class="rows inner" aria-label={`Requests of ${latest.generation ?? routeName(latest)}`}>
          {shown.length < picked.length ? <li class="soft note">{picked.length - shown.length} earlier</li> : null}
          {shown.map((row) => (
            <li key={row.request_id} class={row.request_id === common.selected ? 'selected' : undefined}>
              <Line
                group={{ ...group, chains: [[row]], rows: [row], picked: [row], latest: row }}
                {...common}
                isExpanded={row.request_id === common.selected}
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
  readonly isExpanded: boolean;
  /** The request that a click opens; undefined to close. */
  readonly target: EntrySummary | undefined;
}

function Line({ group, axis, tabbed, isExpanded, target }: LineProps): VNode {
  const { rows, latest, chains } = group;
  const first = rows[0] ?? latest;
  const prompt = rows.find((row) => row.prompt !== null)?.prompt;
  const words = rows.length > 1 ? operationWords(rows) : '';
  const bytes = rows.reduce((sum, row) => sum + (row.bytes_sent ?? 0), 0);
  return (
    <button
      class="quiet request"
      data-id={latest.request_id}
      tabIndex={latest.request_id === tabbed ? 0 : -1}
      aria-expanded={isExpanded}
      onClick={() => choose({ selected: target?.request_id ?? '' }, 'push')}
    >
      <time dateTime={latest.real_at} title={latest.real_at}>
        {timeOfDay(latest.real_at)}
      </time>
      <StatusMark row={latest} kind={latest.status < 400 ? outcomeOf(latest)?.kind : undefined} />
      {words === '' ? <code>{routeName(latest)}</code> : <span>{words}</span>}
      <span class="account">{latest.account ?? 'no account'}</span>
      <About group={group} prompt={prompt ?? null} />
      <Timeline chains={chains} axis={axis} />
      <span class="took">{tookText(first, latest)}</span>
      <span class="size">{bytes === 0 ? '' : bytesText(bytes)}</span>
    </button>
  );
}

/** The prompt or id of the requests, and their failures. */
function About({ group, prompt }: { readonly group: RequestGroup; readonly prompt: string | null }): VNode {
  const { picked, latest, chains } = group;
  const all = outcomesOf(picked);
  // The rule that prepared a failure says less than the failure.
  const failures = all.filter(({ words }) => !words.startsWith('by '));
  const outcomes = failures.length > 0 ? failures : all;
  const early = chains.reduce((sum, chain) => sum + earlyRetries(chain), 0);
  return (
    <span class="about">
      {isProxy() ? <Origin row={latest} /> : null}
      {outcomes.slice(0, 3).map(({ kind, words, times }) => (
        <span key={words} class={`chip ${kind}`}>
          {words}
          {times > 1 ? ` ×${times}` : ''}
        </span>
      ))}
      {early === 0 ? null : <span class="chip bad">{early} retried before Retry-After elapsed</span>}
      <bdi>{prompt === null ? (latest.generation ?? '') : visibleText(prompt)}</bdi>
    </span>
  );
}

/** The origin of a response in a proxy, and whether it breaks a promise. */
function Origin({ row: { upstream, warnings } }: { readonly row: EntrySummary }): VNode {
  return (
    <>
      <span class="chip">{upstreamWords(upstream)}</span>
      {warnings === 0 ? null : (
        <span class="chip bad">{warnings === 1 ? 'breaks a promise' : `breaks ${warnings} promises`}</span>
      )}
    </>
  );
}

/** A bar for each attempt on the axis that all rows share, and a tick where `Retry-After` ended. */
function Timeline({ chains, axis }: { readonly chains: RequestGroup['chains']; readonly axis: Axis }): VNode {
  const marks = chains.flatMap((chain) => toMarks(chain, axis));
  const words = chains
    .filter(({ length }) => length > 1)
    .map(timelineWords)
    .join('; ');
  return (
    <svg
      class="timeline"
      viewBox="0 0 1000 16"
      preserveAspectRatio="none"
      {...(words === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': words })}
    >
      {words === '' ? null : <title>{words}</title>}
      <line x1="0" x2="1000" y1="8" y2="8" />
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

/** From the arrival of the first request to the end of the last response. */
function tookText(first: EntrySummary, latest: EntrySummary): string {
  if (latest.total_ms === null) return '…';
  const ms = latest.arrived_ms + latest.total_ms - first.arrived_ms;
  return ms < 10_000 ? durationText(Math.max(ms, 1)) : durationText(Math.round(ms / 1000) * 1000);
}

function timeOfDay(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB');
}
