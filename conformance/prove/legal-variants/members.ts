/** Legal servers with members, headers and spellings that the document does not name. */

import { answering, answeringRecords, erring, recording, withText } from '../tamper/answers.ts';
import type { Fields } from '../../checks/lib/answers.ts';
import { legalVariants, type LegalVariant } from '../legal-variant.ts';
import { asFields, fieldsOf, withHeader, withJson, type Answer, type Tampering } from '../server.ts';

const typed = (type: string): (() => Tampering) =>
  answering('any', (answer) =>
    (answer.headers.get('content-type') ?? '').includes('json') ? withHeader(answer, 'content-type', type) : answer,
  );

export const MEMBER_VARIANTS: readonly LegalVariant[] = legalVariants({
  'moving-members': {
    does: 'has extra members in records, outputs and errors, which change between polls',
    tamper: restless,
    observed: { 'record.extra-fields': 'code, data, message, request_id, status_detail, type, updated_at' },
  },
  'errors-like-records': {
    does: 'has errors with members named like record fields: a status, an id, a cost, a model',
    tamper: answering('any', (answer) =>
      answer.status < 400 || answer.bytes.length === 0
        ? answer
        : withJson(answer, {
            ...fieldsOf(answer),
            id: 'err_17',
            object: 'error',
            type: 'about:blank',
            status: answer.status,
            model: 'videomodel-2.5',
            cost_usd: 0,
            output: null,
          }),
    ),
    observed: { 'error.extra-fields': 'cost_usd, id, model, object, output, status, type' },
  },
  'errors-in-detail': {
    does: 'has details in errors: the place, a link to the docs, and the valid values',
    tamper: erring((error, { url }, status) => ({
      ...error,
      status,
      type: 'request_error.internal',
      path: url.pathname,
      details: [{ field: 'prompt', allowed: [1, 15_000] }],
      documentation_url: 'https://docs.example.com/errors#codes',
      retryable: false,
    })),
    observed: { 'error.extra-fields': 'details, documentation_url, path, retryable, status, type' },
  },
  'other-request-ids': {
    does: 'names in a failed record the request that polled it',
    tamper: naming,
    observed: { 'error.request-id.presence': 'all' },
  },
  'problem-json': {
    does: 'declares JSON as another JSON type, with a parameter',
    tamper: typed('application/problem+json; charset=utf-8'),
    observed: { 'error.message.wording': 'names the field' },
  },
  'json-in-capitals': {
    does: 'declares JSON in capitals',
    tamper: typed('APPLICATION/JSON;CHARSET=UTF-8'),
    observed: { 'error.message.wording': 'names the field' },
  },
  'words-that-are-secret-elsewhere': {
    does: 'has messages with words that elsewhere name products or keys',
    tamper: erring((error) => ({
      ...error,
      message: 'We could not replicate that. The bedrock of a request is its key, such as test-key: the primary one.',
    })),
    observed: { 'error.message.wording': 'does not name it' },
  },
  'escaped-json': {
    does: 'escapes slashes and letters in its JSON',
    tamper: answeringRecords((answer) =>
      withText(
        answer,
        JSON.stringify(fieldsOf(answer))
          .replaceAll('/', String.raw`\/`)
          .replaceAll('v', String.raw`\u0076`)
          // A plain-text search would find the words `completed` and `status`.
          .replaceAll('m', String.raw`\u006d`)
          .replaceAll('s', String.raw`\u0073`),
      ),
    ),
    observed: { 'record.extra-fields': 'none' },
  },
  'costs-with-an-exponent': {
    does: 'writes a cost with extra digits, or with an exponent',
    tamper: answeringRecords(withExponent),
    observed: { 'price.480p': '0.12' },
  },
});

function restless(): Tampering {
  let looks = 0;
  return recording((record) => {
    looks += 1;
    const more = { expires_in: looks, thumbnail: `https://cdn.example.com/${looks}.jpg` };
    return {
      ...record,
      request_id: 'req_17',
      code: looks,
      message: null,
      data: {},
      type: 'generation',
      status_detail: ['queued'],
      updated_at: looks,
      ...(record['output'] === undefined ? {} : { output: { ...more, ...asFields(record['output']) } }),
      ...(record['error'] === undefined ? {} : { error: { ...more, ...asFields(record['error']) } }),
    };
  })();
}

function naming(): Tampering {
  let looks = 0;
  return recording((record): Fields => {
    looks += 1;
    const id = `00000000-0000-4000-8000-${String(looks).padStart(12, '0')}`;
    return record['status'] === 'failed'
      ? { ...record, error: { ...asFields(record['error']), request_id: id } }
      : record;
  })();
}

function withExponent(answer: Answer): Answer {
  const text = new TextDecoder().decode(answer.bytes);
  return withText(
    answer,
    text.replace(/"cost_usd":([\d.]+)/, (_, cost: string) => `"cost_usd":${(Number(cost) * 100).toFixed(6)}e-2`),
  );
}
