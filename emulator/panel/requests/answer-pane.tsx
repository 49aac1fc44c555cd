/** Shows the details of a request: why it got its response, the request, the response, and how to repeat it. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { read } from '../api.ts';
import { causeOf, readable, repeatedHeaders, requestHeaders, toCurlAgain, type Explained } from '../model/answer.ts';
import { isEarly } from '../model/attempts-line.ts';
import { lostState, outcomeOf, ruleName, shortIds, type RequestGroup } from '../model/requests.ts';
import { bytesText, durationText } from '../model/texts.ts';
import { choose, linkTo } from '../router.ts';
import { catalog } from '../server.ts';
import { Button, CopyBlock, StatusMark, Tabs } from '../shared/parts.tsx';
import { keyOf, sendToApi } from '../shared/send.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { WhyTab, type EntryProps } from './why-tab.tsx';

interface AnswerPaneProps {
  readonly id: string;
  readonly groups: readonly RequestGroup[];
  readonly onClose: () => void;
}

/** The page width below which the pane covers the list. */
const COVERS_BELOW = 900;

export function AnswerPane({ id, groups, onClose }: AnswerPaneProps) {
  const { data, cause } = useLoaded(() => read<Explained>(`/explain/${encodeURIComponent(id)}`));
  const [tab, setTab] = useState('Why');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (innerWidth < COVERS_BELOW) heading.current?.focus();
  }, []);
  const group = groups.find(({ rows }) => rows.some(({ request_id }) => request_id === id));
  const row = group?.rows.find(({ request_id }) => request_id === id);
  const chain = group?.chains.find((attempts) => attempts.some((one) => one === row)) ?? [];
  const props = data && { ...data, group, row, chain, at: chain.findIndex((one) => one === row) };
  const Tab = TABS[tab] ?? WhyTab;
  return (
    <aside class="card stack pane" aria-label="Request details">
      <div class="row head">
        <h2 tabIndex={-1} ref={heading}>
          {props ? <Headline {...props} /> : cause ? `Could not load ${id}.` : 'Reading …'}
        </h2>
        <Button label="×" look="quiet close" name="Close" onPress={onClose} />
      </div>
      {props && (
        <>
          <Facts {...props} />
          <Tabs label="Request details" names={Object.keys(TABS)} chosen={tab} onChoose={setTab}>
            <Tab {...props} />
          </Tabs>
        </>
      )}
    </aside>
  );
}

function Headline({ entry, rules: { acting, planned }, group, row, chain, at }: EntryProps) {
  const shown = row?.generation_status;
  const outcome = row && outcomeOf(row, group);
  const { words, kind, code } = outcome ?? {};
  // A rule that acted on the create decides later what its generation does.
  const rule = acting[0] ?? (shown === 'failed' ? planned[0] : undefined);
  const said = [
    code !== undefined && code !== 'no_response' && words !== entry.code && words,
    rule && causeOf(entry, rule, catalog.value),
    entry.status === 206 && outcome === undefined && 'part of the clip',
    !rule && planned[0] && `${shown}, planned by ${ruleName(planned[0])}`,
  ];
  const before = chain[at - 1];
  const replay = entry.response.headers['idempotent-replayed'] && `replay of ${entry.request.idempotency_key}`;
  return (
    <>
      <StatusMark status={entry.status} faults={acting} kind={kind} state={row && lostState(row)} />
      {row && lostState(row) ? ', ' : ' '}
      {said.filter(Boolean).join(', ') || entry.code || replay || shown || 'OK'}
      {before && isEarly(before, row) && ', sent too early'}
    </>
  );
}

function Facts({ entry }: EntryProps) {
  const { account, generation, method, path, timing, response } = entry;
  const size = response.bytes_sent ? `, ${bytesText(response.bytes_sent)}` : '';
  return (
    <div class="soft">
      <code>
        {method} {shortIds(path)}
      </code>
      <p class="row facts-line">
        {account && <a href={linkTo('account', { name: account })}>{account}</a>}
        {account && generation && entry.status < 400 && (
          <a href={linkTo('clip', { account, id: generation })}>Generation</a>
        )}
        <time title={entry.real_at}>{entry.real_at.slice(11, 19)} UTC</time>
        {timing.total_ms !== null && <span>{`took ${durationText(Math.max(timing.total_ms, 1))}${size}`}</span>}
      </p>
    </div>
  );
}

function RequestTab({ entry }: EntryProps) {
  const text = messageText(`${entry.method} ${entry.path}`, requestHeaders(entry), entry.request.body);
  return <CopyBlock what="request" text={text} />;
}

function ResponseTab({ entry: { status, response }, row }: EntryProps) {
  const sent = `(${bytesText(response.bytes_sent ?? 0)} of the body were sent)`;
  const text = messageText(
    `${status}${row && lostState(row) ? ' (not delivered)' : ''}`,
    Object.entries(response.headers),
    response.body ?? sent,
  );
  return <CopyBlock what="response" text={text} />;
}

function messageText(first: string, headers: readonly (readonly [string, string])[], body: string | null): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [first, ...lines, ...(body === null ? [] : ['', readable(body)])].join('\n');
}

/** Shows a button that sends the request again, if the key is known. */
function RepeatTab({ entry }: EntryProps) {
  const { account, method, path, request } = entry;
  const isSendable = account !== null && keyOf(account) !== '';
  const send = async (): Promise<void> => {
    const headers = Object.fromEntries(repeatedHeaders(entry));
    const answer = await sendToApi({ account: account ?? '', method, path, headers, body: request.body });
    if (answer?.requestId) choose({ selected: answer.requestId });
  };
  return (
    <>
      <CopyBlock what="curl command" text={toCurlAgain(entry, location.origin)} />
      <p class="row">
        {isSendable && <Button label="Send again" look="main" onPress={() => void send()} />}
        <span class="soft">
          {isSendable ? `This uses the key of ${account}.` : 'The panel does not know the API key. Use the command.'}
        </span>
      </p>
    </>
  );
}

const TABS: Readonly<Record<string, typeof WhyTab>> = {
  Why: WhyTab,
  Request: RequestTab,
  Response: ResponseTab,
  Repeat: RepeatTab,
};
