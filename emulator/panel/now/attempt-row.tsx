/** Attempts at one thing on one row: the latest in words, all of them on a line. */

import type { VNode } from 'preact';
import type { EntrySummary } from '../../journal/summary.ts';
import { agoText } from '../model/duration-text.ts';
import { timelineWords, toTimeline } from '../model/now-timeline.ts';
import { routeName, upstreamWords, type AttemptGroup } from '../model/now.ts';
import { choose } from '../router.ts';
import { isProxy } from '../server.ts';
import { StatusMark, statusKind } from './status-mark.tsx';

interface AttemptRowProps {
  readonly group: AttemptGroup;
  readonly selected: string | undefined;
}

/** A click opens why the latest was answered so; the others are chosen there. */
export function AttemptRow({ group: { attempts, latest }, selected }: AttemptRowProps): VNode {
  const isSelected = attempts.some(({ request_id }) => request_id === selected);
  const about = latest.prompt ?? latest.generation ?? '';
  return (
    <li class={isSelected ? 'selected' : undefined}>
      <button type="button" aria-expanded={isSelected} onClick={() => choose({ selected: latest.request_id })}>
        <StatusMark row={latest} />
        <span class="route">{routeName(latest)}</span>
        <span class="account soft">{latest.account ?? 'no account'}</span>
        <time dateTime={latest.real_at} title={latest.real_at} class="soft">
          {agoText(Date.now() - Date.parse(latest.real_at))}
        </time>
        <span class="about">
          {latest.code === null ? null : <code>{latest.code} </code>}
          {isProxy() ? <UpstreamMark row={latest} /> : null}
          {about}
        </span>
      </button>
      {attempts.length > 1 ? <Line attempts={attempts} /> : null}
    </li>
  );
}

/** Whose answer it is, and whether it breaks a promise. */
function UpstreamMark({ row: { upstream, warnings } }: { readonly row: EntrySummary }): VNode {
  return (
    <>
      <span class="soft">[{upstreamWords(upstream)}]</span>{' '}
      {warnings === 0 ? null : (
        <strong class="bad">breaks {warnings === 1 ? 'a promise' : `${warnings} promises`} </strong>
      )}
    </>
  );
}

/** To scale: a bar for each attempt, a tick where `Retry-After` ended. */
function Line({ attempts }: Pick<AttemptGroup, 'attempts'>): VNode {
  const { marks } = toTimeline(attempts);
  const words = timelineWords(attempts);
  const early = marks.filter(({ isEarly }) => isEarly).length;
  return (
    <div class="line">
      <svg viewBox="0 0 1000 22" preserveAspectRatio="none" role="img" aria-label={words}>
        <line x1="0" x2="1000" y1="11" y2="11" class="base" />
        {marks.map(({ row, from, to, retryAt, isEarly }) => (
          <g key={row.request_id}>
            {retryAt === undefined ? null : (
              <path d={`M${retryAt * 990} 1v20`} class={isEarly ? 'retry early' : 'retry'}>
                <title>{`Retry-After ${row.retry_after ?? ''}${isEarly ? ': the next attempt came earlier' : ''}`}</title>
              </path>
            )}
            <rect x={from * 990} y="5" width={Math.max(6, (to - from) * 990)} height="12" class={statusKind(row)}>
              <title>{`${row.status} ${row.code ?? ''} ${row.faults.join(', ')}`}</title>
            </rect>
          </g>
        ))}
      </svg>
      <span class="soft">
        {words}
        {early > 0 ? <strong class="bad"> {early} came before Retry-After was over</strong> : null}
      </span>
    </div>
  );
}
