/** The failure scenarios of a request: from its account, its header and markers in its prompt. */

import type { EnteredAccount } from '../../domain/account.ts';
import { noSuchScenario } from '../../domain/near-names.ts';
import type { ApiRequest } from '../messages.ts';
import type { Call } from '../call.ts';
import type { ApiContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { scenarioProblem } from '../service.ts';

/** The header with the names of scenarios for this request, separated by commas. */
const SCENARIO_HEADER = 'x-standin-scenario';
/** A marker. It excludes brackets, or each unclosed marker would be searched to the end of the prompt. */
const MARKER = /\[\[standin:([^[\]]*)\]\]/g;
/**
 * A misspelled marker: other brackets, case, signs or spaces, or no closing bracket. Ordinary prompts contain
 * "stand-in". A word in two parts is a marker only in double brackets, or before the name of a scenario.
 */
const MALFORMED_MARKER =
  /\[\[\s*(?:standin\b|stand[-_ ]in\s*[:=])[^\]\n]{0,80}\]{0,2}|(?:\[{1,2}|\{{1,2}|<{1,2}|\(\()\s*(?:standin\s*[:=]\s*[\w-]*|stand[-_ ]in[\s:=]+([\w-]+))\s*[\])}>]{0,2}/gi;
/** A misspelled header. Other headers do not begin like this. */
const MALFORMED_HEADER = /^(?:x-)?stand-?in(?:-|$)/;

/** Returns the scenarios of the account and the header. An unknown name is refused with suggestions. */
export function scenariosOf(
  context: ApiContext,
  request: ApiRequest,
  account: EnteredAccount,
): readonly string[] | Refusal {
  const header = request.header(SCENARIO_HEADER);
  if (header === undefined) return misspelledHeader(request) ?? account.scenarios;
  const named = header.split(',').map((name) => name.trim());
  return refuseUnknown(context, named, SCENARIO_HEADER) ?? [...account.scenarios, ...named];
}

/** Returns the scenarios from the header or markers of a create, which its generation stores. */
export function requestedScenarios({ faults, account }: Call, marked: readonly string[]): readonly string[] {
  const earlier = faults?.scenarios ?? [];
  if (earlier.length + marked.length === 0) return NONE;
  const all = new Set([...earlier, ...marked]);
  return Array.from(all).filter((name) => !account.scenarios.includes(name));
}

/** Returns the scenarios that markers in a prompt name, such as `[[standin:fails_in_pending]]`. */
export function markedScenarios(context: ApiContext, prompt: string): readonly string[] | Refusal {
  if (!MENTIONS_STANDIN.test(prompt)) return NONE;
  const named = Array.from(prompt.matchAll(MARKER), ([, name = '']) => name.trim());
  return refuseUnknown(context, named, 'prompt') ?? misspelledMarker(context, prompt) ?? named;
}

/** A shared empty list, because a million generations may store it. */
const NONE: readonly never[] = [];
/** A fast test that most prompts fail. */
const MENTIONS_STANDIN = /stand[-_ ]?in/i;

function misspelledMarker({ scenarios }: ApiContext, prompt: string): Refusal | undefined {
  for (const [malformed, name] of prompt.replaceAll(MARKER, '').matchAll(MALFORMED_MARKER)) {
    if (name !== undefined && !scenarios.names().includes(name.toLowerCase())) continue;
    return new Refusal('unknown_scenario', {
      message: `prompt: "${malformed.slice(0, 64)}" is not a scenario marker. Write [[standin:<scenario>]]; \`standin scenarios\` lists the names.`,
    });
  }
  return undefined;
}

function misspelledHeader(request: ApiRequest): Refusal | undefined {
  let misspelled: string | undefined;
  request.eachHeader((name) => {
    if (MALFORMED_HEADER.test(name)) misspelled = name;
  });
  if (misspelled === undefined) return undefined;
  const message = `The header "${misspelled.slice(0, 64)}" is unknown. To turn a scenario on, send the header ${SCENARIO_HEADER}.`;
  return new Refusal('unknown_scenario', { message });
}

function refuseUnknown(
  { scenarios, service }: ApiContext,
  named: readonly string[],
  place: string,
): Refusal | undefined {
  const names = scenarios.names();
  for (const name of named) {
    const problem = names.includes(name)
      ? scenarioProblem(service, scenarios, name)
      : noSuchScenario(name, names, '`standin scenarios` lists them.');
    if (problem !== undefined) return new Refusal('unknown_scenario', { message: `${place}: ${problem}` });
  }
  return undefined;
}
