/** Responses that repeat a part of the request: long texts in messages, and a Range in a create. */

import { header } from '../../client/exchange.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import { fail, pass } from '../../engine/outcome.ts';
import { ofAnswers } from '../lib/any-answer.ts';
import { SOME_IMAGE, TEXT, IMAGE_MODE } from '../lib/bodies.ts';
import { cases, httpCases, together } from '../lib/cases.ts';
import { WATCHED } from '../lib/clips.ts';
import { describe } from '../lib/rules.ts';

const LENGTH = 700;

/** Characters of two, three and four bytes. Wherever a server cuts a text, it cuts a character of one of these. */
const TEXTS: Readonly<Record<string, string>> = {
  'of two bytes': '\u00e9'.repeat(LENGTH),
  'of two bytes each, after a letter': `x${'\u00e9'.repeat(LENGTH)}`,
  'of three bytes': '\u20ac'.repeat(LENGTH),
  'of four bytes': '\u{1f388}'.repeat(LENGTH),
};

const WITH: Readonly<Record<string, (text: string) => object>> = {
  'an unknown field': (text) => ({ ...TEXT, [text]: 1 }),
  'a resolution': (text) => ({ ...TEXT, resolution: text }),
  'an image URL': (text) => ({ ...IMAGE_MODE, image_urls: [SOME_IMAGE, `http://${text}`] }),
};

const ECHOES = defineProbe({
  id: 'errors.echoes',
  mayBeCharged: true,
  sends: `Invalid create requests with long values: ${Object.keys(WITH).join(', ')}. Each value has ${LENGTH} characters. The kit tries characters of different sizes: ${Object.keys(TEXTS).join(', ')}.`,
  run: async (kit) => {
    for (const [what, body] of Object.entries(WITH))
      for (const [how, text] of Object.entries(TEXTS)) await kit.create(`${what} ${how}`, body(text));
  },
});

export const ECHO_CHECKS: readonly Check[] = [
  ...cases(
    { from: [ECHOES], passive: true },
    {
      'http.json.utf8': [
        'Every JSON response is UTF-8, even if it repeats a part of the request (RFC 8259, 8.1).',
        'The server cuts the repeated text in the middle of a character, or writes the text in another encoding.',
        ofAnswers(isJson, ({ response }) =>
          response.body.text === undefined ? { expected: 'JSON in UTF-8', got: 'bytes that are not UTF-8' } : undefined,
        ),
        { requirement: 'service.json', authority: 'http' },
      ],
    },
  ),
  ...httpCases([WATCHED], {
    'http.range.of-create': [
      'The server ignores `Range` in a create request, because Range applies only to GET (RFC 9110, 14.2).',
      'The server applies Range to every method. So the response to a create request is a part of the record.',
      together(['create'], ([create]) => {
        const isPart =
          [206, 416].includes(create.response.status) || header(create.response, 'content-range') !== undefined;
        return isPart ? ['202 with the record, as without Range'] : undefined;
      }),
      { requirement: 'create.answer.status' },
    ],
  }),
];

/** Returns whether a response of the API claims to be JSON. Responses whose bodies the report lacks do not count. */
function isJson({ beyond, elsewhere, response }: Answered): boolean {
  const type = header(response, 'content-type') ?? '';
  const isPlain = header(response, 'content-encoding') === undefined && response.body.isUnkept !== true;
  return beyond !== true && elsewhere !== true && isPlain && response.body.size > 0 && /^application\/json/i.test(type);
}
