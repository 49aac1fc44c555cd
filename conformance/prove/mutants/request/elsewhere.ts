/** Servers that keep a promise in the usual case, and break it in another state, place or form. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { answering } from '../../tamper/answers.ts';
import { has } from '../../tamper/body.ts';
import { creating } from '../../tamper/create-change.ts';
import { accepting, handlesOf, listOf, refusalAnswer, refusing, VALID } from '../../tamper/create.ts';
import { lookingAsOwner } from '../../tamper/keys.ts';
import { also, mutant, type Mutant } from '../../mutant.ts';
import { every, imagesOf, inReferenceMode, operates, soundsOf, sourcesOf } from '../../tamper/workflow.ts';
import { fieldsOf, withBody, withJson, withKey, type Answer, type Call, type Tampering } from '../../server.ts';

const isOther = ({ key }: Call): boolean => key.endsWith('-other');
const isConditional = ({ headers }: Call): boolean => headers.has('if-none-match');
const keyOf = ({ headers }: Call): string => headers.get('idempotency-key') ?? '';

/** Shows the other account the generations that were last seen with this status. */
const showing =
  (status: string): (() => Tampering) =>
  () => {
    const seen = new Map<string, { readonly key: string; readonly status: unknown }>();
    return async (call, engine) => {
      const known = seen.get(call.id);
      if (isOther(call) && known?.status === status) return engine(withKey(call, known.key));
      const answer = await engine(call);
      if (call.operation === 'get' && answer.status === 200 && call.key !== '')
        seen.set(call.id, { key: call.key, status: fieldsOf(answer)['status'] });
      return answer;
    };
  };

/** Shows another account a generation if it writes the id in capitals. */
function openToCapitals(): Tampering {
  const owners = new Map<string, string>();
  return async (call, engine) => {
    const owner = owners.get(call.id.toLowerCase());
    if (isOther(call) && owner !== undefined && call.id !== call.id.toLowerCase()) return engine(withKey(call, owner));
    const answer = await engine(call);
    if (call.operation === 'create' && answer.status === 202) owners.set(String(fieldsOf(answer)['id']), call.key);
    return answer;
  };
}

const STATES: readonly Mutant[] = [
  also(['get.foreign.running', 'shown'], 'shows running generations to every account', { tamper: showing('running') }),
  also(['get.foreign.failed', 'shown'], 'shows failed generations to every account', { tamper: showing('failed') }),
  also(['get.foreign.capitals', 'shown'], 'checks the owner of an id only in small letters', {
    tamper: () => openToCapitals(),
  }),
  also(['content.not-completed.running', 'half'], 'serves the beginning of a clip while it runs', {
    tamper: () => whileRunning('content', () => ({ ...clipOf('half'), status: 200 })),
  }),
  also(['create.source-video-ids.completed.running', 'taken'], 'extends a running generation', {
    tamper: () => whileRunning('create', (call, engine) => engine(withBody(call, VALID))),
  }),
  also(['content.foreign.otherwise', 'condition'], 'answers conditions before it checks the owner of a clip', {
    tamper: lookingAsOwner((call) => call.operation === 'content' && isOther(call) && isConditional(call)),
  }),
  also(['content.foreign.otherwise', 'open'], 'serves open ranges to every account', {
    tamper: lookingAsOwner(
      (call) => call.operation === 'content' && isOther(call) && call.headers.get('range') === 'bytes=0-',
    ),
  }),
  ...(['missing', 'invalid'] as const).map((kind) =>
    also(
      [`authentication.content.${kind}.condition`, 'cache'],
      `answers conditions before it checks the key (${kind})`,
      {
        tamper: lookingAsOwner(
          (call) =>
            call.operation === 'content' &&
            isConditional(call) &&
            (kind === 'missing' ? call.key === '' : call.key.startsWith('no-such-key')),
        ),
      },
    ),
  ),
  ...(['get', 'content'] as const).map((operation) =>
    also([`authentication.${operation}.revoked`, 'cached'], `caches the keys of ${operation}`, {
      tamper: () => (call, engine) =>
        engine(
          call.operation === operation && call.key.includes('-revoked') ? withKey(call, 'sk_standin_anybody') : call,
        ),
    }),
  ),
];

