/** Shows the details of a request: why it got its response, the request, the response, and how to repeat it. */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Entry } from '../../journal/entry.ts';
import type { EntrySummary } from '../../journal/summary.ts';
import { read } from '../api.ts';
import { scenarioCatalog } from '../catalog.ts';
import { causeOf, readable, requestHeaders, toCurlAgain } from '../model/answer.ts';
import { bytesText, dateText, durationText } from '../model/texts.ts';
import { outcomeOf, routeName, type RequestGroup } from '../model/requests.ts';
import { linkTo } from '../router.ts';
import { Alert } from '../shared/parts.tsx';
import { CopyBlock } from '../shared/copy-block.tsx';
import { Tabs } from '../shared/tabs.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import { SendAgain } from './send-again.tsx';
import { StatusMark } from './status-mark.tsx';
import { WhyTab } from './why-tab.tsx';

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
/** The page width below which the pane covers the list. */
const COVERS_BELOW = 900;

/** Shows everything that the journal contains about one request. */
export function AnswerPane({ id, groups, onClose }: AnswerPaneProps): VNode {
  const { data, problem } = useLoaded(() => read('/explain/{id}', { id }), [id]);
  const [tab, setTab] = useState('why');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (innerWidth < COVERS_BELOW) heading.current?.focus();
  }, []);
  const isShown = ({ request_id }: EntrySummary): boolean => request_id === id;
  const group = groups.find(({ rows }) => rows.some(isShown));
  const chain = group?.chains.find((rows) => rows.some(isShown)) ?? [];
  const row = chain.find(isShown);
  const entry = data?.entry;
  // A rule that acts on the create can make the generation fail later.
  const prepared =
    row?.generation_status === 'failed' ? group?.rows.find((one) => outcomeOf(one)?.what === 'prepared') : undefined;
  const rule = entry?.faults[0] ?? prepared?.faults[0];
  return (
    <aside class="card stack pane" aria-label="Request details">
      <div class="row head">
        <h2 tabIndex={-1} ref={heading}>
          {entry === undefined ? 'Reading …' : <Headline entry={entry} row={row} rule={rule} />}
        </h2>
        <button class="quiet close" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      <Alert text={problem} />
      {entry === undefined ? null : <Facts entry={entry} />}
      {data === undefined ? null : (
        <Tabs label="Request details" tabs={TABS} chosen={tab} onChoose={setTab}>
          {tab === 'why' ? <WhyTab entry={data.entry} chain={chain} rule={rule} /> : null}
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

interface HeadlineProps {
  readonly entry: Entry;
  readonly row: EntrySummary | undefined;
  readonly rule: string | undefined;
}

function Headline({ entry, row, rule }: HeadlineProps): VNode {
  const { words, kind, what } = (row && outcomeOf(row)) ?? {};
  const outcome = words === entry.code || what === 'prepared' ? undefined : words;
  const cause = rule === undefined ? undefined : causeOf(entry, rule, scenarioCatalog());
  const said = [outcome, cause].filter((part) => part !== undefined).join(', ');
  return (
    <>
      <StatusMark row={entry} kind={entry.status < 400 ? kind : undefined} /> {said === '' ? routeName(entry) : said}
    </>
  );
}

/** Shows a line of facts. */
function Facts({ entry }: { readonly entry: Entry }): VNode {
  const { account, generation, timing, response } = entry;
  return (
    <p class="row facts-line soft">
      <code>{routeName(entry)}</code>
      {account === null ? null : <a href={linkTo('account', { name: account })}>{account}</a>}
      {account === null || generation === null || entry.code === 'video_not_found' ? null : (
        <a href={linkTo('clip', { account, id: generation })}>Clip of {generation.slice(0, 8)}</a>
      )}
      <time dateTime={entry.real_at}>{dateText(Date.parse(entry.real_at))}</time>
      {timing.total_ms === null ? null : <span>{durationText(timing.total_ms)}</span>}
      {response.bytes_sent === null ? null : <span>{bytesText(response.bytes_sent)}</span>}
    </p>
  );
}

function requestText(entry: Entry): string {
  return messageText(`${entry.method} ${entry.path}`, requestHeaders(entry), entry.request.body);
}

function responseText({ status, response, is_aborted: isAborted }: Entry): string {
  const sent = `(${(response.bytes_sent ?? 0).toLocaleString('en')} bytes of the body were sent)`;
  const gone = isAborted === true ? '\n(the connection ended before the last byte)' : '';
  return messageText(`${status}`, Object.entries(response.headers), response.body ?? `${sent}${gone}`);
}

function messageText(first: string, headers: readonly (readonly [string, string])[], body: string | null): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [first, ...lines, ...(body === null ? [] : ['', readable(body)])].join('\n');
}
