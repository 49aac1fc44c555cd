/** Credits: the effect of rejected creates on a key that can afford exactly one generation. */

import { defineCheck, type Check } from '../../engine/define.ts';
import { isBusy, type Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable, type Outcome, missing } from '../../engine/outcome.ts';
import { FAILING, REFUSED_FIRST, REFUSED_TWICE, SPENDING } from '../lib/failing.ts';
import { isRefusal, describe } from '../lib/rules.ts';

/**
 * The expectation of a check that cannot exclude an earlier run. If the server validates creates before it checks the
 * credits, the first responses do not show whether the credits were spent before.
 */
const UNTOUCHED =
  '202, because rejected create requests are free. Perhaps an earlier run spent the credits of this key. To find out, give a new key with --key-once. If the check fails again, the server breaks the promise';

export const REFUSED_CREATE: Check = defineCheck({
  id: 'state.refused-create',
  proves:
    'The server reserves no credits for rejected create requests. If the kit sends these create requests again, the server rejects them again. After that, the credits still cover one generation.',
  failing:
    'The server reserves the credits before it validates the create request, and does not release them after the rejection.',
  from: [REFUSED_FIRST, FAILING, SPENDING],
  passive: true,
  judge: judgeRefused,
});

/** Judges whether rejected creates used the credits of a key for one generation. */
function judgeRefused(evidence: Evidence): Outcome {
  const pairs = REFUSED_TWICE.map((labels) =>
    labels.flatMap((label) => evidence.maybe(label) ?? []).filter((answer) => !isBusy(answer)),
  );
  const before = pairs.flat();
  const next = evidence.maybe('create') ?? evidence.maybe('affordable');
  if (before.length === 0 || next === undefined)
    return untestable(missing('--key-once', 'This check needs a key with credits for one generation (--key-once).'));
  const paid = pairs.find(
    ([first, again]) => first !== undefined && isRefusal(first) && again?.response.status === 402,
  );
  if (paid !== undefined)
    return fail(paid, 'the same rejection again, because the first create request reserved no credits', '402');
  const spent = before.find(({ response }) => response.status === 402);
  if (spent !== undefined)
    return untestable(
      missing(
        '--key-once',
        'The credits of this key are spent. A possible cause is an earlier run. Give a new key with --key-once.',
      ),
      spent,
    );
  if (!before.every(isRefusal)) return untestable('The server did not reject the invalid create requests.');
  if (next.response.status === 402) return fail([...before, next], UNTOUCHED, describe(next));
  return next.response.status === 202
    ? pass(...before, next)
    : untestable(`The response to the next valid create request was ${describe(next)}.`, next);
}
