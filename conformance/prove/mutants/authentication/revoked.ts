/** Servers that still accept a revoked key for some requests. */

import { mutant, type Mutant } from '../../mutant.ts';
import { takingBack } from '../../tamper/keys.ts';
import { sourcesOf } from '../../tamper/workflow.ts';
import type { Call } from '../../server.ts';

const isPart = ({ headers }: Call): boolean => headers.has('range');
const isConditional = ({ headers }: Call): boolean => headers.has('if-none-match');

/** The check, the end of the id, the behavior of the server, and the requests that still work. */
const STILL_WORKING: readonly (readonly [
  check: string,
  name: string,
  does: string,
  isMeant: (call: Call) => boolean,
])[] = [
  ['get.revoked.own', 'record', 'checks at gets only who made the generation', ({ operation }) => operation === 'get'],
  [
    'content.revoked.own',
    'whole',
    'checks at downloads only who made the generation',
    (call) => call.operation === 'content' && call.method === 'GET' && !isPart(call) && !isConditional(call),
  ],
  [
    'content.revoked.own',
    'part',
    'continues a download with a revoked key',
    (call) => call.operation === 'content' && isPart(call),
  ],
  [
    'content.revoked.own',
    'condition',
    'evaluates conditions of a revoked key',
    (call) => call.operation === 'content' && isConditional(call),
  ],
  [
    'content.revoked.own',
    'head',
    'answers HEAD with a revoked key',
    ({ operation, method }) => operation === 'content' && method === 'HEAD',
  ],
  [
    'create.revoked.replay',
    'replay',
    'answers a replay before it rejects a revoked key',
    ({ operation, headers }) => operation === 'create' && headers.has('idempotency-key'),
  ],
  [
    'create.revoked.extend',
    'extend',
    'checks at an extension only who made the source video',
    ({ operation, json }) => operation === 'create' && sourcesOf(json) > 0,
  ],
];

export const REVOKED_MUTANTS: readonly Mutant[] = STILL_WORKING.map(([check, name, does, isMeant]) =>
  mutant(`authentication.${check}`, does, {
    id: `authentication.${check}.${name}`,
    tamper: takingBack(isMeant),
    selection: { only: [`authentication.${check}`] },
  }),
);
