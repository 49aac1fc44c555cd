/** Collects the evidence for one check. A missing or busy response decides its verdict early. */

import { groupBy } from '../../lib/group-by.ts';
import type { Exchange } from '../client/exchange.ts';
import { isPerhapsAccepted } from './money/charges.ts';
import type { Check } from './define.ts';
import {
  isAnswered,
  isBusy,
  PREFLIGHT,
  skippedOutcome,
  type Answered,
  type Evidence,
  type Recording,
  type Trace,
} from './evidence.ts';
import { hangUps, hangUpText } from './hang-up.ts';
import { fail, inconclusive, Unjudged, untestable } from './outcome.ts';

/** Collects the evidence for each check. The shared parts are computed once. */
export function evidenceIn(recording: Recording): (check: Check) => Evidence {
  // Failures of the preflight requests are reported as the reason for the stop.
  const inTheRun = recording.exchanges.filter(({ probe }) => probe !== PREFLIGHT);
  const common: Common = {
    byProbe: groupBy(recording.exchanges.filter(isAnswered), ({ probe }) => probe),
    every: inTheRun.filter(isAnswered),
    busy: inTheRun.filter(isWaitedOut),
    hungUp: hangUps(recording.exchanges),
    unansweredCreates: inTheRun.filter(isPerhapsAccepted),
    anyClip: recording.anyClip,
    startedAt: new Date(recording.startedAt),
  };
  return (check) => evidenceFor(check, recording, common);
}

interface Common extends Pick<Evidence, 'every' | 'busy' | 'hungUp' | 'unansweredCreates' | 'anyClip' | 'startedAt'> {
  /** An index, because each check reads few probes, and there are as many checks as exchanges. */
  readonly byProbe: ReadonlyMap<string, readonly Answered[]>;
}

function evidenceFor(check: Check, recording: Recording, { byProbe, ...common }: Common): Evidence {
  const own = [...new Set(check.from.map(({ id }) => byProbe.get(id) ?? []))];
  const answers = own.length === 1 ? (own[0] ?? []) : own.flat().toSorted((a, b) => a.n - b.n);
  const maybe = (label: string): Answered | undefined => answers.findLast((exchange) => exchange.label === label);
  return {
    ...common,
    answers,
    maybe,
    one: (label) => settled(maybe(label) ?? missingAnswer(check, { ...recording, ...common }, label)),
    all: (prefix) => answers.filter(({ label }) => label.startsWith(prefix)),
    fact: (name) => check.from.map(({ id }) => recording.probes[id]?.facts?.[name]).find((fact) => fact !== undefined),
    trace: (probe) => traceOf(byProbe.get(probe) ?? []),
  };
}

function isWaitedOut(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined && exchange.superseded === true;
}

function settled(exchange: Answered): Answered {
  if (!isBusy(exchange)) return exchange;
  const { status } = exchange.response;
  const reason = `The server returned ${status} until the waiting time of the run was over. Send requests more slowly (--rate, --concurrency), or wait longer (--patience).`;
  throw new Unjudged(inconclusive(reason, exchange));
}

function missingAnswer(
  { from, level }: Check,
  { exchanges, probes, hungUp }: Omit<Recording, 'startedAt'> & Pick<Common, 'hungUp'>,
  label: string,
): never {
  const own = new Set(from.map(({ id }) => id));
  const failed = exchanges.findLast(
    (exchange) => own.has(exchange.probe) && exchange.label === label && exchange.failure !== undefined,
  );
  if (failed?.failure !== undefined) {
    // An observation never fails a run.
    if (level !== 'observe' && hungUp.includes(failed))
      throw new Unjudged(fail(failed, 'a response', hangUpText(failed)));
    // A server may close the connection on such requests, so this proves nothing else.
    if (failed.mayHangUp === true && (failed.failure.kind === 'reset' || failed.failure.kind === 'protocol'))
      throw new Unjudged(
        untestable(`The server closed the connection in response to "${label}". This is allowed here.`, failed),
      );
    throw new Unjudged(inconclusive(`No response to "${label}": ${failed.failure.message}`, failed));
  }
  const ended = from.map(({ id }) => probes[id]).findLast((run) => run?.reason !== undefined);
  throw new Unjudged(ended === undefined ? untestable(`The run did not send "${label}".`) : skippedOutcome(ended));
}

/** Returns the create and polls of a generation. Busy responses are ignored. The last of several creates made it. */
function traceOf(answers: readonly Answered[]): Trace {
  const own = answers.filter((exchange) => !isBusy(exchange));
  return {
    create: own.findLast(({ label }) => label === 'create'),
    polls: own.filter(({ label }) => label.startsWith('poll ')),
  };
}
