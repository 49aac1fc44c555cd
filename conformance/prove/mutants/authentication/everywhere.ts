/** Servers that keep a rule in the usual case, and break it in one workflow, method or spelling. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, withStatus } from '../../tamper/answers.ts';
import { lenient, refusing } from '../../tamper/create.ts';
import { lookingAsOwner } from '../../tamper/keys.ts';
import {
  imagesOf,
  inImageMode,
  inReferenceMode,
  operates,
  soundsOf,
  sourcesOf,
  type Test,
} from '../../tamper/workflow.ts';
import { asFields, fieldsOf, withHeader, withKey, type Answer, type Call, type Tampering } from '../../server.ts';

const isOther = ({ key }: Call): boolean => key.endsWith('-other');
const isBare = ({ key }: Call): boolean => key === '';
const key = ({ headers }: Call): string => headers.get('idempotency-key') ?? '';

/** Shows every account the generations of some creates. */
const showing =
  (when: Test, operation: 'get' | 'content'): (() => Tampering) =>
  () => {
    const meant = new Set<string>();
    const open = lookingAsOwner((call) => call.operation === operation && isOther(call) && meant.has(call.id))();
    return async (call, engine) => {
      const answer = await open(call, engine);
      if (call.operation === 'create' && answer.status === 202 && when(call.json))
        meant.add(String(fieldsOf(answer)['id']));
      return answer;
    };
  };

/** Cuts an Idempotency-Key that is too long, in some creates. */
const cutting =
  (when: Test): (() => Tampering) =>
  () =>
  (call, engine) =>
    engine(
      call.operation === 'create' && when(call.json) && key(call).length > 128
        ? withHeader(call, 'idempotency-key', key(call).slice(0, 128))
        : call,
    );

/** Finds an earlier create by its Idempotency-Key before it checks the owner of the API key. */
const replaying =
  (pattern: RegExp): (() => Tampering) =>
  () => {
    const owners = new Map<string, string>();
    return async (call, engine) => {
      const owner = call.operation === 'create' ? owners.get(key(call)) : undefined;
      const isMeant = owner !== undefined && pattern.test(call.headers.get('authorization') ?? '');
      const answer = await engine(isMeant ? withKey(call, owner) : call);
      if (call.operation === 'create' && answer.status === 202) owners.set(key(call), call.key);
      return answer;
    };
  };

const OWNERS: readonly Mutant[] = [
  also(['get.foreign.every', 'edit'], 'shows the records of edits to every account', {
    tamper: showing(operates('edit'), 'get'),
  }),
  also(['get.foreign.every', 'image'], 'shows the records of image mode to every account', {
    tamper: showing(inImageMode, 'get'),
  }),
  also(['content.foreign.every', 'extend'], 'serves extensions to every account', {
    tamper: showing(operates('extend'), 'content'),
  }),
  also(['content.foreign.every', 'reference'], 'serves clips from references to every account', {
    tamper: showing((body) => inReferenceMode(body) && soundsOf(body) > 0, 'content'),
  }),
];

/** Shows clients without a key the generations that some response has shown. */
const opening =
  (shows: (answer: Answer, call: Call) => boolean, operation: 'get' | 'content'): (() => Tampering) =>
  () => {
    const open = new Set<string>();
    const look = lookingAsOwner((call) => call.operation === operation && isBare(call) && open.has(call.id))();
    return async (call, engine) => {
      const answer = await look(call, engine);
      if (answer.status < 300 && call.operation !== 'content' && shows(answer, call))
        open.add(String(fieldsOf(answer)['id']));
      return answer;
    };
  };

const KEYLESS: readonly Mutant[] = [
  also(['authentication.get.missing.every', 'failed'], 'shows everybody failed generations', {
    tamper: opening((answer) => fieldsOf(answer)['status'] === 'failed', 'get'),
  }),
  also(['authentication.get.missing.every', 'edit'], 'shows everybody the records of edits', {
    tamper: opening((_, { operation, json }) => operation === 'create' && operates('edit')(json), 'get'),
  }),
  also(['authentication.content.missing.every', 'image'], 'serves everybody the clips of image mode', {
    tamper: opening((_, { operation, json }) => operation === 'create' && inImageMode(json), 'content'),
  }),
];

const KEYS: readonly Mutant[] = [
  also(['create.idempotency-key.length.everywhere', 'image'], 'cuts an Idempotency-Key in image mode', {
    tamper: cutting(inImageMode),
  }),
  also(['create.idempotency-key.length.everywhere', 'edit'], 'cuts the Idempotency-Key of an edit', {
    tamper: cutting(operates('edit')),
  }),
  mutant('authentication.create.keyed.missing', 'replays a create for any client that knows its Idempotency-Key', {
    tamper: replaying(/^$/),
  }),
  mutant('authentication.create.keyed.invalid', 'looks up the Idempotency-Key before it checks the API key', {
    tamper: replaying(/^Bearer no-such-key/),
  }),
];

const early = (method: 'GET' | 'HEAD', isPart: boolean): (() => Tampering) =>
  answering('content', (answer, call) =>
    answer.status === 404 &&
    call.key.includes('-watched') &&
    call.method === method &&
    call.headers.has('range') === isPart
      ? {
          status: isPart ? 206 : 200,
          headers: new Headers({ 'content-type': 'video/mp4' }),
          bytes: new Uint8Array(100),
        }
      : answer,
  );

const CLIPS: readonly Mutant[] = [
  mutant('content.not-completed.in-part', 'serves parts of an unfinished clip', { tamper: early('GET', true) }),
  mutant('content.not-completed.of-head', 'answers a HEAD of an unfinished clip', { tamper: early('HEAD', false) }),
  mutant('content.not-completed.range-first', 'checks the range against a file that is still empty', {
    tamper: answering('content', (answer, { headers, key: sent }) =>
      answer.status === 404 && sent.includes('-watched') && headers.has('range') ? withStatus(answer, 416) : answer,
    ),
  }),
  also(['content.if-none-match.of-get', '412'], 'answers 412 to a download whose tag matches', {
    tamper: answering('content', (answer, { headers }) =>
      answer.status === 304 && headers.has('if-none-match') ? withStatus(answer, 412) : answer,
    ),
  }),
];

const VALUES: readonly Mutant[] = [
  ...lenient([]),
  also(['subject-map.indexes.ordinary', 'twice'], 'rejects an index that occurs twice', {
    alone: true,
    tamper: () => refusing((body) => indexes(body) === '[1,1]'),
  }),
  also(['subject-map.indexes.ordinary', 'falling'], 'rejects indexes that do not rise', {
    alone: true,
    tamper: () => refusing((body) => indexes(body) === '[1,0]'),
  }),
  also(['workflow.reference.every-ratio.sound', 'adaptive'], 'rejects an adaptive ratio for a sound alone', {
    alone: true,
    tamper: () =>
      refusing(
        (body) =>
          inReferenceMode(body) &&
          body['aspect_ratio'] === 'adaptive' &&
          soundsOf(body) > 0 &&
          imagesOf(body) + sourcesOf(body) === 0,
      ),
  }),
];

export const EVERYWHERE_MUTANTS: readonly Mutant[] = [...OWNERS, ...KEYLESS, ...KEYS, ...CLIPS, ...VALUES];

function indexes(body: Parameters<Test>[0]): string {
  return JSON.stringify(asFields(body['subject_to_image_ids'])['hero'] ?? []);
}
