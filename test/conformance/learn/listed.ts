/** The observations of the independent server that the emulator cannot imitate, without and with each legal switch. */

interface Listed {
  /** Observations that differ in addition. */
  readonly more?: readonly string[];
  /** Observations that do not differ with this switch. */
  readonly less?: readonly string[];
}

export const LISTED: readonly string[] = [
  'authentication.challenge.invalid',
  'content.adaptive-shape',
  'content.edit-resolution',
  'content.encoding.key-frames',
  'content.headers.accept-ranges',
  'content.headers.cache-control',
  'content.headers.content-disposition',
  'content.pixels.480p.4-3',
  'create.body.nan',
  'create.integer-spelling.exponent',
  'create.integer-spelling.point',
  'create.urls.policy.address',
  'create.urls.policy.credentials',
  'create.urls.policy.long',
  'error-code.body.json.array',
  'error-code.body.json.encoded',
  'error-code.body.json.null',
  'error-code.body.json.string',
  'get.cache-control',
  'header.server',
  'http.beyond.post-content',
  'service.other-operations.list',
  'versioning.openapi.place',
];

export const LISTED_WITH: Readonly<Record<string, Listed>> = {
  quick: { more: ['content.refusal-status.not-completed'] },
  busy: {},
  'more-members': {
    more: [
      'error.extra-fields',
      'get.spelling.double-slash',
      'get.spelling.long-id',
      'get.spelling.trailing-slash',
      'record.extra-fields',
    ],
  },
  'small-parts': {},
  'wants-length': {},
  fragments: { more: ['content.encoding.brand'] },
  'other-codecs': { more: ['content.encoding.audio', 'content.encoding.video'] },
  slow: {},
  'late-start': {},
  storage: { more: ['content.redirect'] },
  validators: { less: ['content.headers.cache-control'] },
  'no-head': {},
  cold: {},
};
