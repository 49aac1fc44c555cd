/** Sends creates, polls and downloads from the page. */

import { useState } from 'preact/hooks';
import { readable } from '../model/answer.ts';
import { ruleName } from '../model/requests.ts';
import { Button, Card, CopyBlock, InputBox, StatusMark } from '../shared/parts.tsx';
import { linkTo } from '../router.ts';
import { createCurl, FIRST_CREATE, keyOf, rememberKey, sendToApi, type SentRequest } from '../shared/send.ts';
import type { AccountTabProps } from './read-account-page.ts';

const OTHERS = { Poll: '', Download: '/content' } as const;
const RESOLUTIONS = [['480p'], ['720p'], ['1080p']] as const;

type Sent = NonNullable<Awaited<ReturnType<typeof sendToApi>>> & { readonly what: string };

/** Shows a form for a create, and the same create as a curl command. Polls and downloads use its generation. */
export function SendTab({ name, lines }: AccountTabProps) {
  const { path, body: first } = FIRST_CREATE;
  const [form, setForm] = useState({ ...first, key: keyOf(name), seconds: '4', idempotencyKey: '' });
  const [chosen, setChosen] = useState('');
  const [sent, setSent] = useState<Sent>();
  const [isKeyKnown] = useState(form.key !== '');
  const { prompt, seconds, resolution, idempotencyKey } = form;
  const key = form.key.trim();
  const id = chosen || (lines[0]?.generation.id ?? '');
  const headers = { ...FIRST_CREATE.headers, ...(idempotencyKey !== '' && { 'idempotency-key': idempotencyKey }) };
  const body = { ...first, prompt, duration_seconds: Number.parseFloat(seconds), resolution };
  const send = async (what: string, request: Omit<SentRequest, 'account'>): Promise<void> => {
    rememberKey(name, key);
    const answer = await sendToApi({ account: name, ...request });
    const [, created] = what === 'Create' ? (/"id"\s*:\s*"([^"]+)"/.exec(answer?.text ?? '') ?? []) : [];
    if (created !== undefined) setChosen(created);
    setSent(answer && { ...answer, what });
  };
  const create = (): void => void send('Create', { method: 'POST', path, headers, body: JSON.stringify(body) });
  const of = (field: 'key' | 'prompt' | 'seconds' | 'resolution' | 'idempotencyKey') => {
    return { value: form[field], onValue: (value: string) => setForm({ ...form, [field]: value }) };
  };
  return (
    <div class="parts">
      <Card title="Send a request">
        <form class="stack">
          {!isKeyKnown && <InputBox label="API key" {...of('key')} />}
          <InputBox label="Prompt" {...of('prompt')} />
          <div class="row end">
            <InputBox label="Seconds" type="number" {...of('seconds')} />
            <InputBox label="Resolution" options={RESOLUTIONS} {...of('resolution')} />
            <InputBox label="Idempotency-Key (optional)" {...of('idempotencyKey')} />
          </div>
          <div class="row">
            <Button label="Create" look="main" type="submit" onPress={create} />
            {Object.entries(OTHERS).map(([what, rest]) => {
              const press = (): void => void send(what, { method: 'GET', path: `${path}/${id}${rest}` });
              return <Button key={what} label={what} disabled={id === ''} onPress={press} />;
            })}
            <span class="soft">{id && `Poll and Download use the generation ${id.slice(0, 8)}.`}</span>
          </div>
        </form>
        {sent && <Response {...sent} />}
      </Card>
      <Card title="As a curl command">
        <CopyBlock what="curl command" text={createCurl(key, headers, body)} />
      </Card>
    </div>
  );
}

function Response({ what, status, faults, requestId, text }: Sent) {
  return (
    <>
      <div class="row">
        <h3>Response to the {what.toLowerCase()}</h3>
        <StatusMark status={status} faults={faults} />
        {faults[0] && <span>injected by {ruleName(faults[0])} ·</span>}
        {requestId && <a href={linkTo('requests', { selected: requestId })}>Why?</a>}
      </div>
      <pre tabIndex={0} aria-label={`Response to ${what}`}>
        {readable(text)}
      </pre>
    </>
  );
}
