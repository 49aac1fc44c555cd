/** Sends creates, polls and downloads from the page. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { readable } from '../model/answer.ts';
import { RESOLUTION_NAMES, usageOf } from '../model/usage.ts';
import { linkTo } from '../router.ts';
import { ChoiceTabs } from '../shared/choice-tabs.tsx';
import { NumberBox, SelectBox, TextBox } from '../shared/inputs.tsx';
import { Card } from '../shared/parts.tsx';
import { keyOf, rememberKey, sendToApi, type Answered, type SentRequest } from '../shared/send.ts';
import { StatusMark } from '../requests/status-mark.tsx';
import type { AccountTabProps } from './account-tab-props.ts';

interface Sent extends Answered {
  readonly what: string;
}

const CREATE_PATH = '/v1/videos';
const OTHERS = [
  ['Poll', ''],
  ['Download', '/content'],
] as const;

/** Shows a form for a create, and the same create as code. Polls and downloads use its generation. */
export function SendTab({ name, lines }: AccountTabProps): VNode {
  const [form, setForm] = useState({ ...FIRST_FORM, key: keyOf(name) });
  const [chosen, setChosen] = useState('');
  const [sent, setSent] = useState<Sent>();
  const id = chosen || (lines[0]?.generation.id ?? '');
  const { authorization, ...headers } = headersOf(form);
  const body = bodyOf(form);
  const send = async (what: string, request: Omit<SentRequest, 'account'>): Promise<void> => {
    rememberKey(name, form.key);
    const answer = await sendToApi({ account: name, ...request }).catch(() => NO_ANSWER);
    const [, created] = what === 'Create' ? (/"id"\s*:\s*"([^"]+)"/.exec(answer.text) ?? []) : [];
    if (created !== undefined) setChosen(created);
    setSent({ ...answer, what });
  };
  const create = (event: Event): void => {
    event.preventDefault();
    void send('Create', { method: 'POST', path: CREATE_PATH, headers, body: JSON.stringify(body) });
  };
  return (
    <div class="parts">
      <Card title="Send a request">
        <form class="stack" onSubmit={create}>
          <Fields form={form} onForm={setForm} />
          <div class="row">
            <button type="submit" class="main">
              Create
            </button>
            {OTHERS.map(([what, rest]) => (
              <button
                key={what}
                type="button"
                disabled={id === ''}
                onClick={() => void send(what, { method: 'GET', path: `${CREATE_PATH}/${id}${rest}` })}
              >
                {what}
              </button>
            ))}
            {id === '' ? null : <span class="soft">Polls and downloads use {id.slice(0, 8)}.</span>}
          </div>
        </form>
      </Card>
      <div>
        {sent === undefined ? null : <Response sent={sent} />}
        <Card title="This create as code">
          <ChoiceTabs
            what="create"
            texts={usageOf(location.origin + CREATE_PATH, { authorization, ...headers }, body)}
          />
        </Card>
      </div>
    </div>
  );
}

const FIRST_FORM = { key: '', idempotencyKey: '', prompt: 'a red fox in the snow', seconds: 4, resolution: '480p' };

type CreateForm = typeof FIRST_FORM;

function headersOf({ key, idempotencyKey }: CreateForm) {
  return {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(idempotencyKey !== '' && { 'idempotency-key': idempotencyKey }),
  };
}

function bodyOf({ prompt, seconds, resolution }: CreateForm) {
  return { model: 'videomodel-2.5', prompt, duration_seconds: seconds, resolution, audio: false };
}

interface FieldsProps {
  readonly form: CreateForm;
  readonly onForm: (form: CreateForm) => void;
}

/** Shows the fields. The key is a field only if the page does not know it. */
function Fields({ form, onForm }: FieldsProps): VNode {
  const [isKeyKnown] = useState(form.key !== '');
  return (
    <>
      {isKeyKnown ? null : (
        <TextBox label="API key" value={form.key} onValue={(typed) => onForm({ ...form, key: typed.trim() })} />
      )}
      <TextBox label="Prompt" value={form.prompt} onValue={(prompt) => onForm({ ...form, prompt })} />
      <div class="row end">
        <NumberBox label="Seconds" value={form.seconds} onValue={(seconds) => onForm({ ...form, seconds })} />
        <SelectBox
          label="Resolution"
          value={form.resolution}
          onValue={(resolution) => onForm({ ...form, resolution })}
          options={RESOLUTION_NAMES.map((one) => [one, one] as const)}
        />
        <TextBox
          label="Idempotency-Key (optional)"
          value={form.idempotencyKey}
          onValue={(idempotencyKey) => onForm({ ...form, idempotencyKey })}
        />
      </div>
    </>
  );
}

function Response({ sent: { what, status, requestId, text } }: { readonly sent: Sent }): VNode {
  return (
    <Card title={`${what}: response`}>
      <div class="row">
        {status === 0 ? <b class="bad">no response</b> : <StatusMark row={{ status, faults: [] }} />}
        {requestId === '' ? null : <a href={linkTo('requests', { selected: requestId })}>Why?</a>}
      </div>
      <pre tabIndex={0} aria-label={`Response to ${what}`}>
        {readable(text)}
      </pre>
    </Card>
  );
}

const NO_ANSWER: Answered = {
  status: 0,
  requestId: '',
  text: 'The connection closed before the response headers arrived.',
};