const MONEY: readonly Mutant[] = [
  mutant('credits.reserve.tier', 'compares the credits with the price at 480p', {
    tamper: () => (call, engine) =>
      engine(
        call.operation === 'create' &&
          call.key.includes('-once~') &&
          has('duration_seconds', 4)(call.json) &&
          has('resolution', '720p')(call.json)
          ? withKey(call, 'sk_standin_lender')
          : call,
      ),
  }),
  also(['credits.reserve.whole', 'any'], 'checks only whether any credits are left', {
    tamper: () => (call, engine) =>
      engine(
        call.operation === 'create' &&
          call.key.includes('-once~') &&
          has('resolution', '1080p')(call.json) &&
          sourcesOf(call.json) === 0
          ? withKey(call, 'sk_standin_lender')
          : call,
      ),
  }),
  also(['errors.insufficient-credits.code', 'sources'], 'has another code for 402 if there is an image', {
    tamper: answering('create', (answer, call) =>
      answer.status === 402 && imagesOf(call.json) > 0 ? refusalAnswer(402, 'insufficient_credit') : answer,
    ),
  }),
  also(['create.idempotency-key.characters', 'words'], 'rejects colons in an Idempotency-Key', {
    tamper: () => refusing((_, call) => keyOf(call).includes(':')),
    alone: true,
  }),
  also(['billing.source-seconds.edit', 'eleven'], 'bills an edit for its requested seconds and its first source', {
    tamper: answering('create', (answer, call) =>
      operates('edit')(call.json) && answer.status === 202 ? withCost(answer, 11 * 0.08) : answer,
    ),
    selection: { only: ['billing.source-seconds.edit'] },
  }),
];

const SOURCES: readonly Mutant[] = [
  ...(['edit', 'extend'] as const).map((operation) =>
    also(
      [`workflow.${operation}.adaptive.two-sources`, 'lost'],
      `accepts a fixed ratio for "${operation}" with two source videos`,
      {
        tamper: () =>
          accepting(
            (body) => operates(operation)(body) && sourcesOf(body) === 2 && body['aspect_ratio'] !== 'adaptive',
          ),
      },
    ),
  ),
  also(['workflow.reference.every-ratio', 'fixed'], 'requires a fixed ratio for references', {
    alone: true,
    tamper: () => refusing(every(inReferenceMode, has('aspect_ratio', 'adaptive'), (body) => sourcesOf(body) === 0)),
  }),
  also(['create.reference-video-operation.values.every-tier', 'edit'], 'rejects edits at 1080p', {
    tamper: () => refusing(every(operates('edit'), has('resolution', '1080p'), isAccepted)),
  }),
  also(['create.reference-video-operation.values.every-tier', 'reference'], 'rejects the operation "reference"', {
    tamper: () => refusing(every(operates('reference'), isAccepted)),
  }),
  also(['workflow.reference.source.every-ratio', 'image'], 'requires an image or an operation beside a source video', {
    tamper: () =>
      refusing(
        (body) =>
          sourcesOf(body) === 1 && imagesOf(body) === 0 && !('reference_video_operation' in body) && isAccepted(body),
      ),
  }),
  also(['workflow.reference.source.beside', 'sound'], 'rejects an edit with a sound', {
    tamper: () =>
      refusing((body) => operates('edit')(body) && soundsOf(body) > 0 && body['aspect_ratio'] === 'adaptive'),
  }),
  also(['create.subject-maps.own-list', 'many'], 'accepts at most ten handles', {
    alone: true,
    tamper: () => refusing((body) => handlesOf(body).length === 30),
  }),
  also(['create.urls.position', 'eleventh'], 'checks only ten images', {
    alone: true,
    tamper: () =>
      accepting((body) => {
        const images = listOf(body, 'image_urls');
        return images.length === 30 && images.slice(0, 10).every(isSecure) && !images.every(isSecure);
      }),
  }),
  also(['create.source-video-ids.owned.mixed', 'seventh'], 'checks the owners of the first six source videos only', {
    tamper: () => (call, engine) =>
      engine(
        listOf(call.json, 'source_video_ids').length === 7 && !call.key.includes('~')
          ? withBody(call, { ...call.json, source_video_ids: listOf(call.json, 'source_video_ids').slice(0, 6) })
          : call,
      ),
    selection: { only: ['create.source-video-ids.owned.*'] },
  }),
];

