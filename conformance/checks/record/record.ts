/** Resources: the generation record, in every response of a run. */

import { STATUSES } from '../../../contract/generation.ts';
import { MODEL } from '../../../contract/model.ts';
import { UUID_PATTERN } from '../../../contract/request.ts';
import { header, jsonOf } from '../../client/exchange.ts';
import { type Check } from '../../engine/define.ts';
import { show, valueDifferences } from '../../engine/difference.ts';
import { isObject } from '../../engine/evidence.ts';
import { fail, observed, pass, pinpointed, untestable } from '../../engine/outcome.ts';
import { errorOf, histories, sightings, type Fields } from '../lib/answers.ts';
import { everyRecords, flawed, type Flaw } from '../lib/any-answer.ts';
import { cases, observations } from '../lib/cases.ts';
import { BASE, WATCHED } from '../lib/clips.ts';
import { FAILING } from '../lib/failing.ts';
import { namesTwice } from '../lib/json-names.ts';

const UUID = new RegExp(UUID_PATTERN);
const KNOWN = new Set(['id', 'object', 'model', 'status', 'cost_usd', 'output', 'error']);
const is = (status: string) => (record: Fields) => record['status'] === status;
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const FIELDS: readonly Check[] = [
  ...everyRecords([BASE], {
    'record.id': {
      proves: 'Every record has an `id` in the form of a UUID.',
      failing: 'The server uses numbers as ids, or adds a prefix to each UUID.',
      flaw: ({ id }) => (typeof id === 'string' && UUID.test(id) ? undefined : flawed('id', 'a UUID', id)),
    },
    'record.object': {
      proves: 'In every record, `object` is `video.generation`.',
      failing: 'The server omits `object`, or sends another value.',
      flaw: ({ object }) =>
        object === 'video.generation' ? undefined : flawed('object', '"video.generation"', object),
    },
    'record.model': {
      proves: 'Every record names the model.',
      failing: "The server shows the provider's name for the model.",
      flaw: ({ model }) => (model === MODEL ? undefined : flawed('model', `"${MODEL}"`, model)),
    },
    'service.one-model.record': {
      proves: 'No record names a model other than the model of the document.',
      failing: 'The server shows the model of another workflow.',
      flaw: ({ model }) => (model === MODEL ? undefined : flawed('model', `"${MODEL}"`, model)),
    },
    'record.status': {
      proves: 'Every record has one of the four statuses.',
      failing: 'The server shows `queued`, `processing` or `succeeded`.',
      flaw: ({ status }) =>
        STATUSES.some((known) => known === status)
          ? undefined
          : flawed('status', `one of ${STATUSES.join(', ')}`, status),
    },
    'record.cost-usd': {
      proves: 'Every record has `cost_usd`, a finite number that is not negative.',
      failing: 'The server shows the cost as a string, as 1e999, or not at all.',
      flaw: ({ cost_usd: cost }) =>
        typeof cost === 'number' && Number.isFinite(cost) && cost >= 0
          ? undefined
          : flawed('cost_usd', 'a finite number that is not negative', cost),
    },
  }),
];

const PARTS: readonly Check[] = [
  ...everyRecords([BASE], {
    'record.output.when-completed': {
      proves: 'A completed record has `output.url`.',
      failing: 'The server shows the status `completed` before it adds `output`.',
      flaw: ({ output }) =>
        isObject(output) && typeof output['url'] === 'string' ? undefined : flawed('output.url', 'a string', output),
      only: is('completed'),
    },
  }),
  ...everyRecords([BASE, WATCHED], {
    'record.output.not-otherwise': {
      proves: 'The record of a generation that is not completed has no `output`.',
      failing: 'The server already returns the URL in the response to the create request.',
      flaw: ({ output }) =>
        isAbsent(output) ? undefined : flawed('output', 'absent, because the generation is not completed', output),
      only: (record) => record['status'] !== 'completed',
    },
  }),
  ...everyRecords([BASE], {
    'record.output.url': {
      proves: '`output.url` is `/v1/videos/<id>/content` with the id of the record.',
      failing: 'The server returns an absolute URL, a signed URL, or a URL with another id.',
      flaw: urlFlaw,
      only: (record) => record['status'] === 'completed' && isObject(record['output']),
    },
  }),
  ...everyRecords([FAILING], {
    'record.error.when-failed': {
      proves: 'A failed record has `error` with code and message.',
      failing: 'The server sends a failed record without `error`, or with a string as `error`.',
      flaw: errorFlaw,
      only: is('failed'),
    },
  }),
  ...everyRecords([BASE], {
    'record.error.not-otherwise': {
      proves: 'The record of a generation that has not failed has no `error`.',
      failing: 'The server adds an empty `error` object to every record.',
      flaw: ({ error }) =>
        isAbsent(error) ? undefined : flawed('error', 'absent, because the generation has not failed', error),
      only: (record) => record['status'] !== 'failed',
    },
  }),
  ...everyRecords([FAILING], {
    'record.error.request-id': {
      requirement: 'error.request-id',
      proves: 'If a failed record has a `request_id`, the value is a UUID.',
      failing: 'The server shows the id that the provider uses for the task.',
      flaw: (record) => requestIdFlaw(errorOf(record)),
      only: is('failed'),
    },
  }),
];

