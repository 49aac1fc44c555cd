/** Resources: the generation record, in every response of a run. */

import { STATUSES } from '../../../contract/generation.ts';
import { MODEL } from '../../../contract/model.ts';
import { UUID_PATTERN } from '../../../contract/request.ts';
import { header, jsonOf } from '../../client/exchange.ts';
import { type Check } from '../../engine/define.ts';
import { show, valueDifferences } from '../../engine/difference.ts';
import { type Answered, isObject } from '../../engine/evidence.ts';
import { fail, observed, pass, pinpointed } from '../../engine/outcome.ts';
import { errorOf, histories, sightings, type Fields, type Sighting } from '../lib/answers.ts';
import { cases, type Flaw, flawed, mustBe, observations, ofRecords, type Expectation } from '../lib/cases.ts';
import { BASE, WATCHED } from '../lib/clips.ts';
import { FAILING } from '../lib/failing.ts';
import { namesTwice } from '../lib/internal.ts';
import { noneOf } from '../lib/rules.ts';

const UUID = new RegExp(UUID_PATTERN);
const KNOWN = new Set(['id', 'object', 'model', 'status', 'cost_usd', 'output', 'error']);
const is = (status: string) => (record: Fields) => record['status'] === status;
const isNot = (status: string) => (record: Fields) => record['status'] !== status;
const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const isUuid = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Expects that a field of every record obeys a rule. */
function ofField(
  field: string,
  [isRight, expected]: readonly [(value: unknown) => boolean, expected: string],
  only?: (record: Fields) => boolean,
): Expectation {
  return ofRecords(({ [field]: value }) => (isRight(value) ? undefined : flawed(field, expected, value)), only);
}

const NO_RECORD = 'No response of this run contained a record.';

/** Returns the histories with more than one response. Ends the check if there is none. */
function longerIn(every: readonly Answered[]): Sighting[][] {
  const longer = [...histories(every).values()].filter((history) => history.length > 1);
  mustBe(longer.length > 0, 'No generation appeared in more than one response.');
  return longer;
}

function urlFlaw({ id, output }: Fields): Flaw | undefined {
  const wanted = `/v1/videos/${String(id)}/content`;
  const url = isObject(output) ? output['url'] : undefined;
  return String(url).toLowerCase() === wanted.toLowerCase() ? undefined : flawed('output.url', `"${wanted}"`, url);
}

/** Returns the names once each, in alphabetical order. */
function listed(names: readonly string[]): string {
  return [...new Set(names)].sort().join(', ') || 'none';
}

function errorFlaw(record: Fields): Flaw | undefined {
  const error = errorOf(record);
  if (error === undefined) return flawed('error', 'an object', record['error']);
  const field = ['code', 'message'].find((name) => !isText(error[name]));
  return field === undefined ? undefined : flawed(`error.${field}`, 'a non-empty string', error[field]);
}

