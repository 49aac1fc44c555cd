/** Creates the commands for all actions on an account. */

import type { GenerationMove } from '../../control/routes/generations.ts';
import { accountPath, toLiteral, type PanelCommand } from './command.ts';
import { dollars, durationText } from './texts.ts';
import { inCamelCase, type JsonObject } from './json.ts';

type Method = PanelCommand['request']['method'];
type Texts = readonly [label: string, done: string, code: string];
type Make = (call: `${Method} ${string}`, texts: Texts, body?: unknown) => PanelCommand;

/** Returns the commands for one account. */
export function commandsOn(name: string) {
  const make: Make = (call, [label, done, code], body) => {
    const [, method, rest = ''] = /^(\w+) (.*)$/.exec(call) ?? [];
    const request = { method: method as Method, path: accountPath(name, rest), ...(body !== undefined && { body }) };
    return { account: name, label, done, code, request };
  };
  const undoable: Make = (...spec) => ({ ...make(...spec), isDestructive: true });
  return { ...stateCommands(make, undoable), ...faultCommands(make, undoable) };
}

function stateCommands(make: Make, undoable: Make) {
  return {
    setBalance: (amount: number) => {
      const texts = [
        'Set balance',
        `Balance set to ${dollars(amount)}`,
        `await standin.setBalance(${amount});`,
      ] as const;
      return undoable('PUT /balance', texts, { balance_usd: amount });
    },
    revokeKeys: () => undoable('POST /keys/revoke', ['Revoke all keys', 'Keys revoked', 'await standin.revokeKey();']),
    restoreKeys: () => make('POST /keys/restore', ['Restore keys', 'Keys restored', 'await standin.restoreKey();']),
    reset: () => undoable('POST /reset', ['Reset account', 'Account reset', 'await standin.reset();']),
    deleteAccount: () => undoable('DELETE ', ['Delete account', 'Account deleted', 'await standin.close();']),
    move: (id: string, to: GenerationMove) => {
      const code = `await standin.generations.move(${toLiteral(id)}, ${toLiteral(to)});`;
      const path = `/generations/${encodeURIComponent(id)}/move`;
      const label = to.status === 'running' ? 'Start running' : `Finish as ${to.status}`;
      return undoable(`POST ${path}`, [label, `${id.slice(0, 8)} is ${to.status}`, code], to);
    },
    setClock: (label: string, clock: string) => {
      const texts = [label, `Clock set to ${clock}`, `await standin.clock.set(${toLiteral(clock)});`] as const;
      return make('PUT /clock', texts, { clock });
    },
    advance: (seconds: number) => {
      const code = `await standin.clock.advance({ seconds: ${seconds} });`;
      const texts = ['Advance', `Clock moved ${durationText(seconds * 1000)} ahead`, code] as const;
      return undoable('POST /clock/advance', texts, { by_seconds: seconds });
    },
    advanceTo: (to: string) => {
      const code = `await standin.clock.advance({ to: ${toLiteral(to)} });`;
      return undoable('POST /clock/advance', ['Jump to next event', 'Moved to the next event', code], { to });
    },
    runUntilIdle: () => {
      const texts = ['Jump to last event', 'Moved to the last event', 'await standin.clock.runUntilIdle();'] as const;
      return undoable('POST /clock/run-until-idle', texts);
    },
  };
}

function faultCommands(make: Make, undoable: Make) {
  return {
    useScenarios: (label: string, done: string, scenarios: readonly string[]) => {
      const code = `await standin.scenarios.use(${scenarios.map(toLiteral).join(', ')});`;
      return make('PUT /scenarios', [label, done, code], { scenarios });
    },
    addRule: (rule: JsonObject, isKept: boolean) => {
      const code = `await standin.faults.add(${toLiteral(inCamelCase(rule))}${isKept ? ', { keep: true }' : ''});`;
      return undoable('POST /faults', ['Add rule', 'Rule added', code], isKept ? { rule, keep: true } : { rule });
    },
    /** Replaces all rules of the account. Rules without a limit do not expire. */
    replaceRules: (label: string, done: string, rules: readonly JsonObject[]) => {
      const code = `await standin.faults.replace(${toLiteral(inCamelCase(rules))}, { keep: true });`;
      return undoable('PUT /faults', [label, done, code], { rules, keep: true });
    },
    removeRule: (id: string) => {
      const code = `await standin.faults.remove(${toLiteral(id)});`;
      return undoable(`DELETE /faults/${encodeURIComponent(id)}`, ['Remove', 'Rule removed', code]);
    },
    restartCounts: () =>
      make('POST /faults/restart', ['Restart all', 'All counts start again', 'await standin.faults.restart();']),
    takeSnapshot: () =>
      make('GET /snapshot', ['Take snapshot', 'Snapshot taken', 'const before = await standin.snapshot();']),
    restoreSnapshot: (snapshot: JsonObject) =>
      undoable('PUT /snapshot', ['Restore', 'Snapshot restored', 'await standin.restore(before);'], snapshot),
    fork: (wanted: string | undefined) => {
      const code = `const fork = await standin.fork(${wanted === undefined ? '' : toLiteral(wanted)});`;
      return make('POST /fork', ['Fork', 'Account forked', code], wanted === undefined ? {} : { name: wanted });
    },
  };
}
