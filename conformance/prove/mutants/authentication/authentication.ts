/** Servers that let strangers in, or lock the owner out. */

import { answering, withStatus } from '../../tamper/answers.ts';
import { listOf, refusalAnswer } from '../../tamper/create.ts';
import { creatingForAnybody, lookingAsOwner, takingBack } from '../../tamper/keys.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import { fieldsOf, withBody, withHeader, withJson, type Tampering, type Call } from '../../server.ts';

const isBare = ({ key }: Call): boolean => key === '';
const isUnknown = ({ key }: Call): boolean => key.startsWith('no-such-key');
const isForeign = ({ key }: Call): boolean => key.startsWith('sk_standin_') && key.endsWith('-other');
const isPart = ({ headers }: Call): boolean => headers.has('range');
const isWhole = (call: Call): boolean => call.operation === 'content' && call.method === 'GET' && !isPart(call);
const isHead = ({ operation, method }: Call): boolean => operation === 'content' && method === 'HEAD';
const scheme = ({ headers }: Call): string => headers.get('authorization') ?? '';

const KEYS: readonly Mutant[] = [
  mutant('authentication.bearer', 'expects the key in another header for downloads', {
    tamper: () => async (call, engine) =>
      call.operation === 'content' && call.key !== '' ? refusalAnswer(403, 'use_signed_url') : engine(call),
  }),
  mutant('record.output.same-key', 'requires a signature for downloads', {
    tamper: () => async (call, engine) =>
      call.operation === 'content' && !call.url.search.includes('signature') && call.key !== ''
        ? refusalAnswer(401, 'missing_signature')
        : engine(call),
  }),
  mutant('authentication.create.missing', 'answers a create without a key with 400', {
    tamper: answering('create', (answer, call) => (isBare(call) ? withStatus(answer, 400) : answer)),
  }),
  mutant('authentication.create.missing', 'uses a demo account for creates without a key', {
    id: 'authentication.create.missing.demo',
    tamper: creatingForAnybody(isBare),
  }),
  mutant('authentication.create.invalid', 'opens an account for every unknown key', {
    tamper: creatingForAnybody(isUnknown),
  }),
  mutant('authentication.create.revoked', 'still accepts a revoked key', {
    tamper: takingBack(({ operation }) => operation === 'create'),
  }),
  mutant('authentication.get.missing', 'shows records to everybody', {
    tamper: lookingAsOwner((call) => call.operation === 'get' && isBare(call)),
  }),
  mutant('authentication.get.invalid', 'accepts any key for a get', {
    tamper: lookingAsOwner((call) => call.operation === 'get' && isUnknown(call)),
  }),
  mutant('authentication.content.missing', 'requires no key for downloads', {
    tamper: lookingAsOwner((call) => isWhole(call) && isBare(call)),
  }),
  mutant('authentication.content.missing.part', 'serves parts before it checks the key', {
    tamper: lookingAsOwner((call) => call.operation === 'content' && isBare(call) && isPart(call)),
  }),
  mutant('authentication.content.invalid', 'accepts any key for a download', {
    tamper: lookingAsOwner((call) => isWhole(call) && isUnknown(call)),
  }),
  mutant('authentication.content.invalid.part', 'accepts any key for a part', {
    tamper: lookingAsOwner((call) => call.operation === 'content' && isUnknown(call) && isPart(call)),
  }),
  mutant('authentication.content.missing.head', 'answers HEAD before it checks the key', {
    tamper: lookingAsOwner((call) => isHead(call) && isBare(call)),
  }),
  mutant('authentication.content.invalid.head', 'accepts any key for a HEAD', {
    tamper: lookingAsOwner((call) => isHead(call) && isUnknown(call)),
  }),
  mutant('authentication.near-key.get-longer', 'compares only as many characters of a key as its own key has', {
    tamper: lookingAsOwner(({ operation, key }, owner) => operation === 'get' && key === `${owner}x`),
  }),
  mutant('authentication.near-key.get-shorter', 'compares only as many characters of a key as were sent', {
    tamper: lookingAsOwner(({ key }, owner) => key !== '' && owner.startsWith(key)),
  }),
  mutant('authentication.near-key.content-longer', 'compares only the beginning of a key for downloads', {
    tamper: lookingAsOwner(({ operation, key }, owner) => operation === 'content' && key === `${owner}x`),
  }),
  mutant('authentication.read-status', 'rejects gets without a valid key with 403', {
    tamper: answering('get', (answer) => (answer.status === 401 ? withStatus(answer, 403) : answer)),
  }),
  mutant('state.refused-create.without-key', 'answers 401 with a record', {
    tamper: answering('create', (answer) =>
      answer.status === 401
        ? withJson(answer, {
            id: '6f1c9b1e-3a0e-4a57-8a5e-3d1f4f8f2b11',
            object: 'video.generation',
            status: 'failed',
            cost_usd: 0,
            error: { code: 'invalid_key', message: 'No.' },
          })
        : answer,
    ),
  }),
  mutant('http.scheme.lower-case', 'accepts `Bearer` only with a capital', {
    tamper: misspelled((text) => text.startsWith('bearer')),
  }),
  mutant('http.scheme.upper-case', 'rejects `BEARER`', {
    tamper: misspelled((text) => text.startsWith('BEARER')),
  }),
  mutant('http.scheme.two-spaces', 'splits the header at the first space only', {
    tamper: misspelled((text) => text.startsWith('Bearer  ')),
  }),
  mutant('http.challenge', 'sends 401 with an empty challenge', {
    id: 'http.challenge.empty',
    tamper: challenging(''),
  }),
  mutant('http.challenge.scheme', 'challenges with Basic', {
    tamper: challenging('Basic realm="videos, bearer of good news"'),
  }),
  mutant('http.challenge', 'sends 401 without a challenge', {
    tamper: answering('any', (answer) =>
      answer.status === 401 ? withHeader(answer, 'www-authenticate', undefined) : answer,
    ),
  }),
];

