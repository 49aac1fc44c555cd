/** Servers that find generations by a part of an id, count characters in a way of their own, or read URLs loosely. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import { accepting, lenient, listOf, refusing, strict } from '../../tamper/create.ts';
import { fieldsOf, withBody, type Call, type Operation, type Tampering } from '../../server.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

type IsSame = (id: string, asked: string) => boolean;

/** Replaces each id in an operation by a similar id of a known generation. */
function finding(operation: Operation, isSame: IsSame): () => Tampering {
  return () => {
    const known = new Set<string>();
    const find = (asked: string): string =>
      known.has(asked) ? asked : ([...known].find((id) => isSame(id, asked)) ?? asked);
    return async (call, engine) => {
      const answer = await engine(call.operation === operation ? readWith(call, find) : call);
      if (call.operation === 'create' && answer.status === 202) known.add(String(fieldsOf(answer)['id']));
      return answer;
    };
  };
}

function readWith(call: Call, find: (asked: string) => string): Call {
  if (call.operation === 'create') {
    const sources = listOf(call.json, 'source_video_ids').map((id) => (typeof id === 'string' ? find(id) : id));
    return sources.length === 0 ? call : withBody(call, { ...call.json, source_video_ids: sources });
  }
  const id = find(call.id);
  if (id === call.id) return call;
  const url = new URL(call.url);
  url.pathname = url.pathname.replace(call.id, id);
  return { ...call, url, id };
}

const SAME: Readonly<Record<string, readonly [does: string, isSame: IsSame]>> = {
  'first-group': ['by their first group', (id, asked) => id.slice(0, 8) === asked.slice(0, 8)],
  'last-group': ['by their last group', (id, asked) => id.slice(24) === asked.slice(24)],
  'but-the-last': ['without their last digit', (id, asked) => id.slice(0, 35) === asked.slice(0, 35)],
  digits: ['by a sum of their digits', (id, asked) => sorted(id) === sorted(asked)],
};

function sorted(id: string): string {
  return id.split('').toSorted().join('');
}

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
const hex = (text: string): string => Buffer.from(text).toString('hex');

const TEXT: readonly Mutant[] = [
  ...(
    [
      ['json', 'in JSON', grows((prompt) => JSON.stringify(prompt))],
      ['html', 'in HTML', grows((prompt) => prompt.replaceAll(/[<>&]/g, '&amp;'))],
      ['url', 'in a URL', grows((prompt) => encodeURIComponent(prompt))],
      ['sql', 'in SQL', grows((prompt) => prompt.replaceAll("'", "''"))],
      ['bytes', 'in UTF-8', grows((prompt) => hex(prompt).slice(0, hex(prompt).length / 2))],
    ] as const
  ).map(([name, where, when]) =>
    also(['create.prompt.length.growing', name], `limits the length of a prompt as it is written ${where}`, {
      tamper: () => refusing(when),
      alone: true,
    }),
  ),
  ...strict([
    [
      'create.prompt.length.escaped-body',
      'reads bodies of at most 64 KiB',
      (_, { body = '' }) => Buffer.byteLength(body) > 65_536,
    ],
  ]),
  ...lenient([
    [
      'create.prompt.length.above-growing',
      'drops backslashes from a prompt before it counts',
      (body) => promptOf(body).length > 15_000 && promptOf(body).replaceAll('\\', '').length <= 15_000,
    ],
  ]),
];

const urlsOf = (body: Fields): string[] =>
  ['image_urls', 'audio_urls'].flatMap((field) => listOf(body, field)).map(String);

const URLS: readonly Mutant[] = [
  mutant('create.urls.host.empty', 'looks only at the beginning of a URL', {
    tamper: () => accepting((body) => urlsOf(body).some((url) => /^https:\/\/([/?#:]|$)/.test(url))),
    alone: true,
  }),
  also(['create.urls.host.empty', 'slash'], 'repairs URLs with a third slash', {
    tamper: () => accepting((body) => urlsOf(body).some((url) => url.startsWith('https:///'))),
    alone: true,
  }),
];

export const NEIGHBOR_MUTANTS: readonly Mutant[] = [...IDS, ...TEXT, ...URLS];
