/** The rules of HTTP and related standards for requests: keys and bodies, row by row. */

/** The rows by name: the rule, the ids of its checks and observations, and the reason if there are none or not all. */
export type HttpRows = Readonly<Record<string, readonly [about: string, ends: readonly string[], reason?: string]>>;

export const HTTP_REQUEST_ROWS: HttpRows = {
  A1: [
    'no Authorization',
    [
      'authentication.create.missing',
      'authentication.get.missing',
      'authentication.content.missing',
      'authentication.read-status',
    ],
  ],
  A2: ['the challenge of a 401', ['http.challenge']],
  A3: ['the contents of the challenge', ['authentication.challenge.missing', 'authentication.challenge.invalid']],
  A4: ['the scheme in lowercase and in uppercase', ['http.scheme.lower-case', 'http.scheme.upper-case']],
  A5: ['two spaces after the scheme', ['http.scheme.two-spaces']],
  A6: [
    'other schemes, a missing token, and unusual tokens',
    [
      'authentication.other-places.basic',
      'authentication.other-places.no-token',
      'authentication.other-places.long-token',
      'authentication.other-places.odd-characters',
      'authentication.create.invalid.long',
      'authentication.get.invalid.long',
      'authentication.content.invalid.long',
    ],
  ],
  A7: ['two Authorization lines', ['http.socket.two-keys']],
  A8: [
    'a key in the query or the body',
    [
      'authentication.other-places.query-access-token',
      'authentication.other-places.query-api-key',
      'authentication.bearer.query',
    ],
    'Proxies log queries. So in a query, the kit uses only a key that has no credits. The kit never puts a key into a body.',
  ],
  A9: [
    "another account's generation",
    ['get.foreign', 'content.foreign', 'get.foreign.nothing-shown', 'get.refusal-status.tells-apart'],
  ],
  A10: ['a response that repeats the key', ['authentication.key.shown-once', 'http.trace']],
  A11: [
    'a wrong key in a request with another mistake',
    ['errors.precedence.key-and-body', 'errors.precedence.key-and-id'],
  ],
  A12: ['no generation without a key', ['state.refused-create.without-key']],
  J1: [
    'invalid JSON',
    [
      'create.body.json.cut',
      'create.body.json.empty',
      'create.body.json.array',
      'create.body.not-json',
      'create.body.trailing-comma',
      'create.body.comment',
      'create.body.single-quotes',
      'create.body.nan',
    ],
  ],
  J2: ['a duplicate field', ['create.duplicate-keys.length']],
  J3: ['a byte order mark', ['create.body.bom', 'http.json.bom']],
  J4: ['text that is not UTF-8', ['create.body.not-utf8', 'create.body.lone-surrogate']],
  J5: ['very large numbers', ['create.body.big-number', 'create.body.hostile.digits']],
  J6: [
    'spellings of an integer',
    [
      'create.integer-spelling.point',
      'create.integer-spelling.exponent',
      'create.duration-seconds.integer.string',
      'create.duration-seconds.integer.fraction',
    ],
  ],
  J7: [
    'deep and large bodies',
    [
      'create.body.nested',
      'create.prompt.length.large-body',
      'create.body.hostile.nested-100000',
      'create.body.hostile.huge',
    ],
  ],
  J8: [
    'unknown fields, null, types, bounds, characters',
    [
      'create.unknown-fields.other',
      'create.null.mode',
      'create.prompt.type.number',
      'create.prompt.length.above',
      'create.prompt.character.astral',
    ],
  ],
  J9: [
    'Content-Type',
    [
      'http.content-type.case',
      'http.content-type.quoted',
      'create.content-type.charset',
      'create.content-type.other.text',
      'create.content-type.other.latin',
    ],
  ],
  J10: ['Accept', ['create.accept.image']],
  J11: ['JSON of the responses', ['service.json', 'error.envelope', 'service.json.coded', 'record.names-twice.unique']],
  J12: [
    'encodings, Expect, chunks',
    [
      'http.chunked',
      'http.expect.answered',
      'http.expect.read',
      'http.expect.old',
      'http.socket.expect',
      'http.socket.encoded',
    ],
  ],
};
