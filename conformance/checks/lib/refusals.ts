/** Makes checks from tables: many creates that are all refused, or all valid, judged by one check. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import type { Defect } from '../../engine/defects.ts';
import { defineCheck, defineProbe, type Check, type Need, type Probe } from '../../engine/define.ts';
import { isBusy, type Evidence } from '../../engine/evidence.ts';
import { acceptedId, type ProbeTools, type SendOptions } from '../../engine/probe-tools.ts';
import { pass, type Outcome } from '../../engine/outcome.ts';
import { withFittingMedia } from './bodies.ts';
import { acceptedForFree, isRefusal, refused, withOthers } from './rules.ts';
import { CONTROL, twinOf, TWINS } from './twins.ts';

type Body = object | string | ((kit: ProbeTools) => object | string);

interface Table {
  readonly id: string;
  readonly requirement: RequirementId;
  readonly defect: Defect;
  /** The defect of the creates, as in "Creates with <this> are refused". */
  readonly what: string;
  /** Each create by what it has, so that "because it has <this>" is one too. */
  readonly bodies: Readonly<Record<string, Body>>;
  readonly after?: readonly Need[];
  readonly lacks?: Probe['lacks'];
  readonly group?: Probe['group'];
  readonly mayHangUp?: true;
}

/** Creates that must all be rejected. They cost nothing, and the probe ends after the first accepted create. */
export function refusals(table: Table & { readonly failing: string }): Check {
  const { id, requirement, defect, what, failing, bodies } = table;
  const labels = Object.keys(bodies);
  const probe = defineProbe({
    ...wants(table),
    id,
    sends: `The kit sends create requests with ${what}.`,
    run: senderOf(bodies, {}),
  });
  return defineCheck({
    id,
    requirement,
    defect,
    proves: `Each create request with ${what} is rejected. A valid create request of the same kind is not rejected. Cases: ${labels.join('; ')}.`,
    failing,
    from: [...TWINS, probe],
    passive: true,
    judge: (evidence) => eachRefused(evidence, labels),
  });
}

/** Creates that must all be accepted, tried for nothing with a key without credits. */
export function acceptances(table: Table & { readonly failing: string }): Check {
  const { id, requirement, defect, what, failing, bodies } = table;
  const labels = Object.keys(bodies);
  const probe = defineProbe({
    ...wants(table),
    id,
    sends: `The kit sends create requests with ${what}. The key has no credits.`,
    keys: ['poor'],
    run: senderOf(bodies, { key: 'poor' }),
  });
  return defineCheck({
    id,
    requirement,
    defect,
    proves: `Each create request with ${what} is valid. If the key has no credits, the server returns 402. For an invalid create request, the server returns another error.`,
    failing,
    from: [CONTROL, probe],
    judge: (evidence) => eachAccepted(evidence, labels),
  });
}

function eachRefused(evidence: Evidence, labels: readonly string[]): Outcome {
  const sent = labels.flatMap((label) => evidence.maybe(label) ?? []).filter((answer) => !isBusy(answer));
  const [taken, ...others] = sent.filter((answer) => !isRefusal(answer));
  if (taken !== undefined) {
    const outcome = withOthers(refused(evidence, taken.label, `it has ${taken.label}`), others);
    const unsent = labels.length - sent.length;
    return outcome.verdict !== 'fail' || unsent === 0
      ? outcome
      : { ...outcome, got: `${outcome.got}; the kit did not send ${unsent} more create requests of this check` };
  }
  const answers = labels.map((label) => evidence.one(label));
  return pass(...new Set(answers.map((answer) => twinOf(evidence, answer))), ...answers);
}

function eachAccepted(evidence: Evidence, labels: readonly string[]): Outcome {
  const outcomes = labels.map((label) => acceptedForFree(evidence, label, `a create request with ${label}`));
  const failed = labels.filter((_, index) => outcomes[index]?.verdict === 'fail').map((label) => evidence.one(label));
  const other =
    outcomes.find(({ verdict }) => verdict === 'fail') ?? outcomes.find(({ verdict }) => verdict !== 'pass');
  return withOthers(other ?? pass(...labels.map((label) => evidence.one(label))), failed.slice(1));
}

function wants({
  after,
  lacks,
  group,
  mayHangUp,
}: Table): Pick<Probe, 'after' | 'lacks' | 'group' | 'mayHangUp' | 'mayBeCharged'> {
  return {
    mayBeCharged: true,
    ...(after === undefined ? {} : { after }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(group === undefined ? {} : { group }),
    ...(mayHangUp === undefined ? {} : { mayHangUp }),
  };
}

/** One after the other, so that little has left when a rate limit is noticed; tables run side by side. */
function senderOf(bodies: Table['bodies'], options: Pick<SendOptions, 'key'>): Probe['run'] {
  return async (kit) => {
    for (const [label, body] of Object.entries(bodies)) {
      // Hundreds of creates would take hours there: they are left untested.
      kit.skipIfRateLimited();
      const made = typeof body === 'function' ? body(kit) : body;
      const fit = typeof made === 'string' ? made : withFittingMedia(kit.profile, made);
      const { exchange } = await kit.create(label, fit, options);
      // The first create that is accepted breaks the promise, and it costs money.
      if (options.key === undefined && acceptedId(exchange) !== undefined) break;
    }
    return undefined;
  };
}
