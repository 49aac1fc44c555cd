/** Endpoints: get and content with other keys: of the same account, of another account, and without a key. */

import { defineProbe, type Check, type Probe } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, missing, pass } from '../../engine/outcome.ts';
import type { SendOptions } from '../../engine/probe-tools.ts';
import { creates, pathOf, sightings, type Fields } from '../lib/answers.ts';
import { asFieldsOf } from '../lib/bodies.ts';
import { cases, jointly, mustBe, type Expectation } from '../lib/cases.ts';
import { BASE, EDIT } from '../lib/clips.ts';
import { FIRST_PART, ofDownload } from '../lib/downloads.ts';
import { FOREIGN_CLIP, NO_KEY } from '../lib/lookups.ts';
import { describe, describeRequest, isRefusal, noneOf } from '../lib/rules.ts';
import { bodyOf } from '../lib/control-requests.ts';

/** Defines the requests for each generation of a run, at its end, with a wrong key. */
function everyClip(id: string, who: string, options: SendOptions & Pick<Probe, 'keys'>): Probe {
  const { keys = [], ...sent } = options;
  return defineProbe({
    id,
    sends: `At the end of the run, a get request for each generation, and a range request for its content. Both requests are sent ${who}.`,
    keys,
    after: [BASE],
    turn: 'last',
    run: async (kit) => {
      for (const { name, id: own } of kit.ended().filter(({ key }) => key !== 'other')) {
        kit.skipIfRateLimited();
        await kit.get(`get of ${name}`, own, sent);
        await kit.content(`content of ${name}`, own, { ...sent, headers: [FIRST_PART] });
      }
    },
  });
}

const FOREIGN_CLIPS = everyClip('lookup.foreign.every', 'with the key of another account', {
  key: 'other',
  keys: ['other'],
});
const KEYLESS = everyClip('authentication.every', 'without a key', NO_KEY);

function eachKept(operation: 'get' | 'content'): Expectation {
  return ({ all }) => {
    const answers = all(`${operation} of `);
    mustBe(answers.length > 0, 'The run did not make a generation.');
    const shown = answers.filter(({ response: { status } }) => status < 400 || status > 499);
    return noneOf(shown, answers, ['a rejection (400 to 499)', describeRequest]);
  };
}

const SECOND = defineProbe({
  id: 'lookup.second-key',
  sends:
    'A get request for a record and a range request for the first bytes of its clip. Each request is sent twice: with the key that made the clip, and with the second key of the account.',
  keys: ['second'],
  // The download must be the first request that shows whether the clip exists.
  ...ofDownload(async (kit, { id, key }) => {
    for (const [name, by] of [
      ['own', key],
      ['second', 'second'],
    ] as const) {
      await kit.get(`${name} get`, id, { key: by });
      await kit.content(`${name} content`, id, { key: by, headers: [FIRST_PART] });
    }
  }),
});

/** The number of consecutive characters of a prompt that cannot be a coincidence. */
const TELLING = 12;
const URLS = ['image_urls', 'audio_urls'] as const;

