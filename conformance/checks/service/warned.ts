/** Warnings about behavior that the document or an RFC advises against. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import { isObject } from '../../engine/evidence.ts';
import { jsonOf } from '../../client/exchange.ts';
import { AUTHENTICATION_HTTP_CHECKS } from '../authentication/challenges.ts';
import { cases, type Expectation, mustBe } from '../lib/cases.ts';
import { BASE } from '../lib/clips.ts';
import { namesTwice } from '../lib/internal.ts';
import { noneOf } from '../lib/rules.ts';
import { BODY_CHECKS } from '../request/body.ts';
import { EVERY_WORKFLOW_CHECKS } from '../request/every-workflow.ts';

/** The observations of whether the server accepts bodies that are not JSON. */
const NOT_JSON = ['trailing-comma', 'comment', 'single-quotes', 'nan'].map((odd) => `create.body.${odd}`);

export const WARNED_CHECKS: readonly Check[] = cases(
  { from: [BASE], level: 'should' },
  {
    'create.body.not-json': [
      'A create request whose body is not JSON is rejected: a trailing comma, a comment, single quotes or NaN.',
      'The server has a tolerant parser. So it charges for a body that other parsers reject.',
      noneAccepted('a rejection, because the body is not JSON'),
      { requirement: 'service.json', from: probesOf(BODY_CHECKS, NOT_JSON) },
    ],
    'create.prompt.length.trailing-space': [
      `A prompt of ${LIMITS.prompt.max} characters and a trailing space is too long.`,
      'The server trims a prompt before it counts the characters.',
      noneAccepted(`a rejection of ${LIMITS.prompt.max + 1} characters`),
      { from: probesOf(EVERY_WORKFLOW_CHECKS, ['create.prompt.blank.trimmed']) },
    ],
    'authentication.bearer.query': [
      'A key in the query does not authenticate a request.',
      'The server accepts a key in the query. Proxies and browsers write queries into their logs.',
      ({ answers }) => {
        mustBe(answers.length > 0, 'The run did not send these requests.');
        const opened = answers.filter(({ response: { status } }) => status < 300 || status === 404);
        return noneOf(opened, answers, ['401, because the request has no Authorization header']);
      },
      { from: probesOf(AUTHENTICATION_HTTP_CHECKS, ['authentication.other-places.query-access-token']) },
    ],
    'record.names-twice.unique': [
      'The names in each JSON object of a response are unique (RFC 8259, 4).',
      'The server writes a member twice. Parsers keep only one of the two values.',
      ({ every }) => {
        const json = every.filter(({ response }) => isObject(jsonOf(response)));
        mustBe(json.length > 0, 'No response of this run was JSON.');
        const twice = json.filter((answer) => namesTwice(answer).length > 0).slice(0, 1);
        return noneOf(twice, json.slice(0, 3), ['unique names', (answer) => `${namesTwice(answer).join(', ')} twice`]);
      },
      { authority: 'http', passive: true, requirement: 'service.json' },
    ],
  },
);

/** Returns the probes of observations, so that the checks send no further requests. */
function probesOf(checks: readonly Check[], ids: readonly string[]): Check['from'] {
  return [...new Set(checks.filter(({ id }) => ids.includes(id)).flatMap(({ from }) => from))];
}

/** Judges creates without credits. The response 402 shows that the server found them valid. */
function noneAccepted(expected: string): Expectation {
  return ({ answers, one }) => {
    const control = one('control invalid');
    const isValidatedFirst = control.response.status !== 402;
    mustBe(isValidatedFirst, 'The server checks the credits before it validates the request.', control);
    const sent = answers.filter(({ label }) => label === 'create');
    mustBe(sent.length > 0, 'The run did not send these create requests.');
    const taken = sent.filter(({ response: { status } }) => status === 202 || status === 402);
    return noneOf(taken, sent, [expected]);
  };
}
