/** Why this answer: rules, draws, clock, ledger, the request and what was answered, and how to repeat it. */

import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Entry } from '../../journal/entry.ts';
import type { EntrySummary } from '../../journal/summary.ts';
import { read } from '../api.ts';
import { readable, requestHeaders, toCurlAgain } from '../model/now-answer.ts';
import { durationText } from '../model/duration-text.ts';
import { groupAttempts } from '../model/now.ts';
import { choose, linkTo } from '../router.ts';
import { Alert } from '../shared/alert.tsx';
import { CopyBlock } from '../shared/copy-block.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import { StatusMark } from './status-mark.tsx';

interface AnswerCardProps {
  readonly id: string;
  readonly rows: readonly EntrySummary[];
  readonly onClose: () => void;
}

/** Everything that the journal knows of one request. */
export function AnswerCard({ id, rows, onClose }: AnswerCardProps): VNode {
  const { data, problem } = useLoaded(() => read('/explain/{id}', { id }), [id]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [id]);
  const entry = data?.entry;
  const group = groupAttempts(rows).find(({ attempts }) => attempts.some(({ request_id }) => request_id === id));
  return (
    <section class="card answer" aria-labelledby="why" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <div class="filters">
        <h2 id="why" tabIndex={-1} ref={heading}>
          Why this answer
        </h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <Alert text={problem} />
      {group === undefined || group.latest.attempt === 1 ? null : <Attempts attempts={group.attempts} id={id} />}
      {data === undefined ? null : <Explanation text={data.explanation} />}
      {entry === undefined ? null : <Facts entry={entry} />}
    </section>
  );
}

function Attempts({ attempts, id }: { readonly attempts: readonly EntrySummary[]; readonly id: string }): VNode {
  const count = attempts.at(-1)?.attempt ?? 0;
  return (
    <Part
      title={
        attempts.length === count ? `${count} attempts at this` : `${attempts.length} of ${count} attempts at this`
      }
    >
      <ol class="attempts">
        {attempts.map((row) => (
          <li key={row.request_id}>
            <button
              type="button"
              aria-pressed={row.request_id === id}
              onClick={() => choose({ selected: row.request_id })}
            >
              <StatusMark row={row} />
              {row.real_pause_ms === null ? '' : ` after ${durationText(row.real_pause_ms)}`}
              {row.retry_after === null ? '' : `, Retry-After ${row.retry_after}`}
            </button>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** Sentence by sentence: clock, attempt, rules and draws, what changed, how it left. */
function Explanation({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text.split('\n').map((line, at) => (
        <p key={at} class={sentenceClass(line)}>
          {isFiring(line) ? '⚡ ' : ''}
          {line}
        </p>
      ))}
    </>
  );
}

function sentenceClass(line: string): string {
  return isFiring(line)
    ? 'sentence fault'
    : line.startsWith('The service broke the promise')
      ? 'sentence bad'
      : 'sentence';
}

/** As the journal explains a rule that fired. */
function isFiring(line: string): boolean {
  return /^Rule \S+ fired:/.test(line);
}

function Facts({ entry }: { readonly entry: Entry }): VNode {
  const { account, generation } = entry;
  return (
    <>
      {account === null || generation === null ? null : (
        <p>
          <a href={linkTo('clip', { account, id: generation })}>Clip and bytes of its generation</a>
        </p>
      )}
      <Part title="Request">
        <CopyBlock what="request" text={requestText(entry)} />
      </Part>
      <Part title="Answer">
        <CopyBlock what="answer" text={answerText(entry)} />
      </Part>
      <Part title="Repeat it">
        <CopyBlock what="curl command" text={toCurlAgain(entry, location.origin)} />
      </Part>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <>
      <h3>{title}</h3>
      {children}
    </>
  );
}

function requestText(entry: Entry): string {
  const headers = requestHeaders(entry).map(([name, value]) => `${name}: ${value}`);
  const body = entry.request.body === null ? [] : ['', readable(entry.request.body)];
  return [`${entry.method} ${entry.path}`, ...headers, ...body].join('\n');
}

function answerText({ status, response, is_aborted }: Entry): string {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  const sent = response.bytes_sent === null ? [] : ['', `(${response.bytes_sent} bytes of the body were sent)`];
  const gone = is_aborted === true ? ['(the client went before the last one)'] : [];
  const body = response.body === null ? [...sent, ...gone] : ['', readable(response.body)];
  return [`${status}`, ...headers, ...body].join('\n');
}
