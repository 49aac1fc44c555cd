/** Servers that break the form of records. */

import { recording, recordingWhen } from '../../tamper/answers.ts';
import { without } from '../../../checks/lib/bodies.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { asFields, type Tampering } from '../../server.ts';

const always = (more: (record: Fields) => Fields): (() => Tampering) =>
  recording((record) => ({ ...record, ...more(record) }));
const drop = (name: string): (() => Tampering) =>
  recording((record) => (name in record ? without(record, name) : record));
const is =
  (status: string) =>
  (record: Fields): boolean =>
    record['status'] === status;

export const RECORD_MUTANTS: readonly Mutant[] = [
  mutant('record.id', 'puts a prefix before its ids', { tamper: () => prefixed }),
  mutant('record.object', 'sends `video` as `object`', { tamper: always(() => ({ object: 'video' })) }),
  mutant('record.object', 'leaves out `object`', { id: 'record.object.absent', tamper: drop('object') }),
  mutant('record.model', 'leaves out `model`', { tamper: drop('model') }),
  mutant('service.one-model.record', 'reveals the model that makes its edits', {
    tamper: recording((record) => ({ ...record, model: 'videomodel-2.5-edit' })),
  }),
  mutant('record.status', 'sends `queued` for `pending`', {
    tamper: recordingWhen(is('pending'), { status: 'queued' }),
  }),
  mutant('record.status', 'sends `succeeded` for `completed`', {
    id: 'record.status.succeeded',
    tamper: recordingWhen(is('completed'), { status: 'succeeded' }),
  }),
  mutant('record.cost-usd', 'sends the cost as a string', {
    tamper: always((record) => ({ cost_usd: String(record['cost_usd']) })),
  }),
  mutant('record.cost-usd', 'leaves out the cost in polls', {
    id: 'record.cost-usd.absent',
    tamper: recording((record, { operation }) => (operation === 'get' ? without(record, 'cost_usd') : record)),
  }),
  mutant('record.output.when-completed', 'completes without `output`', { tamper: drop('output') }),
  mutant('record.output.not-otherwise', 'sends the URL with the create', {
    tamper: recording((record) =>
      is('completed')(record) ? record : { ...record, output: { url: `/v1/videos/${String(record['id'])}/content` } },
    ),
  }),
  mutant('record.output.url', 'sends an absolute URL', {
    tamper: recordingUrl((url) => `https://cdn.example.com${url}`),
  }),
  mutant('record.output.url', 'sends a signed URL', {
    id: 'record.output.url.signed',
    tamper: recordingUrl((url) => `${url}?signature=5f2c`),
  }),
  mutant('record.error.when-failed', 'fails without an error', { tamper: drop('error') }),
  mutant('record.error.when-failed', 'sends a string as the error', {
    id: 'record.error.when-failed.string',
    tamper: recordingWhen(is('failed'), { error: 'generation failed' }),
  }),
  mutant('record.error.not-otherwise', 'sends an empty error in every record', {
    tamper: recording((record) => (is('failed')(record) ? record : { ...record, error: {} })),
  }),
  mutant('record.error.request-id', "sends the provider's task as request id", {
    tamper: recording((record) =>
      is('failed')(record) ? { ...record, error: { ...asFields(record['error']), request_id: 'task-88213' } } : record,
    ),
  }),
  mutant('record.cost-usd.reserved', 'changes the cost from poll to poll', { tamper: drifting }),
  mutant('record.cost-usd.reserved', 'shows a cost of 0 after a refund', {
    id: 'record.cost-usd.reserved.refunded',
    selection: { only: ['record.cost-usd.reserved', 'credits.refund'] },
    tamper: recordingWhen(is('failed'), { cost_usd: 0 }),
  }),
  mutant('create.answer.record', 'answers a create with only the id', {
    tamper: recording((record, { operation }) => (operation === 'create' ? { id: record['id'] } : record)),
  }),
  mutant('get.answer.record', 'answers every get with the latest generation', {
    tamper: latest,
    selection: { only: ['get.answer.record', 'workflow.text.accepted.runs'] },
  }),
  mutant('events.polling-suffices', 'leaves out the status in polls', {
    tamper: recording((record, { operation }) => (operation === 'get' ? without(record, 'status') : record)),
  }),
];

const prefixed: Tampering = async (call, engine) => {
  const bare = { ...call, url: new URL(call.url.href.replace('/vid_', '/')) };
  const real = call.id.startsWith('vid_') ? bare : call;
  return recording((record) => ({ ...record, id: `vid_${String(record['id'])}` }))()(real, engine);
};

function recordingUrl(change: (url: string) => string): () => Tampering {
  return recording((record) => {
    const { url } = asFields(record['output']);
    return typeof url === 'string' ? { ...record, output: { url: change(url) } } : record;
  });
}

function drifting(): Tampering {
  let polls = 0;
  return recording((record, { operation }) => {
    if (operation !== 'get') return record;
    polls += 1;
    return { ...record, cost_usd: Number(record['cost_usd']) + polls / 1000 };
  })();
}

function latest(): Tampering {
  let made: string | undefined;
  return recording((record, { operation }) => {
    if (operation === 'create') made = String(record['id']);
    return operation === 'get' && made !== undefined && made !== record['id'] ? { ...record, id: made } : record;
  })();
}
