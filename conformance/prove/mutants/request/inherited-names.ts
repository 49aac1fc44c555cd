/** Servers that find inherited properties of an object, and servers that confuse two headers. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering } from '../../tamper/answers.ts';
import { failing } from '../../tamper/create.ts';
import { lookingAsOwner } from '../../tamper/keys.ts';
import { fieldsOf, jsonAnswer, withHeader, withJson, type Call, type Tampering } from '../../server.ts';

const isInherited = (name: unknown): boolean => typeof name === 'string' && name in {};
const keyOf = ({ headers }: Call): string => headers.get('idempotency-key') ?? '';

const LOOKUPS: readonly Mutant[] = [
  ...(
    [
      ['create.model.constant', 'model'],
      ['create.mode.values', 'mode'],
      ['create.resolution.values', 'resolution'],
      ['create.aspect-ratio.values', 'aspect_ratio'],
    ] as const
  ).map(([rule, field]) =>
    mutant(`${rule}.inherited`, `looks up each \`${field}\` in an object, and answers 500 to inherited names`, {
      tamper: failing((call) => call.operation === 'create' && isInherited(call.json[field])),
      alone: true,
    }),
  ),
  ...(['create', 'get', 'content'] as const).map((operation) =>
    mutant(`authentication.${operation}.invalid.inherited`, `looks up the key of a ${operation} in an object`, {
      tamper: failing((call) => call.operation === operation && isInherited(call.key)),
    }),
  ),
  also(['create.idempotency-key.odd', 'object'], 'keeps Idempotency-Keys in an object', {
    tamper: failing((call) => isInherited(keyOf(call))),
  }),
  also(['create.idempotency-key.odd', 'prototype'], 'finds `__proto__` among the used Idempotency-Keys', {
    tamper: answering('create', (answer, call) =>
      keyOf(call) === '__proto__' ? { ...withJson(answer, {}), status: 202 } : answer,
    ),
  }),
  also(['create.idempotency-key.odd', 'percent'], 'decodes Idempotency-Keys like URLs', {
    tamper: failing((call) => /%(?![0-9a-f]{2})/i.test(keyOf(call))),
  }),
  also(['create.idempotency-key.odd', 'quoted'], 'puts the Idempotency-Key into a database query', {
    tamper: failing((call) => keyOf(call).includes("'")),
  }),
];

const HEADERS: readonly Mutant[] = [
  ...(['get', 'content'] as const).map((operation) =>
    mutant(`authentication.${operation}.missing.cookie`, `starts a session for a ${operation}`, {
      tamper: sessionFor(operation),
    }),
  ),
  mutant('get.answer.record.keyed', 'replays the create if a get has its Idempotency-Key', {
    tamper: answering('get', (answer, call) =>
      keyOf(call) !== '' && answer.status === 200
        ? withJson(answer, { ...fieldsOf(answer), status: 'pending', output: undefined })
        : answer,
    ),
  }),
  mutant('content.answer.keyed', 'replays the create if a download has its Idempotency-Key', {
    tamper: answering('content', (answer, call) =>
      keyOf(call) !== '' && answer.status < 300 ? jsonAnswer(200, { id: call.id, status: 'pending' }) : answer,
    ),
  }),
];

function sessionFor(operation: 'get' | 'content'): () => Tampering {
  const looking = lookingAsOwner(
    (call) => call.operation === operation && call.key === '' && call.headers.get('cookie') === 'session=1',
  );
  return () => {
    const tamper = looking();
    return async (call, engine) => {
      const answer = await tamper(call, engine);
      const opens = call.operation === operation && call.key !== '' && answer.status < 300;
      return opens ? withHeader(answer, 'set-cookie', 'session=1; HttpOnly; Path=/') : answer;
    };
  };
}

export const INHERITED_NAME_MUTANTS: readonly Mutant[] = [...LOOKUPS, ...HEADERS];