export const OTHER_KEY_CHECKS: readonly Check[] = [
  ...(['get', 'content'] as const).flatMap((operation) => {
    const what = operation === 'get' ? 'get request for' : 'download of';
    return cases(
      { from: [FOREIGN_CLIPS], defect: 'lost-rule' },
      {
        [`${operation}.foreign.every`]: [
          `A ${what} any generation of a run is rejected if the request has the key of another account.`,
          'The server checks the owner of a generation only for some workflows.',
          eachKept(operation),
        ],
        [`authentication.${operation}.missing.every`]: [
          `A ${what} any generation of a run is rejected if the request has no key, whether the generation completed or failed.`,
          'The server checks the key only for some workflows, or only for generations that did not fail.',
          eachKept(operation),
          { from: [KEYLESS] },
        ],
        [`${operation}.answer.status.second-key`]: [
          `A ${what} a generation works with each key of its account.`,
          'The server compares the two keys instead of their accounts.',
          jointly([`own ${operation}`, `second ${operation}`], ([own, second]) => {
            mustBe(own.response.status < 400, 'Even the key that made the generation has no access.', own);
            mustBe(second.response.status !== 401, 'The second key is not valid (401).', second);
            return second.response.status < 400 ? undefined : ['the same response as with the first key'];
          }),
          { from: [SECOND], defect: 'authentication' },
        ],
      },
    );
  }),
  ...cases([FOREIGN_CLIP], {
    // If the create request with the second key is rejected, the primary key sends the same create request.
    'create.source-video-ids.owned.second-key': [
      'A create request is accepted even if another key of the same account made its source videos.',
      'The server checks the key that made a source video, not the account of that key.',
      ({ answers }) => {
        const [second, primary] = (['second', 'primary'] as const).map((by) =>
          answers.find(({ key, label }) => key === by && label === 'create'),
        );
        mustBe(second !== undefined, missing('--key-second', 'The profile has no key "second" (--key-second).'));
        const { status } = second.response;
        if (status < 300) return pass(second);
        const isOwn = primary !== undefined && primary.response.status < 300;
        mustBe(isOwn, 'The server rejects the create request even with the key that made the source videos.', second);
        const why = `The response to the request with the second key was ${describe(second)}.`;
        mustBe(isRefusal(second), why, second);
        return fail([second, primary], '202, as with the key that made the source videos', describe(second));
      },
      { requirement: 'workflow.edit.accepted', from: [EDIT], defect: 'authentication' },
    ],
    'get.foreign.nothing-of-it': [
      'If a request has the key of another account, or has no key, the rejection does not reveal the generation. The rejection does not contain a part of the prompt, or the URL of an image or an audio file.',
      'The server names the owner or the prompt of the generation in its error message.',
      (evidence) => {
        const asked = bodiesById(evidence);
        const looks = evidence.every
          .filter(isRefusedToOthers)
          .map((answer) => ({ answer, own: askedFor(answer, asked) }));
        const foreign = looks.filter(({ own }) => own.length > 0);
        mustBe(foreign.length > 0, 'The run sent no request without a key, or with another key, for its generations.');
        for (const { answer, own } of foreign) {
          const shown = own.flatMap((body) => piecesOf(body)).find((piece) => tells(answer, piece));
          if (shown !== undefined) return fail(answer, "no part of another account's create request", `"${shown}"`);
        }
        return pass(...foreign.slice(0, 3).map(({ answer }) => answer));
      },
      { passive: true },
    ],
    'get.foreign.no-piece-of-key': [
      'If a request has the key of another account, the rejection does not contain eight consecutive characters of the key that made the generation.',
      "The server names the owner of the generation by the first or the last characters of the owner's key.",
      (evidence) => {
        const label = evidence.fact('piece of a key');
        const flaw = ["no part of another account's key", 'at least eight characters of the key'] as const;
        return label === undefined
          ? pass(evidence.one('foreign get'), evidence.one('foreign content'))
          : fail(evidence.one(String(label)), ...flaw);
      },
    ],
  }),
];

/** Returns whether a request has no key or the key of another account. All other keys may be of the same account. */
function isByOthers({ key }: Answered): boolean {
  return key === 'other' || key === undefined;
}

function isRefusedToOthers(answer: Answered): boolean {
  return isByOthers(answer) && answer.response.status >= 400;
}

/** Returns the bodies of the creates of a run, except the creates of the other account. */
function bodiesById({ every }: Evidence): ReadonlyMap<string, Fields> {
  const made = sightings(creates(every)).filter(({ answer }) => !isByOthers(answer));
  return new Map(made.map(({ answer, record }) => [String(record['id']).toLowerCase(), asFieldsOf(bodyOf(answer))]));
}

/** Returns the bodies of the creates whose generations a request names in its path or in its body. */
function askedFor({ request }: Answered, asked: ReadonlyMap<string, Fields>): Fields[] {
  const text = `${decoded(pathOf(request.url))} ${request.body ?? ''}`.toLowerCase();
  return [...asked].filter(([id]) => text.includes(id)).map(([, body]) => body);
}

/** Returns all pieces of the prompt that are too long for a coincidence, and the URLs. */
function piecesOf(body: Fields): string[] {
  const prompt = String(body['prompt']).slice(0, 400);
  const starts = Array.from({ length: Math.max(0, prompt.length - TELLING + 1) }, (_, at) => at);
  const urls = URLS.flatMap((field) => (Array.isArray(body[field]) ? (body[field] as unknown[]) : []));
  return [...starts.map((at) => prompt.slice(at, at + TELLING)), ...urls.map(String)];
}

/** Returns whether a response contains a text that its own request did not contain. */
function tells({ request, response }: Answered, piece: string): boolean {
  const isIn = (text: string | undefined): boolean => text?.includes(piece) === true;
  const lines = response.headers.map(([, value]) => value);
  return [response.body.text, ...lines].some(isIn) && ![request.url, request.body].some(isIn);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
