/** What creates that are refused do to the credits of a key that can afford exactly one generation. */

import { defineCheck, type Check } from '../engine/define.ts';
import { isBusy, type Evidence } from '../engine/evidence.ts';
import { fail, pass, untestable, type Outcome, missing } from '../engine/outcome.ts';
import { FAILING, REFUSED_FIRST, REFUSED_TWICE, SPENDING } from './lib/failing.ts';
import { isRefusal, tell } from './lib/rules.ts';

/**
 * Where the body is judged before the credits, a key that is spent cannot be distinguished from one that refused
 * creates have spent.
 */
const UNTOUCHED =
  '202: the refused creates took no credits. If an earlier run may have spent this key, give --key-once a fresh one: only if that fails too, the promise is broken';

export const REFUSED_CREATE: Check = defineCheck({
  id: 'state.refused-create',
  requirement: 'state.refused-create',
  proves:
    'Creates that are refused reserve nothing: sent again they are refused again, and the credits for one generation still suffice for one.',
  failing: 'It reserves first, validates then, and keeps the reservation.',
  from: [REFUSED_FIRST, FAILING, SPENDING],
  passive: true,
  judge: judgeRefused,
});

/** Of a key with credits for one generation: whether what was refused has taken them. */
function judgeRefused(evidence: Evidence): Outcome {
  const pairs = REFUSED_TWICE.map((labels) =>
    labels.flatMap((label) => evidence.maybe(label) ?? []).filter((answer) => !isBusy(answer)),
  );
  const before = pairs.flat();
  const next = evidence.maybe('create') ?? evidence.maybe('affordable');
  if (before.length === 0 || next === undefined)
    return untestable(missing('--key-once', 'Needs a key whose credits suffice for one generation (--key-once).'));
  const paid = pairs.find(
    ([first, again]) => first !== undefined && isRefusal(first) && again?.response.status === 402,
  );
  if (paid !== undefined) return fail(paid, 'the same refusal again: the first one took no credits', '402');
  const spent = before.find(({ response }) => response.status === 402);
  if (spent !== undefined)
    return untestable(
      missing(
        '--key-once',
        'The credits of this key are spent, by an earlier run perhaps: give --key-once a fresh one.',
      ),
      spent,
    );
  if (!before.every(isRefusal)) return untestable('The creates before it were not refused.');
  if (next.response.status === 402) return fail([...before, next], UNTOUCHED, tell(next));
  return next.response.status === 202
    ? pass(...before, next)
    : untestable(`The valid create behind them was answered ${tell(next)}.`, next);
}