const COST: readonly Check[] = [
  ...cases([BASE], {
    'record.cost-usd.reserved': [
      'All records of one generation show the same cost.',
      'The server shows an estimate that changes from poll to poll, or shows 0 after a refund.',
      ({ every }) => {
        const longer = [...histories(every).values()].filter((history) => history.length > 1);
        if (longer.length === 0) return untestable('No generation appeared in more than one response.');
        for (const history of longer) {
          const [first] = history;
          const other = history.find(({ record }) => record['cost_usd'] !== first?.record['cost_usd']);
          if (first !== undefined && other !== undefined) {
            const [cost, later] = [first.record['cost_usd'], other.record['cost_usd']];
            return pinpointed(
              fail([first.answer, other.answer], `the cost of the create request, ${show(cost)}`, show(later)),
              valueDifferences(cost, later, 'cost_usd'),
            );
          }
        }
        return pass(
          ...longer
            .flat()
            .slice(0, 4)
            .map(({ answer }) => answer),
        );
      },
      { passive: true },
    ],
  }),
];

const OPEN: readonly Check[] = [
  ...observations([BASE], {
    'record.absent-fields': [
      'If `output` or `error` does not apply: whether the server omits the field or sends null.',
      ({ every }) => {
        const records = sightings(every);
        const isNull = records.some(({ record }) => record['output'] === null || record['error'] === null);
        return records.length === 0
          ? untestable('No response of this run contained a record.')
          : observed(isNull ? 'null' : 'left out');
      },
      { passive: true },
    ],
    'record.extra-fields': [
      'The fields of records that the document does not list.',
      ({ every }) => {
        const seen = sightings(every);
        const extra = seen.flatMap(({ record }) => Object.keys(record).filter((name) => !KNOWN.has(name)));
        if (seen.length === 0) return untestable('No response of this run contained a record.');
        return observed(
          [...new Set(extra)].sort().join(', ') || 'none',
          ...seen.slice(0, 3).map(({ answer }) => answer),
        );
      },
      { passive: true },
    ],
    'record.cost-usd.precision': [
      'The largest number of decimal places in a cost.',
      ({ every }) => {
        const decimals = sightings(every).map(
          ({ record }) => /\.(\d+)$/.exec(String(record['cost_usd']))?.[1]?.length ?? 0,
        );
        return decimals.length === 0
          ? untestable('No response of this run contained a record.')
          : observed(String(Math.max(...decimals)));
      },
      { passive: true },
    ],
  }),
];

export const RECORD_CHECKS: readonly Check[] = [...FIELDS, ...PARTS, ...COST, ...OPEN];

function urlFlaw({ id, output }: Fields): Flaw | undefined {
  const wanted = `/v1/videos/${String(id)}/content`;
  const url = isObject(output) ? output['url'] : undefined;
  return String(url).toLowerCase() === wanted.toLowerCase() ? undefined : flawed('output.url', `"${wanted}"`, url);
}

function errorFlaw(record: Fields): Flaw | undefined {
  const error = errorOf(record);
  if (error === undefined) return flawed('error', 'an object', record['error']);
  if (typeof error['code'] !== 'string' || error['code'] === '')
    return flawed('error.code', 'a non-empty string', error['code']);
  return typeof error['message'] === 'string' && error['message'] !== ''
    ? undefined
    : flawed('error.message', 'a non-empty string', error['message']);
}

function requestIdFlaw(error: Fields | undefined): Flaw | undefined {
  const id = error?.['request_id'];
  return isAbsent(id) || (typeof id === 'string' && UUID.test(id))
    ? undefined
    : flawed('error.request_id', 'a UUID', id);
}

export const SPELLING_CHECKS: readonly Check[] = [
  ...observations([BASE], {
    'record.id.case': [
      'Whether polls return the id in the same spelling as the response to the create request.',
      ({ every }) => {
        const longer = [...histories(every).values()].filter((history) => history.length > 1);
        const other = longer.find((history) => new Set(history.map(({ record }) => record['id'])).size > 1);
        const [first] = other ?? longer.flat();
        if (longer.length === 0 || first === undefined)
          return untestable('No generation appeared in more than one response.');
        return observed(other === undefined ? 'the same' : 'in another case', first.answer);
      },
      { passive: true },
    ],
    'record.names-twice': [
      'Names that appear twice in a JSON object of a response. Parsers keep only one of the two values.',
      ({ every }) => {
        const json = every.filter(({ response }) => isObject(jsonOf(response)));
        const twice = json.filter((answer) => namesTwice(answer).length > 0);
        const names = twice.flatMap(namesTwice);
        if (json.length === 0) return untestable('No response of this run was JSON.');
        return observed([...new Set(names)].sort().join(', ') || 'none', ...[...twice, ...json].slice(0, 3));
      },
      { requirement: 'service.json', passive: true },
    ],
    'create.answer.location': [
      'The target of the `Location` header in the response to a create request.',
      (evidence) => {
        const create = evidence.one('create');
        const location = header(create.response, 'location');
        if (location === undefined) return observed('none', create);
        const place = URL.canParse(location, create.request.url) ? new URL(location, create.request.url).href : '';
        const got = evidence.every.find(({ request }) => request.method === 'GET' && request.url === place);
        return got === undefined
          ? observed('elsewhere than the record', create)
          : observed(`to a URL that returns ${got.response.status}`, create, got);
      },
      { requirement: 'create.answer.record' },
    ],
  }),
];
