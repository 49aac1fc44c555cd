/**
 * Resources: how records are written where the document is silent: the case of ids, names that come twice, a Location.
 */

import { defineObservations, type Check } from '../../engine/define.ts';
import { isObject, type Answered } from '../../engine/evidence.ts';
import { observed, untestable } from '../../engine/outcome.ts';
import { header, jsonOf } from '../../client/exchange.ts';
import { histories } from '../lib/answers.ts';
import { BASE } from '../lib/clips.ts';
import { repeatedNames } from '../lib/json-names.ts';

export const SPELLING_CHECKS: readonly Check[] = [
  ...defineObservations([BASE], {
    'record.id.case': {
      proves: 'Whether polls return the id in the same spelling as the response to the create request.',
      passive: true,
      judge: ({ every }) => {
        const longer = [...histories(every).values()].filter((history) => history.length > 1);
        const other = longer.find((history) => new Set(history.map(({ record }) => record['id'])).size > 1);
        const [first] = other ?? longer.flat();
        if (longer.length === 0 || first === undefined)
          return untestable('No generation appeared in more than one response.');
        return observed(other === undefined ? 'the same' : 'in another case', first.answer);
      },
    },
    'record.names-twice': {
      requirement: 'service.json',
      proves: 'Names that appear twice in a JSON object of a response. Parsers keep only one of the two values.',
      passive: true,
      judge: ({ every }) => {
        const json = every.filter(({ response }) => isObject(jsonOf(response)));
        const twice = json.filter((answer) => namesTwice(answer).length > 0);
        const names = twice.flatMap(namesTwice);
        if (json.length === 0) return untestable('No response of this run was JSON.');
        return observed([...new Set(names)].sort().join(', ') || 'none', ...[...twice, ...json].slice(0, 3));
      },
    },
    'create.answer.location': {
      requirement: 'create.answer.record',
      proves: 'The target of the `Location` header in the response to a create request.',
      judge: (evidence) => {
        const create = evidence.one('create');
        const location = header(create.response, 'location');
        if (location === undefined) return observed('none', create);
        const place = URL.canParse(location, create.request.url) ? new URL(location, create.request.url).href : '';
        const got = evidence.every.find(({ request }) => request.method === 'GET' && request.url === place);
        return got === undefined
          ? observed('elsewhere than the record', create)
          : observed(`to a URL that returns ${got.response.status}`, create, got);
      },
    },
  }),
];

/** None where the text is just what its value is written as: then it needs no second look. */
function namesTwice({ response }: Answered): string[] {
  const { text = '' } = response.body;
  return JSON.stringify(jsonOf(response)) === text ? [] : repeatedNames(text);
}
