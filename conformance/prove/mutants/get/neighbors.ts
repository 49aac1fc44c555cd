/** Servers that find generations by a part of an id, count characters in another way, or read URLs loosely. */

import { also, type Mutant } from '../../mutant.ts';
import { listOf } from '../../tamper/create.ts';
import { lenientTo, strictTo } from '../../tamper/pattern.ts';
import { creating } from '../../tamper/create-change.ts';
import { readingPath } from '../../tamper/paths.ts';
import { fieldsOf, type Operation, type Tampering } from '../../server.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

type IsSame = (id: string, asked: string) => boolean;

/** Replaces each id in a request by a similar id of a known generation. */
function finding(operation: Operation, isSame: IsSame): () => Tampering {
  return () => {
    const known = new Set<string>();
    const find = (asked: string): string =>
      known.has(asked) ? asked : ([...known].find((id) => isSame(id, asked)) ?? asked);
    const read = operation === 'create' ? creating((body) => withSources(body, find)) : readingPath(operation, find);
    const tamper = read();
    return async (call, engine) => {
      const answer = await tamper(call, engine);
      if (call.operation === 'create' && answer.status === 202) known.add(String(fieldsOf(answer)['id']));
      return answer;
    };
  };
}

function withSources(body: Fields, find: (asked: string) => string): Fields {
  const sources = listOf(body, 'source_video_ids').map((id) => (typeof id === 'string' ? find(id) : id));
  return sources.length === 0 ? body : { ...body, source_video_ids: sources };
}

const sorted = (id: string): string => id.split('').toSorted().join('');

const SAME: Readonly<Record<string, readonly [does: string, isSame: IsSame]>> = {
  'first-group': ['by their first group', (id, asked) => id.slice(0, 8) === asked.slice(0, 8)],
  'last-group': ['by their last group', (id, asked) => id.slice(24) === asked.slice(24)],
  'but-the-last': ['without their last digit', (id, asked) => id.slice(0, 35) === asked.slice(0, 35)],
  digits: ['by the sum of their digits', (id, asked) => sorted(id) === sorted(asked)],
};

const IDS: readonly Mutant[] = Object.entries(SAME).flatMap(([name, [how, isSame]]) => [
  also(['get.unknown.neighbor', name], `finds generations ${how}`, {
    tamper: finding('get', isSame),
    selection: { only: ['get.unknown.neighbor', 'content.answer.status'] },
  }),
  also(['content.unknown.neighbor', name], `finds clips ${how}`, {
    tamper: finding('content', isSame),
    selection: { only: ['content.unknown.neighbor', 'content.answer.status'] },
  }),
  also(['create.source-video-ids.known.neighbor', name], `finds source videos ${how}`, {
    tamper: finding('create', isSame),
    selection: { only: ['create.source-video-ids.known.neighbor', 'workflow.extend.accepted'] },
  }),
]);

const promptOf = ({ prompt }: Fields): string => (typeof prompt === 'string' ? prompt : '');
const isLong = (body: Fields): boolean => promptOf(body).length > 14_000 && promptOf(body).length <= 15_000;
const grows = (write: (prompt: string) => string) => (body: Fields) =>
  isLong(body) && write(promptOf(body)).length > 16_000;

const shrinks = (read: (prompt: string) => string) => (body: Fields) =>
  promptOf(body).length > 15_000 && read(promptOf(body)).length <= 15_000;

const REJECTING = strictTo({
  'create.prompt.length.growing': {
    json: ['limits the length of a prompt in its JSON form', grows((prompt) => JSON.stringify(prompt))],
    html: ['limits the length of a prompt in its HTML form', grows((prompt) => prompt.replaceAll(/[<>&]/g, '&amp;'))],
    url: ['limits the length of a prompt in its URL form', grows((prompt) => encodeURIComponent(prompt))],
    sql: ['limits the length of a prompt in its SQL form', grows((prompt) => prompt.replaceAll("'", "''"))],
    bytes: ['limits the length of a prompt in bytes', grows((prompt) => Buffer.from(prompt).toString('latin1'))],
  },
  'create.prompt.length.escaped-body': {
    '64-kib': ['accepts bodies of at most 64 KiB', (_, { body = '' }) => Buffer.byteLength(body) > 65_536],
  },
});

const hasUrl = (form: RegExp) => (body: Fields) =>
  ['image_urls', 'audio_urls'].some((field) => listOf(body, field).some((url) => form.test(String(url))));

const ACCEPTING = lenientTo({
  'create.prompt.length.above-growing': {
    backslashes: ['drops backslashes before it counts', shrinks((prompt) => prompt.replaceAll('\\', ''))],
  },
  'create.prompt.length.trailing-space': { trim: ['trims before it counts', shrinks((prompt) => prompt.trim())] },
  'create.body.not-json': {
    comma: ['removes a comma before the end of JSON', (_, { body = '' }) => body.endsWith(',}')],
  },
  'create.urls.host.empty': {
    beginning: ['checks only the beginning of a URL', hasUrl(/^https:\/\/([/?#:]|$)/)],
    slash: ['accepts URLs with three slashes', hasUrl(/^https:\/\/\//)],
  },
});

export const NEIGHBOR_MUTANTS: readonly Mutant[] = [...IDS, ...REJECTING, ...ACCEPTING];
