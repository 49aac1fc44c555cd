/** Sends creates, polls and downloads from the page. */

import { useState } from 'preact/hooks';
import { readable } from '../model/answer.ts';
import { usageOf } from '../model/command.ts';
import { Button, Card, ChoiceTabs, InputBox, SelectBox, StatusMark } from '../shared/parts.tsx';
import { linkTo } from '../router.ts';
import { FIRST_CREATE, keyOf, rememberKey, sendToApi, type SentRequest } from '../shared/send.ts';
import type { AccountTabProps } from './read-account-page.ts';

const { path: CREATE_PATH, body: FIRST_BODY } = FIRST_CREATE;
const OTHERS = [
  ['Poll', ''],
  ['Download', '/content'],
] as const;
const FIRST_FORM = { key: '', prompt: FIRST_BODY.prompt, seconds: '4', resolution: '480p', idempotencyKey: '' };
type Form = typeof FIRST_FORM;
const NO_ANSWER = {
  status: 0,
  requestId: '',
  text: 'The connection closed before the response headers arrived.',
};

type Sent = Awaited<ReturnType<typeof sendToApi>> & { readonly what: string };

/** Shows a form for a create, and the same create as code. Polls and downloads use its generation. */
export function SendTab({ name, lines }: AccountTabProps) {
  const [form, setForm] = useState({ ...FIRST_FORM, key: keyOf(name) });
  const [chosen, setChosen] = useState('');
  const [sent, setSent] = useState<Sent>();
  const { key, prompt, seconds, resolution, idempotencyKey } = form;
  const id = chosen || (lines[0]?.generation.id ?? '');
  const headers = {
    ...FIRST_CREATE.headers,
    ...(idempotencyKey !== '' && { 'idempotency-key': idempotencyKey }),
  };
  const body = { ...FIRST_BODY, prompt, duration_seconds: Number.parseFloat(seconds), resolution };
  const send = async (what: string, request: Omit<SentRequest, 'account'>): Promise<void> => {
    rememberKey(name, key);
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
      <Card title="Send a request" lead="Active failures and rate limits apply.">
        <form class="stack" onSubmit={create}>
          <Fields form={form} onForm={setForm} />
          <div class="row">
            <button type="submit" class="main">
              Create
            </button>
            {OTHERS.map(([what, rest]) => (
              <Button
                label={what}
                key={what}
                disabled={id === ''}
                onPress={() => void send(what, { method: 'GET', path: `${CREATE_PATH}/${id}${rest}` })}
              />
            ))}
            <span class="soft">{id && `Polls and downloads use ${id.slice(0, 8)}.`}</span>
          </div>
        </form>
        {sent && <Response sent={sent} />}
      </Card>
      <Card title="This create as code" lead="It contains the key of this account.">
        <ChoiceTabs
          what="create"
          texts={usageOf(location.origin + CREATE_PATH, { authorization: `Bearer ${key}`, ...headers }, body)}
        />
      </Card>
    </div>
  );
}

/** Shows the fields. The key is a field only if the page does not know it. */
function Fields({ form, onForm }: { readonly form: Form; readonly onForm: (form: Form) => void }) {
  const { key, prompt, seconds, resolution, idempotencyKey } = form;
  const [isKeyKnown] = useState(key !== '');
  const put = (field: keyof Form) => (value: string) => onForm({ ...form, [field]: value });
  return (
    <>
      {!isKeyKnown && <InputBox label="API key" value={key} onValue={(typed) => put('key')(typed.trim())} />}
      <InputBox label="Prompt" value={prompt} onValue={put('prompt')} />
      <div class="row end">
        <InputBox isNumber label="Seconds" value={seconds} onValue={put('seconds')} />
        <SelectBox
          label="Resolution"
          value={resolution}
          onValue={put('resolution')}
          options={[['480p'], ['720p'], ['1080p']]}
        />
        <InputBox label="Idempotency-Key (optional)" value={idempotencyKey} onValue={put('idempotencyKey')} />
      </div>
    </>
  );
}

function Response({ sent: { what, status, requestId, text } }: { readonly sent: Sent }) {
  return (
    <>
      <div class="row">
        <h3>{what}: response</h3>
        {status === 0 ? <b class="bad">no response</b> : <StatusMark status={status} />}
        {requestId && <a href={linkTo('requests', { selected: requestId })}>Why?</a>}
      </div>
      <pre tabIndex={0} aria-label={`Response to ${what}`}>
        {readable(text)}
      </pre>
    </>
  );
}
