/** Authentication: HEAD. Nobody has to answer it; where it works, it opens nothing that GET keeps shut. */

import { defineCheck, defineProbe, type Check, type Probe } from '../../engine/define.ts';
import type { Evidence } from '../../engine/evidence.ts';
import type { ProbeTools, SendOptions } from '../../engine/probe-tools.ts';
import { notApplicable, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { NO_KEY, unknownKey } from '../lib/lookups.ts';
import { rejected } from '../lib/rules.ts';

const OPENED = 'with its key';

const HEADS = defineProbe({
  id: 'authentication.head',
  sends:
    'Three HEAD requests for the content of a completed clip: with the key that made it, without a key, and with an unknown key.',
  after: ['any-clip', DOWNLOAD],
  run: async (kit) => {
    await head(kit, OPENED, { key: kit.generation('any-clip').key });
    await head(kit, 'missing', NO_KEY);
    await head(kit, 'invalid', unknownKey(kit));
    return undefined;
  },
});

const FOREIGN_HEAD = defineProbe({
  id: 'authentication.head.foreign',
  sends: 'A HEAD request with the key of another account, for the content of a clip of the first account.',
  keys: ['other'],
  after: ['any-clip'],
  run: async (kit) => {
    await head(kit, 'foreign', { key: 'other' });
    return undefined;
  },
});

export const AUTHENTICATION_HEAD_CHECKS: readonly Check[] = [
  denies('authentication.content.missing', 'without a key', [HEADS, 'missing']),
  denies('authentication.content.invalid', 'with an unknown key', [HEADS, 'invalid']),
  denies('content.foreign', 'with the key of another account', [FOREIGN_HEAD, 'foreign']),
];

async function head(kit: ProbeTools, label: string, options: SendOptions): Promise<void> {
  const path = `/v1/videos/${kit.generation('any-clip').id}/content`;
  await kit.send(label, { method: 'HEAD', path, follow: true, ...options });
}

function denies(requirement: Check['requirement'], how: string, [probe, label]: readonly [Probe, string]): Check {
  return defineCheck({
    id: `${requirement}.head`,
    requirement,
    proves: `The server rejects a HEAD request ${how} for the content of a clip, as it rejects a GET.`,
    failing:
      'The server checks the key only for GET. So a HEAD request without a key shows which clips exist, and how large they are.',
    from: [...new Set([HEADS, probe])],
    judge: (evidence) => refusedHead(evidence, label, `a HEAD ${how}`),
  });
}

function refusedHead(evidence: Evidence, label: string, what: string): Outcome {
  const [known, answer] = [evidence.one(OPENED), evidence.one(label)];
  const { status } = answer.response;
  // Whoever knows no HEAD may say so with 501.
  const outcome = status === 501 ? notApplicable('HEAD returns 501.', answer) : rejected(answer, what);
  if (outcome.verdict !== 'pass') return outcome;
  if (known.response.status === 405) return notApplicable('HEAD returns 405.', known, answer);
  return known.response.status < 300
    ? pass(known, answer)
    : untestable('Inconclusive: the server rejected HEAD with the correct key as well.', known, answer);
}
