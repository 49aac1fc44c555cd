/** Create, poll and download without a terminal. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { readable } from '../model/answer.ts';
import { RESOLUTION_NAMES, usageOf } from '../model/usage.ts';
import { linkTo } from '../router.ts';
import { ChoiceTabs } from '../shared/choice-tabs.tsx';
import { NumberBox, SelectBox, TextBox, TickBox } from '../shared/inputs.tsx';
import { Card } from '../shared/parts.tsx';
import { keyOf, rememberKey, sendToApi, type Answered, type SentRequest } from '../shared/send.ts';
import { StatusMark } from '../requests/status-mark.tsx';
import type { AccountTabProps } from './account-tab-props.ts';

interface Sent extends Answered {
  readonly what: string;
}

const MOST_SHOWN = 10;
const FIRST_BODY = { prompt: 'a red fox in the snow', seconds: 4, resolution: '480p', isKeyed: false };

/** A form for a create; polls and downloads are about its generation. */
export function SendTab({ name, lines }: AccountTabProps): VNode {
  const [key, setKey] = useState(keyOf(name));
  const [body, setBody] = useState<CreateBody>(FIRST_BODY);
  const [chosen, setChosen] = useState('');
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const id = chosen || (lines[0]?.generation.id ?? '');
  const send = async (what: string, request: Omit<SentRequest, 'account'>): Promise<void> => {
    rememberKey(name, key);
    const answer = await sendToApi({ account: name, ...request }).catch(() => NO_ANSWER);
    const [, created] = what === 'Create' ? (/"id"\s*:\s*"([^"]+)"/.exec(answer.text) ?? []) : [];
    if (created !== undefined) setChosen(created);
    setSent((before) => [{ ...answer, what }, ...before].slice(0, MOST_SHOWN));
  };
  const create = (event: Event): void => {
    event.preventDefault();
    void send('Create', createRequest(body));
  };
  return (
    <div class="parts">
      <Card title="Send a request">
        <form class="stack" onSubmit={create}>
          <TextBox label="API key" value={key} onValue={(typed) => setKey(typed.trim())} />
          <TextBox label="Prompt" value={body.prompt} onValue={(prompt) => setBody({ ...body, prompt })} />
          <Options body={body} onBody={setBody} />
          <div class="row">
            <button type="submit" class="main">
              Create
            </button>
            <button
              type="button"
              disabled={id === ''}
              onClick={() => void send('Poll', { method: 'GET', path: `/v1/videos/${id}` })}
            >
              Poll
            </button>
            <button
              type="button"
              disabled={id === ''}
              onClick={() => void send('Download', { method: 'GET', path: `/v1/videos/${id}/content` })}
            >
              Download
            </button>
            {id === '' ? null : <span class="soft">Polls and downloads use {id.slice(0, 8)}.</span>}
          </div>
        </form>
        {key === '' ? null : <ChoiceTabs what="first request" texts={usageOf(location.origin, key)} />}
      </Card>
      <Responses sent={sent} />
    </div>
  );
}

interface CreateBody {
  readonly prompt: string;
  readonly seconds: number;
  readonly resolution: string;
  readonly isKeyed: boolean;
}

function createRequest({ prompt, seconds, resolution, isKeyed }: CreateBody): Omit<SentRequest, 'account'> {
  const key = { 'idempotency-key': `panel-${Math.random().toString(36).slice(2)}` };
  return {
    method: 'POST',
    path: '/v1/videos',
    headers: { 'content-type': 'application/json', ...(isKeyed && key) },
    body: JSON.stringify({ model: 'videomodel-2.5', prompt, duration_seconds: seconds, resolution, audio: false }),
  };
}

interface OptionsProps {
  readonly body: CreateBody;
  readonly onBody: (body: CreateBody) => void;
}

function Options({ body, onBody: setBody }: OptionsProps): VNode {
  return (
    <div class="row end">
      <NumberBox label="Seconds" value={body.seconds} onValue={(seconds) => setBody({ ...body, seconds })} />
      <SelectBox
        label="Resolution"
        value={body.resolution}
        onValue={(resolution) => setBody({ ...body, resolution })}
        options={RESOLUTION_NAMES.map((name) => [name, name] as const)}
      />
      <TickBox
        label="With an Idempotency-Key"
        value={body.isKeyed}
        onValue={(isKeyed) => setBody({ ...body, isKeyed })}
      />
    </div>
  );
}

function Responses({ sent }: { readonly sent: readonly Sent[] }): VNode {
  return (
    <Card title="Responses">
      {sent.length === 0 ? <p class="soft">Nothing sent yet.</p> : null}
      <ol class="stack" aria-label="Responses, the latest first">
        {sent.map((one, at) => (
          <li key={sent.length - at} class="stack">
            <div class="row">
              <b>{one.what}</b>
              {one.status === 0 ? (
                <b class="bad">no response</b>
              ) : (
                <StatusMark row={{ status: one.status, faults: [] }} />
              )}
              {one.requestId === '' ? null : <a href={linkTo('requests', { selected: one.requestId })}>Why?</a>}
            </div>
            <pre tabIndex={0} aria-label={`Response to ${one.what}`}>
              {readable(one.text)}
            </pre>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const NO_ANSWER: Answered = {
  status: 0,
  requestId: '',
  text: 'The connection closed before the response headers arrived.',
};
