/** Legal servers whose JSON, statuses, headers, prices or pace differ from the emulator's. */

import { answering, erring, recording, recordingWhen, toHeader, withStatus, withText } from '../tamper/answers.ts';
import { credentialsOf, dropping, keyOf, rekeying, sending } from '../tamper/calls.ts';
import { legalVariants, type LegalVariant } from '../legal-variant.ts';
import { asFields, before, fieldsOf, isRecord, withBody, withHeader, withKey, type Tampering } from '../server.ts';

export const ANSWER_VARIANTS: readonly LegalVariant[] = legalVariants({
  'other-codes': {
    does: 'has its own codes and messages, and sends no request ids',
    tamper: erring((error, _, status) => ({
      code: status === 402 ? error['code'] : `E${status}`,
      message: 'Bitte prüfen Sie Ihre Anfrage.',
    })),
    observed: {
      'error-code.missing-key': '401 E401',
      'error-code.prompt.length.empty': '400 E400',
      'error.request-id.presence': 'none',
    },
  },
  'status-422': {
    does: 'rejects invalid fields with 422 and other media types with 415',
    tamper: answering({ operation: 'create', status: 400 }, (answer) =>
      withStatus(answer, asFields(fieldsOf(answer)['error'])['code'] === 'invalid_content_type' ? 415 : 422),
    ),
    observed: {
      'error-code.prompt.length.empty': '422 invalid_prompt',
      'create.content-type.other.text': 'refused 415 invalid_content_type',
    },
  },
  ietf: {
    does: 'uses the statuses of the RFCs and drafts',
    settings: { profile: 'ietf' },
    observed: { 'idempotency.mismatch': '422 idempotency_key_reused' },
  },
  'replay-200': {
    does: 'replays with 200 and the current record',
    settings: { replayStatus: 200, replayBody: 'current' },
    observed: { 'idempotency.replay': '200 other body' },
  },
  'no-idempotency': {
    does: 'reads only the length of an Idempotency-Key',
    tamper: dropping((call) => keyOf(call) !== '' && keyOf(call).length <= 128, 'idempotency-key'),
    observed: { 'idempotency.replay': 'another generation' },
  },
  'options-in-front': {
    does: 'has a proxy that answers OPTIONS itself, without the envelope',
    tamper: answering({ method: 'OPTIONS' }, () => ({
      status: 403,
      headers: new Headers({ 'content-type': 'text/plain' }),
      bytes: new TextEncoder().encode('CORS'),
    })),
    observed: { 'error-code.missing-key': '401 missing_api_key' },
  },
  'null-request-id': {
    does: 'sends null for a missing request id',
    tamper: erring((error) => ({ ...error, request_id: null })),
    observed: { 'error.request-id.presence': 'none' },
  },
  'folded-keys': {
    does: 'ignores the case of Idempotency-Keys',
    tamper: rekeying((key) => key.toLowerCase()),
    observed: { 'idempotency.keys-apart.case': 'the same key' },
  },
  'other-prices': {
    does: 'has other prices, which depend only on the tier',
    settings: {
      prices: alike({ '480p': 0.05, '720p': 0.1, '1080p': 0.2 }),
    },
    cheapest: 0.2,
    observed: { 'price.480p': '0.05', 'price.720p': '0.1', 'price.480p.extend': '0.05' },
  },
  'whole-dollars': {
    does: 'charges whole dollars',
    settings: {
      prices: alike({ '480p': 1, '720p': 2, '1080p': 4 }),
    },
    cheapest: 4,
    observed: { 'price.480p': '1', 'record.cost-usd.precision': '0' },
  },
  slow: {
    does: 'shows every state for several polls',
    settings: { latency: 'polls:2,3' },
    observed: { 'state.skip-running': 'pending > running > completed' },
  },
  'never-running': {
    does: 'goes from `pending` straight to the end after several polls',
    tamper: recordingWhen('running', { status: 'pending' }),
    observed: { 'state.watched-path': 'pending > completed' },
  },
  'bare-key': {
    does: 'also accepts a key without `Bearer`',
    tamper: sending({ credentials: /^sk_/ }, (call) => withKey(call, credentialsOf(call))),
    observed: { 'authentication.other-places.no-scheme': '404 video_not_found' },
  },
  'key-elsewhere': {
    does: 'also accepts a key in `X-Api-Key` or in the query',
    tamper: () => (call, engine) => {
      const key = call.headers.get('x-api-key') ?? call.url.searchParams.get('api_key');
      return engine(key === null || call.key !== '' ? call : withKey(call, key));
    },
    observed: {
      'authentication.other-places.x-api-key': '404 video_not_found',
      'authentication.other-places.query-api-key': '404 video_not_found',
      'authentication.other-places.query-key': '401 missing_api_key',
    },
  },
  'lower-case-names': {
    does: 'writes the names of headers in lower case, on a socket',
    socket: 'lower-case',
    observed: { 'content.headers.etag': 'strong', 'content.headers.accept-ranges': 'bytes' },
  },
  'upper-case-names': {
    does: 'writes the names of headers in upper case, on a socket',
    socket: 'upper-case',
    observed: { 'content.headers.etag': 'strong', 'content.headers.accept-ranges': 'bytes' },
  },
  'extra-headers-and-fields': {
    does: 'sends headers and fields that the document does not name',
    tamper: before(
      answering('any', toHeader('x-powered-by', 'steam')),
      recording((record) => ({ ...record, created_at: '2026-01-01T00:00:00Z', progress: 0.5 })),
    ),
    observed: { 'record.extra-fields': 'created_at, progress', 'header.x-powered-by': 'present' },
  },
  'pretty-json': {
    does: 'writes indented JSON with its keys in reverse order, and null for absent fields',
    tamper: answering('any', (answer, { operation }) => {
      const fields = fieldsOf(answer);
      if (Object.keys(fields).length === 0) return answer;
      const isRecord = operation !== 'content' && 'cost_usd' in fields;
      const all = isRecord ? { output: null, error: null, ...fields } : fields;
      const reversed = Object.fromEntries(Object.entries(all).toReversed());
      return withText(answer, `\n${JSON.stringify(reversed, null, 4)}\n`);
    }),
    observed: { 'record.absent-fields': 'null' },
  },
  'loose-spelling': {
    does: 'sends another `Location`, ids in capitals in polls and its model twice, and trims prompts',
    tamper: loose,
    observed: {
      'record.id.case': 'in another case',
      'record.names-twice': 'model',
      'create.answer.location': 'elsewhere than the record',
      'create.prompt.blank.trimmed': 'accepted',
    },
  },
  'own-scheme': {
    does: 'challenges with another scheme, and lists no methods for an unknown id',
    tamper: answering('any', (answer) => {
      if (answer.status === 405) return withHeader(answer, 'allow', '');
      return answer.status === 401 ? withHeader(answer, 'www-authenticate', 'VideoKey realm="videos"') : answer;
    }),
    observed: { 'authentication.challenge.missing': 'VideoKey realm="videos"' },
  },
  'adaptive-by-default': {
    does: 'reads an omitted ratio as adaptive with an image',
    settings: { omittedAspectRatio: 'accept' },
    observed: { 'workflow.omitted-ratio.image': 'accepted' },
  },
});

/** Returns prices that do not depend on source videos. */
function alike(prices: Readonly<Record<'480p' | '720p' | '1080p', number>>) {
  return { withoutSources: prices, withSources: prices };
}

function loose(): Tampering {
  return async (call, engine) => {
    const { prompt } = call.json;
    const isPadded = call.operation === 'create' && typeof prompt === 'string' && prompt.endsWith('x ');
    const answer = await engine(isPadded ? withBody(call, { ...call.json, prompt: prompt.trim() }) : call);
    if (!isRecord(call, answer)) return answer;
    const { id, ...rest } = fieldsOf(answer);
    const written = call.operation === 'get' ? String(id).toUpperCase() : id;
    const text = JSON.stringify({ id: written, ...rest }).replace('{', '{"model":"videomodel-2.5",');
    return withHeader(withText(answer, text), 'location', call.operation === 'create' ? '/v1/jobs/17' : undefined);
  };
}
