/**
 * Requirements without a check of their own, each with the reason. Coverage is complete when every requirement is here
 * or has a check.
 */

import type { RequirementId } from '../../contract/requirements/requirements.ts';

export const REASONS: Readonly<Partial<Record<RequirementId, string>>> = {
  // Promises that no exchange over the API can show.
  'service.https':
    'The operator of the server is responsible for HTTPS. The kit also judges local servers over plain HTTP.',
  'content.audio.kinds': 'Only a person who listens can judge the content of the sound.',
  'service.no-subscription': 'Subscriptions are part of the contract with the customer, not of the API.',
  'state.poll-asks': 'The response to a poll does not show whether the server asked its provider.',
  'authentication.key.dashboard': 'The dashboard is not part of the API.',
  'billing.markup': 'No response shows how a price is calculated.',
  'versioning.openapi':
    'The document does not name the URL of the OpenAPI description. The check `versioning.openapi.place` tries one URL.',
  'workflow.frames.order': 'The kit does not decode frames. To check their order, watch a clip.',
  'workflow.reference.combined':
    'No request can break this limit. The separate limits allow 30 images, 10 audio files and 10 source videos: 50 references in total.',
  // Rules for clients: a server cannot break them.
  'service.nondeterministic': 'This sentence is a rule for clients: a client must not expect the same clip twice.',
  'error.request-id.quote': 'This sentence is a rule for clients.',
  'create.prompt.content': 'This sentence is a rule for clients: it describes the content of a prompt.',
  'get.backoff': 'This sentence is a rule for clients. The kit follows the rule.',
  'authentication.key.server-side': 'This sentence is a rule for clients.',
  'errors.retry': 'This sentence is a rule for clients. The kit follows the rule.',
  'errors.no-retry': 'This sentence is a rule for clients. The kit follows the rule.',
  // Sentences that the document leaves open, and that the kit does not observe.
  'service.seed':
    'The kit would have to pay for two create requests and compare their clips. The document does not say whether these clips are equal.',
  'credits.opening-balance': 'The API has no endpoint for the balance.',
  'record.retention': 'The test would last several days.',
  'workflow.reference.operation': 'The kit would have to pay for two more clips and compare their frames.',
  'state.settle':
    'The kit can see a generation only by polling. So the kit cannot see whether a status changes without a poll.',
  'state.look': 'No response shows whether a request changed the status of a generation.',
  'idempotency.in-flight': 'The document allows a server to charge for each of several parallel create requests.',
  'idempotency.expiry': 'The test would last a day.',
  'create.body.size':
    'With --hostile, the check `error-code.body.hostile.huge` shows how the server handles a very large body.',
  'authentication.key.form': 'The kit sees only the keys of the profile, so it cannot know the form of other keys.',
  'events.callbacks':
    'The check `create.unknown-fields.other` sends a webhook field. The server must reject this field as unknown.',
  'limits.concurrency': 'The kit would have to pay for many generations to reach such a limit.',
  'files.fetching': 'This sentence applies only to the emulator.',
  'files.bounds': 'The user would have to host files with exact sizes in bytes.',
  'billing.capture': 'The API has no endpoint for the balance.',
  'versioning.policy': 'This sentence applies to future versions of the API.',
};

/** The rules of HTTP and related standards that no case judges, or not in full, and the reason. */
export const HTTP_REASONS: Readonly<Record<string, string>> = {
  'a key in the query or the body':
    'Proxies log queries. So in a query, the kit uses only a key that has no credits. The kit never puts a key into a body.',
  'compression with Range':
    'In practice, servers do not compress video again. The checks that compare bytes would detect an encoded part.',
  'two Range lines': 'Two Range lines are a mistake of the client, so every response is legal.',
  'a method in lowercase': 'The HTTP client of Node.js always writes methods in uppercase.',
  'waiting as told':
    'The kit waits for the time that Retry-After states. The document does not promise that the next request succeeds.',
  'no credits are reserved with 429 or 503': 'A client cannot make a server return 429 or 503 at a chosen moment.',
  'parallel requests with the same Idempotency-Key':
    'The document allows a server to charge for each of several parallel create requests.',
  'an Idempotency-Key after its time': 'The test would last a day.',
  'a replay after a refund':
    'If a server makes a new generation for the used Idempotency-Key, the run pays for another clip.',
};
