/**
 * What HTTP and its neighbours ask of such a server, row by row: the checks and observations in which each row ends, or
 * why it has none.
 */

export interface HttpRow {
  readonly row: string;
  readonly about: string;
  /** Ids of checks and observations. */
  readonly ends: readonly string[];
  /** Why there is none, or what is left out. */
  readonly reason?: string;
}

export const HTTP_ROWS: readonly HttpRow[] = [
  {
    row: 'R1',
    about: 'a plain range',
    ends: ['content.range.status.start', 'content.range.bytes.start', 'content.range.header'],
  },
  {
    row: 'R2',
    about: 'a part smaller than was asked for',
    ends: ['content.range.length', 'content.range.bytes.middle'],
  },
  { row: 'R3', about: 'an open range', ends: ['content.range.open.bytes', 'content.range.answer.open'] },
  {
    row: 'R4',
    about: 'suffix ranges',
    ends: [
      'content.range.suffix.bytes',
      'content.range.suffix-of-nothing',
      'content.range.answer.suffix',
      'content.range.answer.suffix-beyond',
    ],
  },
  { row: 'R5', about: 'an end beyond the clip', ends: ['content.range.clamp'] },
  {
    row: 'R6',
    about: 'a start beyond the clip',
    ends: ['content.range.beyond', 'content.range.beyond.size', 'content.range.answer.open-beyond'],
  },
  {
    row: 'R7',
    about: 'malformed ranges',
    ends: [
      'content.range.backwards',
      'content.range.words',
      'content.range.three-numbers',
      'content.range.hexadecimal',
      'content.range.answer.nothing',
    ],
  },
  { row: 'R8', about: 'positions of thirty digits', ends: ['content.range.huge-start', 'content.range.huge-end'] },
  { row: 'R9', about: 'the unit in another case', ends: ['content.range.unit-case'] },
  { row: 'R10', about: 'an unknown unit', ends: ['content.range.other-unit'] },
  { row: 'R11', about: 'several ranges', ends: ['content.range.several.shape', 'content.range.answer.several'] },
  { row: 'R12', about: 'overlapping ranges', ends: ['content.range.no-amplification'] },
  { row: 'R13', about: 'multipart for one range', ends: ['content.range.no-multipart'] },
  { row: 'R14', about: 'several ranges, one of them beyond', ends: ['content.range.several.satisfiable'] },
  { row: 'R15', about: 'an empty element in the list', ends: ['content.range.answer.several-one-empty'] },
  { row: 'R16', about: 'HEAD with Range', ends: ['content.head.range', 'content.head.length'] },
  {
    row: 'R17',
    about: 'Range on create and on a record',
    ends: [],
    reason: 'A server may do as it likes on JSON, and a create with Range would be paid for.',
  },
  {
    row: 'R18',
    about: 'Range where the plain answer is a refusal',
    ends: [
      'content.range.refusal-first',
      'content.not-completed.range-first',
      'content.foreign.part',
      'authentication.content.missing.part',
      'authentication.content.invalid.part',
    ],
  },
  { row: 'R19', about: 'headers of a part', ends: ['content.range.headers', 'content.range.type'] },
  { row: 'R20', about: 'Content-Length of a part', ends: ['content.range.length'] },
  {
    row: 'R21',
    about: 'If-Range with another tag',
    ends: ['content.if-range.other', 'content.if-range.unsatisfiable'],
  },
  { row: 'R22', about: 'If-Range with a weak tag', ends: ['content.if-range.weak'] },
  { row: 'R23', about: 'If-Range with a date', ends: ['content.if-range.date'] },
  { row: 'R24', about: 'If-Range without Range', ends: ['content.if-range.alone'] },
  {
    row: 'R25',
    about: 'If-None-Match and If-Match with Range',
    ends: ['content.if-none-match.first', 'content.conditional.if-match', 'content.conditional.if-match-other'],
  },
  { row: 'R26', about: 'one tag, one sequence of bytes', ends: ['content.etag.same-bytes', 'content.headers.etag'] },
  { row: 'R27', about: 'parts put together', ends: ['content.range.resume'] },
  {
    row: 'R28',
    about: 'compression with Range',
    ends: ['content.compression'],
    reason: 'Video is not compressed again in practice; an encoded part would show as other bytes.',
  },
  { row: 'R29', about: 'Accept-Ranges', ends: ['content.headers.accept-ranges'] },
  { row: 'R30', about: 'an empty clip', ends: ['content.answer.video'] },
  { row: 'R31', about: 'a download that is cut and goes on', ends: ['content.range.resume.cut'] },
  { row: 'R32', about: 'two Range lines', ends: [], reason: 'It is an error of the sender; any answer is legal.' },
  { row: 'R33', about: 'a redirect to storage', ends: ['content.redirect'] },
  {
    row: 'R34',
    about: 'digests, disposition, type',
    ends: ['content.answer.type', 'content.headers.content-disposition', 'content.headers.repr-digest'],
  },
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
    about: 'what the challenge says',
    ends: ['authentication.challenge.missing', 'authentication.challenge.invalid'],
  },
  { row: 'A4', about: 'the scheme in another case', ends: ['http.scheme.lower-case', 'http.scheme.upper-case'] },
  { row: 'A5', about: 'more than one space', ends: ['http.scheme.two-spaces'] },
  {
    row: 'A6',
    about: 'other schemes, no token, odd tokens',
    ends: [
      'authentication.other-places.basic',
      'authentication.other-places.no-token',
      'authentication.other-places.long-token',
      'authentication.other-places.odd-characters',
    ],
  },
  { row: 'A7', about: 'two Authorization lines', ends: ['http.socket.two-keys'] },
  {
    row: 'A8',
    about: 'a key in the query or the body',
    ends: ['authentication.other-places.query-access-token', 'authentication.other-places.query-api-key'],
    reason:
      'A query ends up in the logs of every proxy, so only the key without credits goes there; none goes into a body.',
  },
  {
    row: 'A9',
    about: "another account's generation",
    ends: ['get.foreign', 'content.foreign', 'get.foreign.nothing-shown', 'get.refusal-status.tells-apart'],
  },
  { row: 'A10', about: 'an echo of the key', ends: ['authentication.key.shown-once', 'http.trace'] },
  {
    row: 'A11',
    about: 'a bad key with another defect',
    ends: ['errors.precedence.key-and-body', 'errors.precedence.key-and-id'],
  },
  { row: 'A12', about: 'nothing is made without a key', ends: ['state.refused-create.without-key'] },
  {
    row: 'J1',
    about: 'JSON that is none',
    ends: [
      'create.body.json.cut',
      'create.body.json.empty',
      'create.body.json.array',
      'create.body.trailing-comma',
      'create.body.comment',
      'create.body.single-quotes',
      'create.body.nan',
    ],
  },
  { row: 'J2', about: 'a field twice', ends: ['create.duplicate-keys.length'] },
  { row: 'J3', about: 'a byte order mark', ends: ['create.body.bom', 'http.json.bom'] },
  { row: 'J4', about: 'text that is no UTF-8', ends: ['create.body.not-utf8', 'create.body.lone-surrogate'] },
  { row: 'J5', about: 'numbers beyond all bounds', ends: ['create.body.big-number', 'create.body.hostile.digits'] },
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
    ends: ['create.body.nested', 'create.body.hostile.nested-100000', 'create.body.hostile.huge'],
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
      'create.content-type.charset',
      'create.content-type.other.text',
      'create.content-type.other.latin',
    ],
  },
  { row: 'J10', about: 'Accept', ends: ['create.accept.image'] },
  { row: 'J11', about: 'JSON of the answers', ends: ['service.json', 'error.envelope'] },
  {
    row: 'J12',
    about: 'encodings, Expect, chunks',
    ends: ['http.chunked', 'http.socket.expect', 'http.socket.encoded'],
  },
  {
    row: 'M1',
    about: 'methods that are not there',
    ends: ['http.allow.put', 'http.allow.delete', 'http.beyond.put', 'http.beyond.patch'],
  },
  { row: 'M2', about: 'a method that nobody knows', ends: ['http.socket.frob'] },
  { row: 'M3', about: 'a method in lower case', ends: [], reason: "Node's client writes methods in upper case." },
  {
    row: 'M4',
    about: 'HEAD',
    ends: ['content.head', 'content.head.status', 'get.head', 'authentication.content.missing.head'],
  },
  {
    row: 'M5',
    about: 'OPTIONS, TRACE, CORS',
    ends: ['http.beyond.options', 'http.trace', 'header.access-control-allow-origin'],
  },
  { row: 'M6', about: 'Date', ends: ['http.date', 'http.date.sent'] },
  { row: 'M7', about: '202', ends: ['create.answer.status', 'create.answer.record'] },
  { row: 'M8', about: 'repeated gets', ends: ['record.cost-usd.reserved', 'state.terminal', 'credits.refund.once'] },
  { row: 'M9', about: 'caches', ends: ['get.cache-control', 'content.headers.cache-control'] },
  {
    row: 'M10',
    about: 'ids and paths in odd spellings',
    ends: [
      'get.malformed',
      'get.spelling.long-id',
      'get.spelling.trailing-slash',
      'get.spelling.double-slash',
      'http.socket.dots',
    ],
  },
  { row: 'M11', about: 'the trace of polls', ends: ['state.no-way-back', 'state.terminal', 'get.answer.record'] },
  { row: 'M12', about: 'content before it is there', ends: ['content.not-completed', 'content.failed'] },
  { row: 'T1', about: 'the form of Retry-After', ends: ['http.retry-after'] },
  { row: 'T2', about: '429', ends: ['limits.rate.status', 'limits.retry-after', 'error.envelope'] },
  { row: 'T3', about: '503', ends: ['limits.retry-after', 'error.envelope'] },
  { row: 'T4', about: 'waiting as told', ends: [], reason: 'The kit waits so; nothing promises that it helps.' },
  {
    row: 'T5',
    about: '429 and 503 reserve nothing',
    ends: [],
    reason: 'Nobody can make a server busy at the right moment from outside.',
  },
  { row: 'T6', about: 'RateLimit headers', ends: ['header.ratelimit', 'header.ratelimit-policy'] },
  { row: 'I0', about: 'no key at all', ends: ['create.idempotency-key.optional', 'service.one-clip'] },
  { row: 'I1', about: 'the same key and body', ends: ['idempotency.replay'] },
  { row: 'I2', about: 'the same key, another body', ends: ['idempotency.mismatch'] },
  { row: 'I3', about: 'the same key at once', ends: [], reason: 'Racing creates may be charged one by one.' },
  { row: 'I4', about: 'the key left out', ends: ['create.idempotency-key.optional'] },
  {
    row: 'I5',
    about: 'forms of the key',
    ends: [
      'idempotency.form.empty',
      'idempotency.form.quoted',
      'idempotency.form.latin',
      'create.idempotency-key.length.above',
    ],
  },
  { row: 'I6', about: 'the key after a refusal', ends: ['idempotency.after-refusal'] },
  {
    row: 'I7',
    about: "another account's key",
    ends: ['idempotency.scope', 'idempotency.scope.answer'],
    reason: 'Its expiry would take a day.',
  },
  { row: 'I8', about: 'the mark of a replay', ends: ['idempotency.replay.marker'] },
  { row: 'I9', about: 'the key on a get', ends: [], reason: 'It has no meaning there.' },
  {
    row: 'I10',
    about: 'a replay after a refund',
    ends: [],
    reason: 'A server that takes the key again charges again.',
  },
];
