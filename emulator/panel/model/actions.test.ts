import { expect, test } from 'vitest';

import { withAction, withVariables } from './actions.ts';
import { commandsOn, type PanelCommand } from './command.ts';

const on = commandsOn('qa');
const scenarios = (...names: string[]): PanelCommand => on.useScenarios('Turn on', 'Turned on', names);
const codes = (actions: readonly PanelCommand[]): string[] => actions.map(({ code }) => code);

test('a setting replaces the same setting before it, unless requests arrived in between', () => {
  const first = [on.advance(60), on.setBalance(1)];
  expect(codes(withAction(first, on.setBalance(2), false))).toEqual(codes([on.advance(60), on.setBalance(2)]));
  expect(withAction(first, on.setBalance(2), true)).toHaveLength(3);
  expect(withAction(first, on.advance(60), false)).toHaveLength(3);
});

test('scenarios that are turned on and off again leave no line', () => {
  expect(withAction([scenarios('storm_503')], scenarios(), false)).toEqual([]);
  expect(withAction([scenarios('storm_503')], scenarios(), true)).toHaveLength(2);
  const [used, other] = [scenarios('storm_503'), on.advance(60)];
  expect(codes(withAction([used, other, scenarios('empty_500')], scenarios(), false))).toEqual(
    codes([used, other, scenarios()]),
  );
});

test('a rule that is added and removed again leaves no line', () => {
  const add = { ...on.addRule({ effect: { kind: 'answer' } }, false), added: 'added-1' };
  expect(codes(withAction([on.advance(60), add], on.removeRule('added-1'), false))).toEqual(codes([on.advance(60)]));
  expect(withAction([add], on.removeRule('added-1'), true)).toHaveLength(2);
  expect(withAction([add], on.removeRule('other'), false)).toHaveLength(2);
});

test('ids of generations are variables, in the order of the list', () => {
  const ids = ['0', '1', '2'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);
  const move = (id = ''): PanelCommand => on.move(id, { status: 'running' });
  expect(withVariables([on.reset(), move(ids[2]), move(ids[0])], ids)).toEqual([
    'await standin.reset();',
    'const [generation2, generation1] = await standin.generations.list(); // the latest first',
    "await standin.generations.move(generation1.id, { status: 'running' });",
    "await standin.generations.move(generation2.id, { status: 'running' });",
  ]);
  expect(withVariables([on.reset()], ids)).toEqual(['await standin.reset();']);
});
