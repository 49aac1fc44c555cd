/** Servers that break the form of records, or write it with typical errors of serializers and frameworks. */

import { without } from '../../../checks/lib/bodies.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { mutants, type Mutant } from '../../mutant.ts';
import { asFields, fieldsOf, withHeader, withJson, type Answer, type Operation, type Tampering } from '../../server.ts';
import {
  answering,
  answeringRecords,
  counter,
  recording,
  recordingEach,
  recordingWhen,
  toHeader,
  toStatus,
  withText,
} from '../../tamper/answers.ts';
import { RECORD } from '../../tamper/calls.ts';
import { refusalAnswer } from '../../tamper/create.ts';

const always = (more: (record: Fields) => Fields): (() => Tampering) =>
  recording((record) => ({ ...record, ...more(record) }));
const unless = (status: string, more: (record: Fields) => Fields): (() => Tampering) =>
  always((record) => (record['status'] === status ? {} : more(record)));
const drop = (name: string, from: Operation | 'any' = 'any'): (() => Tampering) =>
  recording((record, { operation }) =>
    name in record && (from === 'any' || operation === from) ? without(record, name) : record,
  );
const textOf = ({ bytes }: Answer): string => new TextDecoder().decode(bytes);
/** Rewrites the JSON of records. */
const writing = (change: (text: string) => string): (() => Tampering) =>
  answeringRecords((answer) => withText(answer, change(textOf(answer))));
const costing = (text: string): (() => Tampering) =>
  writing((json) => json.replace(/"cost_usd":[\d.]+/, `"cost_usd":${text}`));
const wrapped = (wrap: (record: Fields) => unknown): (() => Tampering) =>
  answeringRecords((answer) => withJson(answer, wrap(fieldsOf(answer))));
const completed = (output: (record: Fields) => unknown): (() => Tampering) =>
  recordingWhen('completed', (record) => ({ output: output(record) }));
const located = (url: (id: string) => string): (() => Tampering) => completed(({ id }) => ({ url: url(String(id)) }));
const failed = (error: unknown): (() => Tampering) => recordingWhen('failed', { error });