export const RECORD_CHECKS: readonly Check[] = [
  ...cases(
    { from: [BASE], passive: true },
    {
      'record.id': [
        'Every record has an `id` in the form of a UUID.',
        'The server uses numbers as ids, or adds a prefix to each UUID.',
        ofField('id', [isUuid, 'a UUID']),
      ],
      'record.object': [
        'In every record, `object` is `video.generation`.',
        'The server omits `object`, or sends another value.',
        ofField('object', [(object) => object === 'video.generation', '"video.generation"']),
      ],
      'record.model': [
        'Every record names the model.',
        "The server shows the provider's name for the model.",
        ofField('model', [(model) => model === MODEL, `"${MODEL}"`]),
      ],
      'service.one-model.record': [
        'No record names a model other than the model of the document.',
        'The server shows the model of another workflow.',
        ofField('model', [(model) => model === MODEL, `"${MODEL}"`]),
      ],
      'record.status': [
        'Every record has one of the four statuses.',
        'The server shows `queued`, `processing` or `succeeded`.',
        ofField('status', [(status) => STATUSES.some((known) => known === status), `one of ${STATUSES.join(', ')}`]),
      ],
      'record.cost-usd': [
        'Every record has `cost_usd`, a finite number that is not negative.',
        'The server shows the cost as a string, as 1e999, or not at all.',
        ofField('cost_usd', [(cost) => Number.isFinite(cost) && Number(cost) >= 0, 'a finite number of at least 0']),
      ],
      'record.output.when-completed': [
        'A completed record has `output.url`.',
        'The server shows the status `completed` before it adds `output`.',
        ofField(
          'output',
          [(output) => isObject(output) && typeof output['url'] === 'string', 'an object with a `url`'],
          is('completed'),
        ),
      ],
      'record.output.not-otherwise': [
        'The record of a generation that is not completed has no `output`.',
        'The server already returns the URL in the response to the create request.',
        ofField('output', [isAbsent, 'absent, because the generation is not completed'], isNot('completed')),
        { from: [BASE, WATCHED] },
      ],
      'record.output.url': [
        '`output.url` is `/v1/videos/<id>/content` with the id of the record.',
        'The server returns an absolute URL, a signed URL, or a URL with another id.',
        ofRecords(urlFlaw, (record) => is('completed')(record) && isObject(record['output'])),
      ],
      'record.error.when-failed': [
        'A failed record has `error` with code and message.',
        'The server sends a failed record without `error`, or with a string as `error`.',
        ofRecords(errorFlaw, is('failed')),
        { from: [FAILING] },
      ],
      'record.error.not-otherwise': [
        'The record of a generation that has not failed has no `error`.',
        'The server adds an empty `error` object to every record.',
        ofField('error', [isAbsent, 'absent, because the generation has not failed'], isNot('failed')),
      ],
      'record.error.request-id': [
        'If a failed record has a `request_id`, the value is a UUID.',
        'The server shows the id that the provider uses for the task.',
        ofRecords((record) => {
          const id = errorOf(record)?.['request_id'];
          return isAbsent(id) || isUuid(id) ? undefined : flawed('error.request_id', 'a UUID', id);
        }, is('failed')),
        { from: [FAILING], requirement: 'error.request-id' },
      ],
      'record.cost-usd.reserved': [
        'All records of one generation show the same cost.',
        'The server shows an estimate that changes from poll to poll, or shows 0 after a refund.',
        ({ every }) => {
          const longer = longerIn(every);
          const costOf = ({ record }: Sighting): unknown => record['cost_usd'];
          const pairs = longer.flatMap(([first, ...rest]) => rest.map((other) => [first ?? other, other] as const));
          const pair = pairs.find(([first, other]) => costOf(first) !== costOf(other));
          const answers = (pair ?? longer.flat().slice(0, 4)).map(({ answer }) => answer);
          if (pair === undefined) return pass(...answers);
          const [cost, later] = [costOf(pair[0]), costOf(pair[1])];
          const outcome = fail(answers, `the cost of the create request, ${show(cost)}`, show(later));
          return pinpointed(outcome, valueDifferences(cost, later, 'cost_usd'));
        },
      ],
    },
  ),
  ...cases([BASE], {
    'record.names-twice.unique': [
      'The names in each JSON object of a response are unique (RFC 8259, 4).',
      'The server writes a member twice. Parsers keep only one of the two values.',
      ({ every }) => {
        const json = every.filter(({ response }) => isObject(jsonOf(response)));
        mustBe(json.length > 0, 'No response of this run was JSON.');
        const twice = json.filter((answer) => namesTwice(answer).length > 0).slice(0, 1);
        return noneOf(twice, json.slice(0, 3), ['unique names', (answer) => `${namesTwice(answer).join(', ')} twice`]);
      },
      { authority: 'http', level: 'should', passive: true, requirement: 'service.json' },
    ],
  }),
  ...observations([BASE], {
    'record.absent-fields': [
      'If `output` or `error` does not apply: whether the server omits the field or sends null.',
      ({ every }) => {
        const records = sightings(every);
        mustBe(records.length > 0, NO_RECORD);
        const isNull = records.some(({ record }) => record['output'] === null || record['error'] === null);
        return observed(isNull ? 'null' : 'left out');
      },
      { passive: true },
    ],
    'record.extra-fields': [
      'The fields of records that the document does not list.',
      ({ every }) => {
        const seen = sightings(every);
        const extra = seen.flatMap(({ record }) => Object.keys(record).filter((name) => !KNOWN.has(name)));
        mustBe(seen.length > 0, NO_RECORD);
        return observed(listed(extra), ...seen.slice(0, 3).map(({ answer }) => answer));
      },
      { passive: true },
    ],
    'record.cost-usd.precision': [
      'The largest number of decimal places in a cost.',
      ({ every }) => {
        const decimals = sightings(every).map(
          ({ record }) => /\.(\d+)$/.exec(String(record['cost_usd']))?.[1]?.length ?? 0,
        );
        mustBe(decimals.length > 0, NO_RECORD);
        return observed(String(Math.max(...decimals)));
      },
      { passive: true },
    ],
    'record.id.case': [
      'Whether polls return the id in the same spelling as the response to the create request.',
      ({ every }) => {
        const longer = longerIn(every);
        const other = longer.find((history) => new Set(history.map(({ record }) => record['id'])).size > 1);
        const answers = (other ?? longer.flat()).slice(0, 1).map(({ answer }) => answer);
        return observed(other === undefined ? 'the same' : 'in another case', ...answers);
      },
      { passive: true },
    ],
    'record.names-twice': [
      'Names that appear twice in a JSON object of a response. Parsers keep only one of the two values.',
      ({ every }) => {
        const json = every.filter(({ response }) => isObject(jsonOf(response)));
        const twice = json.filter((answer) => namesTwice(answer).length > 0);
        mustBe(json.length > 0, 'No response of this run was JSON.');
        return observed(listed(twice.flatMap(namesTwice)), ...[...twice, ...json].slice(0, 3));
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
