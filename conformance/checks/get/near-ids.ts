/** Endpoints: get and download with an id that is nearly the id of a clip. */

import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { type Outcome } from '../../engine/outcome.ts';
import { cases } from '../lib/cases.ts';
import { noneOf } from '../lib/rules.ts';

/** The changes of an id in a path. The list omits braces, URNs and missing dashes, which a server may accept. */
export const NEAR_PATH_IDS: Readonly<Record<string, (id: string) => string>> = {
  'a trailing space': (id) => `${id}%20`,
  'a trailing line break': (id) => `${id}%0A`,
  'a trailing digit': (id) => `${id}0`,
  'a file extension': (id) => `${id}.json`,
  'its last digit missing': (id) => id.slice(0, -1),
  'only its first eight characters': (id) => id.slice(0, 8),
  'a wildcard instead of its end': (id) => `${id.slice(0, -4)}%25`,
  'a percent sign without hexadecimal digits': (id) => `${id.slice(0, -4)}%zz`,
  'a trailing encoded NUL': (id) => `${id}%00`,
  'encoded bytes that are not UTF-8': (id) => `${id.slice(0, -2)}%ff%fe`,
};

const NEAR = defineProbe({
  id: 'lookup.near-ids',
  sends: 'The kit sends get requests and downloads with ids that differ slightly from the id of a clip.',
  after: ['any-clip'],
  run: async (kit) => {
    const clip = kit.generation('any-clip');
    const look = async ([odd, change]: [string, (id: string) => string]): Promise<void> => {
      // A proxy or a router may reject the request itself, without the error envelope.
      const options = { key: clip.key, outsideApi: true };
      await kit.get(`get with ${odd}`, change(clip.id), options);
      await kit.content(`download with ${odd}`, change(clip.id), { ...options, headers: [['Range', 'bytes=0-9']] });
    };
    await Promise.all(Object.entries(NEAR_PATH_IDS).map(look));
    return undefined;
  },
});

export const NEAR_ID_CHECKS: readonly Check[] = [
  ...cases([NEAR], {
    'get.malformed.near': [
      'If the id in a get request differs slightly from the id of a generation, the server does not return the record.',
      'The server accepts other spellings of an id, compares only the beginning of ids, or crashes.',
      (evidence) => nothingShown(evidence, 'get'),
      { defect: 'near-miss' },
    ],
    'content.malformed.near': [
      'If the id in a download differs slightly from the id of a generation, the server does not return the clip.',
      'The server searches for a file by a part of its name, or crashes.',
      (evidence) => nothingShown(evidence, 'download'),
      { defect: 'near-miss' },
    ],
  }),
];

/** Judges that the server neither serves such a request nor crashes. A redirect is allowed. */
function nothingShown(evidence: Evidence, operation: string): Outcome {
  const answers = Object.keys(NEAR_PATH_IDS).map((odd) => evidence.one(`${operation} with ${odd}`));
  return noneOf(answers.filter(isServed), answers, ['a rejection (400 to 499) for an id that is not a UUID']);
}

function isServed({ response: { status } }: Answered): boolean {
  return status < 300 || status >= 500;
}
