/** Servers that reveal generations to others or internals of the service, and servers with wrong replays. */

import { randomUUID } from 'node:crypto';
import { also, mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { erring } from '../../tamper/answers.ts';
import { listOf, refusalAnswer } from '../../tamper/create.ts';
import { fieldsOf, withJson, type Call, type Tampering } from '../../server.ts';

/** Reveals in some rejections the fields of the generation that the request names. */
const tellingOthers =
  (tell: (body: Fields) => string, when: (call: Call) => boolean): (() => Tampering) =>
  () => {
    const bodies = new Map<string, Fields>();
    return async (call, engine) => {
      const answer = await engine(call);
      if (call.operation === 'create' && answer.status === 202) bodies.set(String(fieldsOf(answer)['id']), call.json);
      const named = [call.id, ...listOf(call.json, 'source_video_ids').map(String)];
      const body = named.map((id) => bodies.get(id)).find((own) => own !== undefined);
      if (body === undefined || answer.status < 400 || !when(call)) return answer;
      return withJson(answer, {
        error: { code: 'video_not_found', message: `It belongs to another account: ${tell(body)}` },
      });
    };
  };
const promptOf = (body: Fields): string => String(body['prompt']).slice(5, 25);
const isOf =
  (operation: Call['operation']) =>
  (call: Call): boolean =>
    call.operation === operation && call.key.includes('other');

const OF_KEYS: readonly Mutant[] = (['get', 'content'] as const).map((operation) =>
  mutant(`${operation}.answer.status.second-key`, `finds at ${operation} only generations of the same key`, {
    tamper: () => async (call, engine) =>
      call.operation === operation && call.key.endsWith('-second')
        ? refusalAnswer(404, 'video_not_found')
        : engine(call),
  }),
);

/** Accepts a source only from the key that made it. */
const BY_MAKER: Mutant = mutant(
  'create.source-video-ids.owned.second-key',
  'accepts as a source video only generations of the same key',
  {
    tamper: () => {
      const makers = new Map<string, string>();
      return async (call, engine) => {
        const sources = call.operation === 'create' ? listOf(call.json, 'source_video_ids').map(String) : [];
        const isAnother = sources.some((id) => makers.has(id) && makers.get(id) !== call.key);
        if (isAnother && call.key.endsWith('-second')) return refusalAnswer(400, 'source_video_not_found');
        const answer = await engine(call);
        if (call.operation === 'create' && answer.status === 202) makers.set(String(fieldsOf(answer)['id']), call.key);
        return answer;
      };
    },
  },
);

const TO_OTHERS: readonly Mutant[] = [
  also(['get.foreign.nothing-of-it', 'get'], 'reveals a part of the prompt to another account', {
    tamper: tellingOthers(promptOf, isOf('get')),
  }),
  also(['get.foreign.nothing-of-it', 'content'], 'reveals a part of the prompt to another account at a download', {
    tamper: tellingOthers(promptOf, isOf('content')),
  }),
  also(['get.foreign.nothing-of-it', 'nobody'], 'reveals a part of the prompt to everybody', {
    tamper: tellingOthers(promptOf, ({ operation, key }) => operation === 'get' && key === ''),
  }),
  also(['get.foreign.nothing-of-it', 'image'], 'reveals the image of a generation to another account', {
    tamper: tellingOthers((body) => listOf(body, 'image_urls').join(' '), isOf('get')),
    alone: true,
    selection: { only: ['get.foreign.every', 'workflow.image.accepted*'] },
  }),
];

/** Reveals in rejections the key that made the generation. */
const namingOwner =
  (operation: Call['operation'], piece: (key: string) => string): (() => Tampering) =>
  () => {
    const owners = new Map<string, string>();
    return async (call, engine) => {
      const answer = await engine(call);
      if (call.operation === 'create' && answer.status === 202) owners.set(String(fieldsOf(answer)['id']), call.key);
      const owner = owners.get(call.id);
      const isMeant =
        owner !== undefined && owner !== call.key && call.operation === operation && answer.status === 404;
      const message = `It belongs to ${piece(owner ?? '')}.`;
      return isMeant ? withJson(answer, { error: { code: 'video_not_found', message } }) : answer;
    };
  };

const OWNERS: readonly Mutant[] = [
  also(['get.foreign.no-piece-of-key', 'end'], 'reveals the end of the key of an owner', {
    tamper: namingOwner('get', (key) => `...${key.slice(-10)}`),
  }),
  also(['get.foreign.no-piece-of-key', 'content'], 'reveals the key of the owner of a clip without its end', {
    tamper: namingOwner('content', (key) => `${key.slice(0, -4)}...`),
  }),
];

const saying = (message: string, status: number): (() => Tampering) =>
  erring((error, _, own) => (own === status ? { ...error, message } : undefined));

const INTERNAL: readonly Mutant[] = Object.entries({
  payment: 'stripe error: https://api.stripe.com/v1/charges card_declined',
  declined: 'Your bank said: card_declined',
}).map(([name, message]) =>
  also(['errors.nothing-internal', name], `shows an error of its payment provider (${name})`, {
    tamper: saying(message, 402),
  }),
);

const BEHIND: readonly Mutant[] = Object.entries({
  gpu: 'CUDA error: device-side assert triggered',
  python: "AttributeError: 'NoneType' object has no attribute 'strip'",
  go: 'runtime error: index out of range [3] with length 2',
  java: 'java.lang.IllegalStateException',
  bucket: 'No such file: s3://clips-of-customers/17.mp4',
  connection: 'could not connect to postgresql://app@db/videos',
}).map(([name, message]) =>
  also(['errors.nothing-internal', name], `shows an error of an internal program (${name})`, {
    tamper: saying(message, 400),
  }),
);

const KEYS: readonly Mutant[] = [
  also(['create.idempotency-key.short', 'sixteen'], 'requires an Idempotency-Key of at least 16 characters', {
    tamper: refusingKeys((key) => key.length < 16),
  }),
  also(['create.idempotency-key.short', 'uuid'], 'requires a UUID as Idempotency-Key', {
    tamper: refusingKeys((key) => !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key)),
  }),
  also(['create.idempotency-key.short', 'digits'], 'requires a letter in an Idempotency-Key', {
    tamper: refusingKeys((key) => /^\d+$/.test(key)),
  }),
  also(['create.idempotency-key.short', 'capitals'], 'rejects capitals in an Idempotency-Key', {
    tamper: refusingKeys((key) => /^[A-F\d]+$/.test(key) && /[A-F]/.test(key)),
  }),
  mutant('create.answer.record.there', 'answers a replay with a new id that does not exist', { tamper: madeUp }),
];

export const SHOWN_TO_OTHERS_MUTANTS: readonly Mutant[] = [
  ...TO_OTHERS,
  ...OWNERS,
  ...INTERNAL,
  ...BEHIND,
  ...KEYS,
  ...OF_KEYS,
  BY_MAKER,
];

function refusingKeys(isOdd: (key: string) => boolean): () => Tampering {
  return () => async (call, engine) => {
    const key = call.headers.get('idempotency-key');
    return call.operation === 'create' && key !== null && isOdd(key)
      ? refusalAnswer(400, 'invalid_idempotency_key')
      : engine(call);
  };
}

function madeUp(): Tampering {
  const made = new Set<unknown>();
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation !== 'create' || answer.status !== 202) return answer;
    const record = fieldsOf(answer);
    if (!made.has(record['id'])) {
      made.add(record['id']);
      return answer;
    }
    return withJson(answer, { ...record, id: randomUUID() });
  };
}