export const RECORD_MUTANTS: readonly Mutant[] = mutants({
  'record.id': {
    'puts a prefix before its ids': () => prefixed,
    'wraps its records in `data`': wrapped((record) => ({ data: record })),
    'answers with a list of one record': wrapped((record) => [record]),
    'writes JSON in UTF-16': answeringRecords((answer) => ({
      ...withHeader(answer, 'content-length', undefined),
      bytes: new Uint8Array(Buffer.from(textOf(answer), 'utf16le')),
    })),
    'leaves a comma before the last brace': writing((json) => json.replace(/\}\s*$/, ',}')),
  },
  'record.object': {
    'sends `video` as `object`': always(() => ({ object: 'video' })),
    'leaves out `object`': drop('object'),
  },
  'record.model': { 'leaves out `model`': drop('model') },
  'service.one-model.record': {
    'reveals the model that makes its edits': always(() => ({ model: 'videomodel-2.5-edit' })),
  },
  'record.status': {
    'sends `queued` for `pending`': recordingWhen('pending', { status: 'queued' }),
    'sends `succeeded` for `completed`': recordingWhen('completed', { status: 'succeeded' }),
    'writes its states with a capital': always(({ status }) => ({
      status: String(status).replace(/^./, (first) => first.toUpperCase()),
    })),
  },
  'record.cost-usd': {
    'sends the cost as a string': always((record) => ({ cost_usd: String(record['cost_usd']) })),
    'leaves out the cost in polls': drop('cost_usd', 'get'),
    'writes NaN as a cost': costing('NaN'),
    'writes a cost that overflows a number': costing('1e999'),
    'records the cost with a negative sign': always((record) => ({ cost_usd: -Number(record['cost_usd']) })),
    'sends the cost only in completed records': unless('completed', () => ({ cost_usd: null })),
  },
  'record.cost-usd.reserved': {
    'changes the cost from poll to poll': recordingEach(
      (_, { operation }) => operation === 'get',
      (record, polls) => ({ ...record, cost_usd: Number(record['cost_usd']) + polls / 1000 }),
    ),
    'shows a cost of 0 after a refund': {
      tamper: recordingWhen('failed', { cost_usd: 0 }),
      selection: { only: ['credits.refund'] },
    },
  },
  'record.output.when-completed': {
    'completes without `output`': drop('output'),
    'sends `output: null` in a completed record': completed(() => null),
    'sends the URL itself as output': completed(({ output }) => asFields(output)['url']),
    'sends a list of outputs': completed(({ output }) => [output]),
  },
  'record.output.not-otherwise': {
    'sends the URL with the create': unless('completed', ({ id }) => ({
      output: { url: `/v1/videos/${String(id)}/content` },
    })),
  },
  'record.output.url': {
    'sends an absolute URL': located((id) => `https://cdn.example.com/v1/videos/${id}/content`),
    'sends a signed URL': located((id) => `/v1/videos/${id}/content?signature=5f2c`),
    'leaves the version out of its URL': located((id) => `/videos/${id}/content`),
    'ends its URL with a slash': located((id) => `/v1/videos/${id}/content/`),
    'leaves out the first slash of its URL': located((id) => `v1/videos/${id}/content`),
  },
  'record.error.when-failed': {
    'fails without an error': drop('error'),
    'sends a string as the error': failed('generation failed'),
    'sends an empty code for a failure': failed({ code: '', message: 'It failed.' }),
  },
  'record.error.not-otherwise': { 'sends an empty error in every record': unless('failed', () => ({ error: {} })) },
  'record.error.request-id': {
    "sends the provider's task as request id": recordingWhen('failed', ({ error }) => ({
      error: { ...asFields(error), request_id: 'task-88213' },
    })),
  },
  'create.answer.record': {
    'answers a create with only the id': recording((record, { operation }) =>
      operation === 'create' ? { id: record['id'] } : record,
    ),
  },
  'create.answer.status': {
    'redirects creates to a path with a slash at the end': (): Tampering => async (call, engine) =>
      call.operation === 'create'
        ? { status: 307, headers: new Headers({ location: '/v1/videos/' }), bytes: new Uint8Array() }
        : engine(call),
  },
  'get.answer.record': {
    'answers every get with the latest generation': {
      tamper: latest,
      selection: { only: ['workflow.text.accepted.runs'] },
    },
    // Answers polls from a replica that lags behind.
    'finds a record only at the second poll': () => {
      const polls = counter();
      return answering({ ...RECORD, status: 200 }, (answer, { id }) =>
        polls(id) > 1 ? answer : refusalAnswer(404, 'video_not_found'),
      )();
    },
  },
  'get.answer.status': {
    'answers polls with 202 until the generation has ended': answering(RECORD, (answer) =>
      ['pending', 'running'].includes(String(fieldsOf(answer)['status'])) ? toStatus(202)(answer) : answer,
    ),
    'answers 203 once a generation is completed': answering({ ...RECORD, state: 'completed' }, toStatus(203)),
  },
  'service.json': {
    'declares records as text': answeringRecords(toHeader('content-type', 'text/plain')),
    'declares JSON as HTML': answering('any', (answer, { operation }) =>
      operation === 'content' && answer.status < 400 ? answer : withHeader(answer, 'content-type', 'text/html'),
    ),
  },
  'http.json.bom': {
    'begins its JSON with a byte order mark': answering(RECORD, (answer) =>
      withText(answer, `\ufeff${textOf(answer)}`),
    ),
  },
  'record.names-twice.unique': {
    'writes the object of a record twice': writing((json) => json.replace('{', '{"object":"video",')),
  },
  'events.polling-suffices': {
    'leaves out the status in polls': drop('status', 'get'),
    'wraps its records in `data` in polls': answering({ ...RECORD, status: 200 }, (answer) =>
      withJson(answer, { data: fieldsOf(answer) }),
    ),
  },
});

const prefixed: Tampering = async (call, engine) => {
  const bare = { ...call, url: new URL(call.url.href.replace('/vid_', '/')) };
  const real = call.id.startsWith('vid_') ? bare : call;
  return always((record) => ({ id: `vid_${String(record['id'])}` }))()(real, engine);
};

function latest(): Tampering {
  let made: string | undefined;
  return recording((record, { operation }) => {
    if (operation === 'create') made = String(record['id']);
    return operation === 'get' && made !== undefined && made !== record['id'] ? { ...record, id: made } : record;
  })();
}
