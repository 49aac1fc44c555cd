/** Endpoints: well-formed neighbors of an id. Each is a valid UUID that no generation has. */

import { defineProbe, type Check } from '../../engine/define.ts';
import type { Evidence } from '../../engine/evidence.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { cases } from '../lib/cases.ts';
import { sourceBody } from '../lib/clips.ts';
import { noneOf } from '../lib/rules.ts';
import { refusals } from '../lib/creates.ts';

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
  after: ['any-clip'],
  run: async (kit) => {
    const { id, key } = kit.generation('any-clip');
    const look = async ([what, change]: [string, (id: string) => string]): Promise<void> => {
      await kit.get(`get with ${what}`, change(id), { key });
      await kit.content(`download with ${what}`, change(id), { key, headers: [['Range', 'bytes=0-9']] });
      await kit.send(`head with ${what}`, { method: 'HEAD', path: `/v1/videos/${change(id)}/content`, key });
    };
    await Promise.all(Object.entries(NEIGHBORS).map(look));
    return undefined;
  },
});

export const NEIGHBOR_CHECKS: readonly Check[] = [
  ...cases([LOOKS], {
    'get.unknown.neighbor': [
      'A get request returns 404 if its id is a valid UUID that differs from the id of a generation in few digits.',
      'The server looks up ids by a part of the UUID, such as the first group.',
      (evidence) => eachUnknown(evidence, ['get']),
      { defect: 'near-miss' },
    ],
    'content.unknown.neighbor': [
      'A download returns 404 if its id is a valid UUID that differs from the id of a generation in few digits.',
      'The server looks up the file of a clip by a part of the UUID.',
      (evidence) => eachUnknown(evidence, ['download', 'head']),
      { defect: 'near-miss' },
    ],
  }),
  refusals({
    id: 'create.source-video-ids.known.neighbor',
    requirement: 'create.source-video-ids.completed',
    defect: 'near-miss',
    what: 'a source video id that differs from the id of a clip in a few digits',
    failing: 'The server looks up source videos by a part of the UUID.',
    after: ['any-clip'],
    bodies: Object.fromEntries(
      Object.entries(NEIGHBORS).map(([what, change], at) => {
        const operation = ['extend', 'edit', 'reference'][at % 3] ?? 'extend';
        const body = (kit: ProbeTools): object => sourceBody(kit, operation, [change(kit.generation('any-clip').id)]);
        return [`the operation "${operation}" and a source video id with ${what}`, body];
      }),
    ),
  }),
];

/** Judges that these ids do not exist. HEAD may return any error, because a server may not support it. */
function eachUnknown(evidence: Evidence, operations: readonly string[]): Outcome {
  const answers = operations.flatMap((operation) =>
    Object.keys(NEIGHBORS).map((what) => evidence.one(`${operation} with ${what}`)),
  );
  const served = answers.filter(({ request, response: { status } }) =>
    request.method === 'HEAD' ? status < 400 : status !== 404,
  );
  return noneOf(served, answers, ['404 for an id that never existed']);
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
