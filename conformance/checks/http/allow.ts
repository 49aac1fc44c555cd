/** HTTP: what a 405 says of the methods that a path has. */

import { defineCheck, type Check } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import { fail, notApplicable, pass } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { pathOf } from '../lib/answers.ts';
import { everyAnswers } from '../lib/any-answer.ts';
import { STRANGE_METHODS } from '../lib/lookups.ts';

/** The paths of the document, and the method that each has there. */
const METHODS: readonly (readonly [path: RegExp, method: string])[] = [
  [/\/v1\/videos$/, 'POST'],
  [/\/v1\/videos\/[^/]+$/, 'GET'],
  [/\/v1\/videos\/[^/]+\/content$/, 'GET'],
];

export const ALLOW_CHECKS: readonly Check[] = [
  ...['put', 'patch', 'delete', 'post content'].map((label) =>
    defineCheck({
      id: `http.allow.${label.replace(' ', '-')}`,
      requirement: 'errors.protocol',
      authority: 'http',
      proves: `A 405 has \`Allow\` (RFC 9110, 15.5.6): ${label.toUpperCase().replace('POST CONTENT', 'POST to content')}.`,
      failing: 'The server sends a 405 without the list of allowed methods.',
      from: [STRANGE_METHODS],
      judge: (evidence) => {
        const answer = evidence.one(label);
        if (answer.response.status !== 405)
          return notApplicable(`The response is ${answer.response.status}, not 405.`, answer);
        return header(answer.response, 'allow') === undefined
          ? fail(answer, 'an Allow header with the 405', 'none')
          : pass(answer);
      },
    }),
  ),
  ...everyAnswers([STRANGE_METHODS], {
    'http.allow.supported': {
      requirement: 'errors.protocol',
      authority: 'http',
      proves:
        'The `Allow` header of a 405 lists the documented method of the path (RFC 9110, 15.5.6). The method for create requests is POST. The method for records and clips is GET.',
      failing: 'The server sends the same `Allow` with every 405, so it lists the methods of another path.',
      only: (answer) =>
        answer.response.status === 405 && allowedIn(answer).length > 0 && methodFor(answer) !== undefined,
      flaw: (answer) => {
        const [method = '', allowed] = [methodFor(answer), allowedIn(answer)];
        return allowed.includes(method)
          ? undefined
          : {
              expected: `${method} in the Allow header of the 405 to ${answer.request.method}`,
              got: allowed.join(', '),
            };
      },
    },
  }),
];

/** Nothing where the header is left out, which other checks look at, or empty: an unknown id may have no methods. */
function allowedIn({ response }: Answered): readonly string[] {
  const methods = (header(response, 'allow') ?? '').split(',').map((method) => method.trim().toUpperCase());
  return methods.filter((method) => method !== '');
}

function methodFor({ request }: Answered): string | undefined {
  const path = pathOf(request.url);
  return METHODS.find(([known]) => known.test(path))?.[1];
}
