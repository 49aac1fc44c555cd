/** The careful client in a scenario of each kind. */

import { carefulClientSuite } from './careful-client.suite.ts';

carefulClientSuite([
  'accepted_then_*',
  'content_c*',
  'content_re*',
  'insufficient_mid_batch',
  'rate_limit_http_date',
  'source_not_ready',
]);
