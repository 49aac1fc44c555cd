/** The failure scenarios that apply to a request: of its account, of its header, of markers in its prompt. */

import type { Account } from '../../domain/account.ts';
import { noSuchScenario } from '../../domain/near-names.ts';
import type { ScenarioCatalogue } from '../../faults/scenario.ts';
import type { ApiRequest } from '../messages.ts';
import type { Call } from '../call.ts';
import type { ApiContext } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** Names of scenarios for this request, separated by commas. */
const SCENARIO_HEADER = 'x-standin-scenario';
const MARKER = /\[\[standin:([^\]]*)\]\]/g;

/** The scenarios of the account and the header; an unknown name is refused, and the message suggests near ones. */
export function scenariosOf(
  { scenarios }: ApiContext,
  request: ApiRequest,
  account: Account,
): readonly string[] | Refusal {
  const header = request.header(SCENARIO_HEADER);
  if (header === undefined) return account.scenarios;
  const named = header.split(',').map((name) => name.trim());
  return refuseUnknown(scenarios, named, SCENARIO_HEADER) ?? [...account.scenarios, ...named];
}

/** The scenarios that came with the request itself, by header or marker; a create stores them in its generation. */
export function requestedScenarios({ faults, account }: Call, marked: readonly string[]): readonly string[] {
  const earlier = faults?.scenarios ?? [];
  if (earlier.length + marked.length === 0) return [];
  const all = new Set([...earlier, ...marked]);
  return Array.from(all).filter((name) => !account.scenarios.includes(name));
}

/** The scenarios named by markers in a prompt: `[[standin:fails_in_pending]]`. */
export function markedScenarios({ scenarios }: ApiContext, prompt: string): string[] | Refusal {
  if (!prompt.includes('[[standin:')) return [];
  const named = Array.from(prompt.matchAll(MARKER), ([, name = '']) => name.trim());
  return refuseUnknown(scenarios, named, 'prompt') ?? named;
}

function refuseUnknown(catalogue: ScenarioCatalogue, named: readonly string[], place: string): Refusal | undefined {
  const names = catalogue.names();
  const unknown = named.find((name) => !names.includes(name));
  if (unknown === undefined) return undefined;
  return new Refusal('unknown_scenario', {
    message: `${place}: ${noSuchScenario(unknown, names, '`standin scenarios` lists them.')}`,
  });
}