const OWNERSHIP: readonly Mutant[] = [
  mutant('get.foreign', 'shows records to every account', {
    tamper: lookingAsOwner((call) => call.operation === 'get' && isForeign(call)),
  }),
  mutant('get.foreign.nothing-shown', 'rejects a foreign get, but shows the record', { tamper: chatty }),
  mutant('content.foreign', 'serves clips to every account', {
    tamper: lookingAsOwner((call) => isWhole(call) && isForeign(call)),
  }),
  mutant('content.foreign.part', 'serves parts of clips to every account', {
    tamper: lookingAsOwner((call) => call.operation === 'content' && isForeign(call) && isPart(call)),
  }),
  mutant('content.foreign.head', 'answers HEAD to every account', {
    tamper: lookingAsOwner((call) => isHead(call) && isForeign(call)),
  }),
  mutant('get.foreign.pending', 'checks the owner only of completed generations', {
    tamper: openUntilCompleted,
  }),
  mutant('create.source-video-ids.owned', "extends another account's clip", {
    tamper: foreignSources((operation) => operation === 'extend'),
  }),
  mutant('create.source-video-ids.owned.otherwise', "edits another account's clip", {
    id: 'create.source-video-ids.owned.otherwise.edit',
    tamper: foreignSources((operation) => operation === 'edit'),
  }),
  mutant('create.source-video-ids.owned.otherwise', "accepts another account's clip as a reference", {
    tamper: foreignSources((operation) => operation === undefined),
  }),
  mutant('create.source-video-ids.owned.second', 'checks only the first source video', {
    tamper: () => (call, engine) => {
      const [own, ...others] = listOf(call.json, 'source_video_ids');
      return engine(others.length === 1 ? withBody(call, { ...call.json, source_video_ids: [own] }) : call);
    },
  }),
];

export const AUTHENTICATION_MUTANTS: readonly Mutant[] = [...KEYS, ...OWNERSHIP];

/** Answers a get whose Authorization has this spelling as if it had no key. */
function misspelled(test: (text: string) => boolean): () => Tampering {
  return () => (call, engine) => engine(test(scheme(call)) ? withHeader(call, 'authorization', undefined) : call);
}

function challenging(challenge: string): () => Tampering {
  return answering('any', (answer) =>
    answer.status === 401 ? withHeader(answer, 'www-authenticate', challenge) : answer,
  );
}

function chatty(): Tampering {
  const asOwner = lookingAsOwner((call) => call.operation === 'get' && isForeign(call))();
  return async (call, engine) => {
    const answer = await asOwner(call, engine);
    return isForeign(call) && call.operation === 'get' && answer.status === 200 ? withStatus(answer, 403) : answer;
  };
}

/** Shows a record to every account until its own account has seen it completed. */
function openUntilCompleted(): Tampering {
  const completed = new Set<string>();
  const isOpen = (call: Call): boolean => call.operation === 'get' && isForeign(call) && !completed.has(call.id);
  const asOwner = lookingAsOwner(isOpen)();
  return async (call, engine) => {
    const answer = await asOwner(call, engine);
    if (!isForeign(call) && fieldsOf(answer)['status'] === 'completed') completed.add(call.id);
    return answer;
  };
}

/** Charges an extension to the key that made the source. */
function foreignSources(when: (operation: unknown) => boolean): () => Tampering {
  return () => {
    let first: string | undefined;
    const isMeant = ({ operation, json }: Call): boolean =>
      operation === 'create' && 'source_video_ids' in json && when(json['reference_video_operation']);
    return async (call, engine) => {
      if (isForeign(call) && first !== undefined && isMeant(call)) {
        const headers = new Headers(call.headers);
        headers.set('authorization', first);
        return engine({ ...call, headers });
      }
      const answer = await engine(call);
      if (call.operation === 'create' && answer.status === 202 && call.key.endsWith('-primary')) first = scheme(call);
      return answer;
    };
  };
}
