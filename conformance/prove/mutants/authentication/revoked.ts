/** Servers for which a key that was taken back in the middle of its life is still good for something. */

import { mutant, type Mutant } from '../../mutant.ts';
import { takingBack } from '../../tamper/keys.ts';
import { sourcesOf } from '../../tamper/workflow.ts';
import type { Call } from '../../server.ts';

const isPart = ({ headers }: Call): boolean => headers.has('range');
const isConditional = ({ headers }: Call): boolean => headers.has('if-none-match');

/** The check, what still works, and by which calls. */
const STILL_WORKING: readonly (readonly [
  check: string,
  name: string,
  does: string,
  isMeant: (call: Call) => boolean,
])[] = [
  ['get.revoked.own', 'record', 'asks at gets only who made the generation', ({ operation }) => operation === 'get'],
  [
    'content.revoked.own',
    'whole',
    'asks at downloads only who made the generation',
    (call) => call.operation === 'content' && call.method === 'GET' && !isPart(call) && !isConditional(call),
  ],
  [
    'content.revoked.own',
    'part',
    'lets a download that has begun go on with a key that was taken back',
    (call) => call.operation === 'content' && isPart(call),
  ],
  [
    'content.revoked.own',
    'condition',
    'answers conditions of who once had the key',
    (call) => call.operation === 'content' && isConditional(call),
  ],
  [
    'content.revoked.own',
    'head',
    'answers HEAD with a key that was taken back',
    ({ operation, method }) => operation === 'content' && method === 'HEAD',
  ],
  [
    'create.revoked.replay',
    'replay',
    'answers a replay before it looks whether the key was taken back',
    ({ operation, headers }) => operation === 'create' && headers.has('idempotency-key'),
  ],
  [
    'create.revoked.extend',
    'extend',
    'asks at an extension only whether the key made the source video',
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