const LENGTHS: readonly Mutant[] = (
  [
    [
      'extend-large',
      'extends by seven seconds at 1080p',
      every(operates('extend'), has('resolution', '1080p')),
      { duration_seconds: 7 },
    ],
    [
      'extend-tall',
      'extends upright clips by five seconds',
      every(operates('extend'), has('resolution', '720p')),
      { duration_seconds: 4 },
    ],
    [
      'reference-many',
      'makes references as long as all their sources',
      every(operates('reference'), has('audio', false)),
      { duration_seconds: 9 },
    ],
    ['edit-many', 'makes edits as long as requested', operates('edit'), { reference_video_operation: 'extend' }],
  ] satisfies [string, string, (body: Fields) => boolean, Fields][]
).map(([name, does, when, more]) =>
  mutant(`content.duration.requested.${name}`, does, {
    tamper: creating((body) => (when(body) ? { ...body, ...more } : body)),
    selection: { thorough: true, only: [`content.duration.requested.${name}`] },
  }),
);

const TALL: readonly Mutant[] = (
  [
    [
      'extend-tall',
      'extends upright clips in 16:9',
      (body) => operates('extend')(body) && body['resolution'] === '720p',
    ],
    ['extend-large', 'extends in 16:9 at 1080p', (body) => operates('extend')(body) && body['resolution'] === '1080p'],
    ['edit-many', 'uses the ratio of the last source for an edit', (body) => operates('edit')(body)],
    ['edit', 'edits in 16:9', (body) => operates('edit')(body)],
  ] satisfies [string, string, (body: Fields) => boolean][]
).map(([name, does, when]) =>
  mutant(`content.aspect-ratio.${name}`, does, {
    tamper: creating((body) =>
      when(body) ? { ...VALID, duration_seconds: body['duration_seconds'], resolution: body['resolution'] } : body,
    ),
    selection: { thorough: true, only: [`content.aspect-ratio.${name}`] },
  }),
);

export const ELSEWHERE_MUTANTS: readonly Mutant[] = [...STATES, ...MONEY, ...SOURCES, ...LENGTHS, ...TALL];

/** Replaces the answer for a running generation of the watched key. */
function whileRunning(operation: 'content' | 'create', instead: Tampering | (() => Answer)): Tampering {
  let running = '';
  return async (call, engine) => {
    const names = operation === 'content' ? call.id : String(listOf(call.json, 'source_video_ids')[0]);
    if (call.operation === operation && call.key.includes('-watched') && running !== '' && names === running)
      return instead(call, engine);
    const answer = await engine(call);
    if (call.operation !== 'get' || !call.key.includes('-watched')) return answer;
    const { id, status } = fieldsOf(answer);
    running = status === 'running' ? String(id) : '';
    return answer;
  };
}

function clipOf(text: string): Answer {
  return { status: 200, headers: new Headers({ 'content-type': 'video/mp4' }), bytes: new TextEncoder().encode(text) };
}

function withCost(answer: Answer, cost: number): Answer {
  return withJson(answer, { ...fieldsOf(answer), cost_usd: Math.round(cost * 100) / 100 });
}

/** Excludes creates that are rejected for another reason. */
function isAccepted(body: Fields): boolean {
  const seconds = body['duration_seconds'];
  return typeof seconds === 'number' && seconds >= 4;
}

function isSecure(url: unknown): boolean {
  return typeof url === 'string' && url.startsWith('https://');
}
