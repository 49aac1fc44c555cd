/** What HTTP and its neighbors ask of requests that a server gets: keys and bodies, row by row. */

export interface HttpRow {
  readonly row: string;
  readonly about: string;
  /** Ids of checks and observations. */
  readonly ends: readonly string[];
  /** Why there is none, or what is left out. */
  readonly reason?: string;
}

export const HTTP_REQUEST_ROWS: readonly HttpRow[] = [
  {
    row: 'A1',
    about: 'no Authorization',
    ends: [
      'authentication.create.missing',
      'authentication.get.missing',
      'authentication.content.missing',
      'authentication.read-status',
    ],
  },
  { row: 'A2', about: 'the challenge of a 401', ends: ['http.challenge'] },
  {
    row: 'A3',
    about: 'the contents of the challenge',
    ends: ['authentication.challenge.missing', 'authentication.challenge.invalid'],
  },
  {
    row: 'A4',
    about: 'the scheme in lowercase and in uppercase',
    ends: ['http.scheme.lower-case', 'http.scheme.upper-case'],
  },
  { row: 'A5', about: 'two spaces after the scheme', ends: ['http.scheme.two-spaces'] },
  {
    row: 'A6',
    about: 'other schemes, a missing token, and unusual tokens',
    ends: [
      'authentication.other-places.basic',
      'authentication.other-places.no-token',
      'authentication.other-places.long-token',
      'authentication.other-places.odd-characters',
      'authentication.create.invalid.long',
      'authentication.get.invalid.long',
      'authentication.content.invalid.long',
    ],
  },
  { row: 'A7', about: 'two Authorization lines', ends: ['http.socket.two-keys'] },
  {
    row: 'A8',
    about: 'a key in the query or the body',
    ends: [
      'authentication.other-places.query-access-token',
      'authentication.other-places.query-api-key',
      'authentication.bearer.query',
    ],
    reason:
      'Proxies log queries. So in a query, the kit uses only a key that has no credits. The kit never puts a key into a body.',
  },
  {
    row: 'A9',
    about: "another account's generation",
    ends: ['get.foreign', 'content.foreign', 'get.foreign.nothing-shown', 'get.refusal-status.tells-apart'],
  },
  { row: 'A10', about: 'a response that repeats the key', ends: ['authentication.key.shown-once', 'http.trace'] },
  {
    row: 'A11',
    about: 'a wrong key in a request with another mistake',
    ends: ['errors.precedence.key-and-body', 'errors.precedence.key-and-id'],
  },
  { row: 'A12', about: 'no generation without a key', ends: ['state.refused-create.without-key'] },
  {
    row: 'J1',
    about: 'invalid JSON',
    ends: [
      'create.body.json.cut',
      'create.body.json.empty',
      'create.body.json.array',
      'create.body.not-json',
      'create.body.trailing-comma',
      'create.body.comment',
      'create.body.single-quotes',
      'create.body.nan',
    ],
  },
  { row: 'J2', about: 'a duplicate field', ends: ['create.duplicate-keys.length'] },
  { row: 'J3', about: 'a byte order mark', ends: ['create.body.bom', 'http.json.bom'] },
  { row: 'J4', about: 'text that is not UTF-8', ends: ['create.body.not-utf8', 'create.body.lone-surrogate'] },
  { row: 'J5', about: 'very large numbers', ends: ['create.body.big-number', 'create.body.hostile.digits'] },
  {
    row: 'J6',
    about: 'spellings of an integer',
    ends: [
      'create.integer-spelling.point',
      'create.integer-spelling.exponent',
      'create.duration-seconds.integer.string',
      'create.duration-seconds.integer.fraction',
    ],
  },
  {
    row: 'J7',
    about: 'deep and large bodies',
    ends: [
      'create.body.nested',
      'create.prompt.length.large-body',
      'create.body.hostile.nested-100000',
      'create.body.hostile.huge',
    ],
  },
  {
    row: 'J8',
    about: 'unknown fields, null, types, bounds, characters',
    ends: [
      'create.unknown-fields.other',
      'create.null.mode',
      'create.prompt.type.number',
      'create.prompt.length.above',
      'create.prompt.character.astral',
    ],
  },
  {
    row: 'J9',
    about: 'Content-Type',
    ends: [
      'http.content-type.case',
      'http.content-type.quoted',
      'create.content-type.charset',
      'create.content-type.other.text',
      'create.content-type.other.latin',
    ],
  },
  { row: 'J10', about: 'Accept', ends: ['create.accept.image'] },
  {
    row: 'J11',
    about: 'JSON of the responses',
    ends: ['service.json', 'error.envelope', 'service.json.coded', 'record.names-twice.unique'],
  },
  {
    row: 'J12',
    about: 'encodings, Expect, chunks',
    ends: [
      'http.chunked',
      'http.expect.answered',
      'http.expect.read',
      'http.expect.old',
      'http.socket.expect',
      'http.socket.encoded',
    ],
  },
];
