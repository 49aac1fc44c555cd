/** What can be done to an account, as commands. */

import type { GenerationMove } from '../../control/routes/generations.ts';
import { accountPath, toLiteral, type PanelCommand } from './command.ts';

/** A rule or a snapshot as JSON. */
type Json = Readonly<Record<string, unknown>>;

/** Every action on one account. */
export function commandsOn(name: string) {
  const at = (rest: string): string => accountPath(name, rest);
  return {
    setBalance: (dollars: number): PanelCommand => ({
      label: 'Set balance',
      request: { method: 'PUT', path: at('/balance'), body: { balance_usd: dollars } },
      code: `await standin.setBalance(${dollars});`,
    }),
    revokeKeys: (): PanelCommand => ({
      label: 'Revoke its keys',
      request: { method: 'POST', path: at('/keys/revoke') },
      code: 'await standin.revokeKey();',
    }),
    restoreKeys: (): PanelCommand => ({
      label: 'Restore its keys',
      request: { method: 'POST', path: at('/keys/restore') },
      code: 'await standin.restoreKey();',
    }),
    reset: (): PanelCommand => ({
      label: 'Reset',
      request: { method: 'POST', path: at('/reset') },
      code: 'await standin.reset();',
    }),
    move: (id: string, to: GenerationMove): PanelCommand => ({
      label: `Move to ${to.status}`,
      request: { method: 'POST', path: at(`/generations/${encodeURIComponent(id)}/move`), body: to },
      code: `await standin.generations.move(${toLiteral(id)}, ${toLiteral(to)});`,
    }),
    ...clockCommands(at),
    ...faultCommands(at),
    ...snapshotCommands(at),
  };
}

type At = (rest: string) => string;

function clockCommands(at: At) {
  return {
    setClock: (label: string, clock: string): PanelCommand => ({
      label,
      request: { method: 'PUT', path: at('/clock'), body: { clock } },
      code: `await standin.clock.set(${toLiteral(clock)});`,
    }),
    advance: (seconds: number): PanelCommand => ({
      label: 'Advance',
      request: { method: 'POST', path: at('/clock/advance'), body: { by_seconds: seconds } },
      code: `await standin.clock.advance({ seconds: ${seconds} });`,
    }),
    advanceTo: (to: string): PanelCommand => ({
      label: 'To the next event',
      request: { method: 'POST', path: at('/clock/advance'), body: { to } },
      code: `await standin.clock.advance({ to: ${toLiteral(to)} });`,
    }),
    runUntilIdle: (): PanelCommand => ({
      label: 'To the last event',
      request: { method: 'POST', path: at('/clock/run-until-idle') },
      code: 'await standin.clock.runUntilIdle();',
    }),
  };
}

function faultCommands(at: At) {
  return {
    useScenarios: (label: string, scenarios: readonly string[]): PanelCommand => ({
      label,
      request: { method: 'PUT', path: at('/scenarios'), body: { scenarios } },
      code: `await standin.scenarios.use(${scenarios.map(toLiteral).join(', ')});`,
    }),
    /** The rule in the spelling of the control API, and in that of TypeScript. */
    addRule: (rule: Json, camelRule: Json, isKept: boolean): PanelCommand => ({
      label: 'Add the rule',
      request: { method: 'POST', path: at('/faults'), body: isKept ? { rule, keep: true } : { rule } },
      code: `await standin.faults.add(${toLiteral(camelRule)}${isKept ? ', { keep: true }' : ''});`,
    }),
    removeRule: (id: string): PanelCommand => ({
      label: 'Remove',
      request: { method: 'DELETE', path: at(`/faults/${encodeURIComponent(id)}`) },
      code: `await standin.faults.remove(${toLiteral(id)});`,
    }),
    clearRules: (): PanelCommand => ({
      label: 'Remove all',
      request: { method: 'PUT', path: at('/faults'), body: { rules: [] } },
      code: 'await standin.faults.clear();',
    }),
    restartCounts: (): PanelCommand => ({
      label: 'Start all counts again',
      request: { method: 'POST', path: at('/faults/restart') },
      code: 'await standin.faults.restart();',
    }),
  };
}

function snapshotCommands(at: At) {
  return {
    takeSnapshot: (): PanelCommand => ({
      label: 'Take a snapshot',
      request: { method: 'GET', path: at('/snapshot') },
      code: 'const before = await standin.snapshot();',
    }),
    restoreSnapshot: (snapshot: Json): PanelCommand => ({
      label: 'Restore',
      request: { method: 'PUT', path: at('/snapshot'), body: snapshot },
      code: 'await standin.restore(before);',
    }),
    fork: (wanted: string | undefined): PanelCommand => ({
      label: 'Fork',
      request: { method: 'POST', path: at('/fork'), body: wanted === undefined ? {} : { name: wanted } },
      code: `const fork = await standin.fork(${wanted === undefined ? '' : toLiteral(wanted)});`,
    }),
  };
}
