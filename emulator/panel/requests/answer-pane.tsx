/** The details of a request: why it got its response, the request, the response, and how to repeat it. */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Entry } from '../../journal/entry.ts';
import type { EntrySummary } from '../../journal/summary.ts';
import { read } from '../api.ts';
import { scenarioCatalog } from '../catalog.ts';
import { timelineWords } from '../model/attempts-line.ts';
import { headlineOf, limitOf, readable, requestHeaders, toCurlAgain, toSentences } from '../model/answer.ts';
import { bytesText } from '../model/texts.ts';
import { durationText } from '../model/texts.ts';
import { outcomeOf, routeName, type RequestGroup } from '../model/requests.ts';
import { linkTo } from '../router.ts';
import { Alert } from '../shared/parts.tsx';
import { CopyBlock } from '../shared/copy-block.tsx';
import { Tabs } from '../shared/tabs.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import { SendAgain } from './send-again.tsx';
import { StatusMark } from './status-mark.tsx';

interface AnswerPaneProps {
  readonly id: string;
  readonly groups: readonly RequestGroup[];
  readonly onClose: () => void;
}

const TABS = [
  { name: 'why', title: 'Why' },
  { name: 'request', title: 'Request' },
  { name: 'response', title: 'Response' },
  { name: 'repeat', title: 'Repeat' },
];
/** Below this width the pane covers the list. */
const COVERS_BELOW = 900;

/** Everything that the journal knows about one request. */
export function AnswerPane({ id, groups, onClose }: AnswerPaneProps): VNode {
  const { data, problem } = useLoaded(() => read('/explain/{id}', { id }), [id]);
  const [tab, setTab] = useState('why');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (innerWidth < COVERS_BELOW) heading.current?.focus();
  }, []);
  const chain = groups.flatMap(({ chains }) => chains).find((rows) => rows.some(({ request_id }) => request_id === id));
  const row = chain?.find(({ request_id }) => request_id === id);
  const entry = data?.entry;
  return (
    <aside class="card stack pane" aria-label="Request details">
      <div class="row head">
        <h2 tabIndex={-1} ref={heading}>
          {entry === undefined ? 'Reading …' : <Headline entry={entry} row={row} />}
        </h2>
        <button class="quiet close" aria-label="Close" title="Close (Escape)" onClick={onClose}>
          ×
        </button>
      </div>
      <Alert text={problem} />
      {entry === undefined ? null : <Facts entry={entry} />}
      {chain === undefined || chain.length === 1 ? null : <p class="soft">{timelineWords(chain)}</p>}
      {data === undefined ? null : (
        <Tabs label="Request details" tabs={TABS} chosen={tab} onChoose={setTab}>
          {tab === 'why' ? <Why explanation={data.explanation} entry={data.entry} /> : null}
          {tab === 'request' ? <CopyBlock what="request" text={requestText(data.entry)} /> : null}
          {tab === 'response' ? <CopyBlock what="response" text={responseText(data.entry)} /> : null}
          {tab === 'repeat' ? (
            <>
              <CopyBlock what="curl command" text={toCurlAgain(data.entry, location.origin)} />
              <SendAgain entry={data.entry} />
            </>
          ) : null}
        </Tabs>
      )}
    </aside>
  );
}

function Headline({ entry, row }: { readonly entry: Entry; readonly row: EntrySummary | undefined }): VNode {
  const fired = entry.evaluations.find((evaluation) => evaluation.fired);
  const limit = fired && limitOf(fired.rule, scenarioCatalog());
  const outcome = row && outcomeOf(row)?.words;
  const said = outcome === entry.code || outcome?.startsWith('by ') === true ? undefined : outcome;
  const headline = headlineOf(entry, said, limit);
  return (
    <>
      <StatusMark row={entry} /> {headline === '' ? routeName(entry) : headline}
    </>
  );
}

/** One line of facts. */
function Facts({ entry }: { readonly entry: Entry }): VNode {
  const { account, generation, timing, response } = entry;
  return (
    <p class="row facts-line soft">
      <code>{routeName(entry)}</code>
      {entry.code === null ? null : <code class="bad">{entry.code}</code>}
      {account === null ? null : <a href={linkTo('account', { name: account })}>{account}</a>}
      {account === null || generation === null ? null : (
        <a href={linkTo('clip', { account, id: generation })}>Clip of {generation.slice(0, 8)}</a>
      )}
      <time dateTime={entry.real_at}>{new Date(entry.real_at).toLocaleString('en-GB')}</time>
      {timing.total_ms === null ? null : <span>{durationText(timing.total_ms)}</span>}
      {response.bytes_sent === null ? null : <span>{bytesText(response.bytes_sent)}</span>}
    </p>
  );
}

/** The sentences that decided first; the others in a quieter color. */
function Why({ explanation, entry }: { readonly explanation: string; readonly entry: Entry }): VNode {
  const isSameTime = Math.abs(Date.parse(entry.at) - Date.parse(entry.real_at)) < 1000;
  const sentences = toSentences(explanation).filter(
    ({ text }) => !(isSameTime && text.startsWith('The clock of the account')),
  );
  return (
    <ul class="why">
      {sentences.map(({ kind, text }, at) => (
        <li key={at} class={kind}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function requestText(entry: Entry): string {
  const headers = requestHeaders(entry).map(([name, value]) => `${name}: ${value}`);
  const body = entry.request.body === null ? [] : ['', readable(entry.request.body)];
  return [`${entry.method} ${entry.path}`, ...headers, ...body].join('\n');
}

function responseText({ status, response, is_aborted: isAborted }: Entry): string {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  const sent =
    response.bytes_sent === null
      ? []
      : ['', `(${response.bytes_sent.toLocaleString('en')} bytes of the body were sent)`];
  const gone = isAborted === true ? ['(the connection ended before the last byte)'] : [];
  const body = response.body === null ? [...sent, ...gone] : ['', readable(response.body)];
  return [`${status}`, ...headers, ...body].join('\n');
}
