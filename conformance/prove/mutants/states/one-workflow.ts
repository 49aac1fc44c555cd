/** Servers that break a promise in one workflow, or late in the life of a generation. */

import { also, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { recording } from '../../tamper/answers.ts';
import { every, imagesOf, inImageMode, operates, soundsOf, sourcesOf, type Test } from '../../tamper/workflow.ts';
import { fieldsOf, withKey, type Tampering } from '../../server.ts';

/** The tests that recognize the workflow of a create. */
const WORKFLOWS = {
  image: (body) => inImageMode(body) && imagesOf(body) === 1,
  frames: (body) => inImageMode(body) && imagesOf(body) === 2,
  reference: (body) => soundsOf(body) > 0 && sourcesOf(body) > 0,
  edit: operates('edit'),
  extend: every(operates('extend'), (body) => sourcesOf(body) === 1),
} as const satisfies Readonly<Record<string, Test>>;

const running = (record: Fields): Fields => ({ ...record, status: 'running', output: undefined });

const LATER: readonly Mutant[] = [
  ...Object.entries(WORKFLOWS).map(([name, when]) =>
    also(['state.terminal', `fifth-look-${name}`], `shows a generation as running at the fifth poll (${name})`, {
      tamper: later(when, 5, running),
    }),
  ),
  also(['state.terminal', 'sixth-look-failed'], 'shows a failed generation as pending at the sixth poll', {
    tamper: later(isFailing, 6, (record) => ({ ...record, status: 'pending', error: undefined })),
    // Another check makes this generation.
    selection: { only: ['state.terminal', 'credits.refund'] },
  }),
  also(['record.cost-usd.reserved', 'fifth-look'], 'adds a cent to the cost of an edit at the fifth poll', {
    tamper: later(WORKFLOWS.edit, 5, (record) => ({ ...record, cost_usd: Number(record['cost_usd']) + 0.01 })),
  }),
];

const MONEY: readonly Mutant[] = [
  also(['credits.refund.once.late', 'failed'], 'refunds again at the eleventh poll of a failure', {
    tamper: () => givingBack('failed', 11),
  }),
  also(['credits.refund.once.late', 'completed'], 'refunds a completed generation at the eighth poll', {
    tamper: () => givingBack('completed', 8),
  }),
];

export const ONE_WORKFLOW_MUTANTS: readonly Mutant[] = [...LATER, ...MONEY];

function isFailing(body: Fields): boolean {
  return String(body['prompt']).includes('[[standin:fails_');
}

/** Changes the records of some generations from a poll after their end on. */
function later(when: Test, from: number, change: (record: Fields) => Fields): () => Tampering {
  return () => {
    const [meant, looks] = [new Set<unknown>(), new Map<unknown, number>()];
    const changed = recording((record, { operation }) => {
      const { id, status } = record;
      if (operation !== 'get' || !meant.has(id) || (status !== 'completed' && status !== 'failed')) return record;
      const count = (looks.get(id) ?? 0) + 1;
      looks.set(id, count);
      return count >= from ? change(record) : record;
    })();
    return async (call, engine) => {
      const answer = await changed(call, engine);
      if (call.operation === 'create' && answer.status === 202 && when(call.json)) meant.add(fieldsOf(answer)['id']);
      return answer;
    };
  };
}

/** Lets the key for one generation pay once more, after some polls of its own generation with this end. */
function givingBack(end: 'failed' | 'completed', at: number): Tampering {
  let looks = 0;
  return async (call, engine) => {
    const isOnce = call.key.includes('-once~');
    const isPaid = isOnce && call.operation === 'create' && looks >= at;
    const answer = await engine(isPaid ? withKey(call, 'sk_standin_lender') : call);
    if (isOnce && call.operation === 'get' && fieldsOf(answer)['status'] === end) looks += 1;
    return answer;
  };
}
