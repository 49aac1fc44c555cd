/** Endpoints: get and download with an id that is nearly the id of a clip, or a well-formed neighbor of it. */

import { type Check, defineProbe } from '../../engine/define.ts';
import { cases, each, type Expectation } from '../lib/cases.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { sourceBody } from '../lib/bodies.ts';
import { refusals } from '../lib/creates.ts';
import { ofClip } from '../lib/lookups.ts';

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
  ...ofClip(async (kit, clip) => {
    const look = async ([odd, change]: [string, (id: string) => string]): Promise<void> => {
      // A proxy or a router may reject the request itself, without the error envelope.
      const options = { key: clip.key, outsideApi: true };
      await kit.get(`get with ${odd}`, change(clip.id), options);
      await kit.content(`download with ${odd}`, change(clip.id), { ...options, headers: [['Range', 'bytes=0-9']] });
    };
    await Promise.all(Object.entries(NEAR_PATH_IDS).map(look));
  }),
});

/** Expects that the server neither serves these requests nor crashes. A redirect is allowed. */
function nothingShown(operation: string): Expectation {
  return each(
    Object.keys(NEAR_PATH_IDS).map((odd) => `${operation} with ${odd}`),
    ({ response: { status } }) => status >= 300 && status < 500,
    ['a rejection (400 to 499) for an id that is not a UUID'],
  );
}

/** The digits of version and variant do not change, because a server may reject other versions as malformed. */
const NEIGHBORS: Readonly<Record<string, (id: string) => string>> = {
  'another last digit': (id) => changed(id, 35),
  'another first digit': (id) => changed(id, 0),
  'another digit in the middle': (id) => changed(id, 17),
  'another second group': (id) => changed(id, 9, 10, 11, 12),
  'only the first group of the id': (id) => changed(id, ...digitsFrom(9)),
  'only the last group of the id': (id) => changed(id, ...digitsFrom(0).filter((at) => at < 24)),
  'two digits exchanged': exchanged,
};

const LOOKS = defineProbe({
  id: 'lookup.neighbors',
  sends: `The kit sends get requests, HEAD requests and range requests with ids that differ from the id of a clip in a few digits: ${Object.keys(NEIGHBORS).join(', ')}.`,
  ...ofClip(async (kit, { id, key }) => {
    const look = async ([what, change]: [string, (id: string) => string]): Promise<void> => {
      await kit.get(`get with ${what}`, change(id), { key });
      await kit.content(`download with ${what}`, change(id), { key, headers: [['Range', 'bytes=0-9']] });
      await kit.send(`head with ${what}`, { method: 'HEAD', path: `/v1/videos/${change(id)}/content`, key });
    };
    await Promise.all(Object.entries(NEIGHBORS).map(look));
  }),
});

/** Expects that these ids do not exist. HEAD may return any error, because a server may not support it. */
function eachUnknown(operations: readonly string[]): Expectation {
  return each(
    operations.flatMap((operation) => Object.keys(NEIGHBORS).map((what) => `${operation} with ${what}`)),
    ({ request, response: { status } }) => (request.method === 'HEAD' ? status >= 400 : status === 404),
    ['404 for an id that never existed'],
  );
}

function digitsFrom(start: number): number[] {
  const fixed = new Set([8, 13, 14, 18, 19, 23]);
  return Array.from({ length: 36 - start }, (_, at) => start + at).filter((at) => !fixed.has(at));
}

/** Replaces the hexadecimal digits at these places. */
function changed(id: string, ...places: readonly number[]): string {
  const digits = id.split('');
  for (const at of places) digits[at] = ((Number.parseInt(digits[at] ?? '0', 16) + 1) % 16).toString(16);
  return digits.join('');
}

/** Exchanges the first two neighboring digits of the last group that differ. */
function exchanged(id: string): string {
  const at = digitsFrom(24).find((place) => place < 35 && id[place] !== id[place + 1]) ?? 34;
  return `${id.slice(0, at)}${id[at + 1] ?? ''}${id[at] ?? ''}${id.slice(at + 2)}`;
}

export const NEAR_ID_CHECKS: readonly Check[] = [
  ...cases([NEAR], {
    'get.malformed.near': [
      'If the id in a get request differs slightly from the id of a generation, the server does not return the record.',
      'The server accepts other spellings of an id, compares only the beginning of ids, or crashes.',
      nothingShown('get'),
      { defect: 'near-miss' },
    ],
    'content.malformed.near': [
      'If the id in a download differs slightly from the id of a generation, the server does not return the clip.',
      'The server searches for a file by a part of its name, or crashes.',
      nothingShown('download'),
      { defect: 'near-miss' },
    ],
  }),
  ...cases([LOOKS], {
    'get.unknown.neighbor': [
      'A get request returns 404 if its id is a valid UUID that differs from the id of a generation in few digits.',
      'The server looks up ids by a part of the UUID, such as the first group.',
      eachUnknown(['get']),
      { defect: 'near-miss' },
    ],
    'content.unknown.neighbor': [
      'A download returns 404 if its id is a valid UUID that differs from the id of a generation in few digits.',
      'The server looks up the file of a clip by a part of the UUID.',
      eachUnknown(['download', 'head']),
      { defect: 'near-miss' },
    ],
  }),
  ...refusals('near-miss', {
    'create.source-video-ids.known.neighbor': [
      'a source video id that differs from the id of a clip in a few digits',
      'The server looks up source videos by a part of the UUID.',
      Object.fromEntries(
        Object.entries(NEIGHBORS).map(([what, change], at) => {
          const operation = ['extend', 'edit', 'reference'][at % 3];
          const body = (kit: ProbeTools): object => sourceBody(operation, [change(kit.generation('any-clip').id)]);
          return [`the operation "${operation}" and a source video id with ${what}`, body];
        }),
      ),
      { requirement: 'create.source-video-ids.completed', after: ['any-clip'] },
    ],
  }),
];
