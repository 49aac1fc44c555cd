/** A scene put together by hand, as the file of a scenario. */

import type { RuleView } from '../../control/routes/faults.ts';
import type { ScenarioView } from '../../control/routes/scenarios.ts';
import { accountPath, shellWord, type CommandPlace } from './command.ts';
import { asObject, inCamelCase, withoutDefaults, type JsonObject, type RuleSchema } from './rule-schema.ts';
import { ruleWords } from './rule-words.ts';

export interface SceneParts {
  readonly name: string;
  /** What the server does; made from the rules where it is empty. */
  readonly server: string;
  /** What a correct client does. */
  readonly client: string;
  /** The account's own rules. */
  readonly rules: readonly RuleView[];
  /** The scenarios that are on, with their rules. */
  readonly scenarios: readonly ScenarioView[];
  /** What accounts open with, where the scene says so. */
  readonly balance?: number | undefined;
}

const NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;
/** Behind those of the package. */
const FIRST_NUMBER = 1001;

/** What is wrong with a scene, in the order of its fields. */
export function sceneProblems({ name, client, rules, scenarios }: SceneParts): string[] {
  const problems: string[] = [];
  if (!NAME.test(name)) problems.push('The name must have lower-case letters, digits and single _ between them.');
  if (client.trim() === '') problems.push('Say what a correct client does: it is what the scene is for.');
  if (rulesOfScene(rules, scenarios).length === 0)
    problems.push('There is no rule yet: turn a scenario on, or add a rule.');
  return problems;
}

/** The file, in the spelling of `fixtures/scenarios`: rules without their counters and without what is as ever. */
export function toScenarioFile(parts: SceneParts, schema: RuleSchema): JsonObject {
  const { name, server, client, balance } = parts;
  const inForce = rulesOfScene(parts.rules, parts.scenarios);
  const told =
    server.trim() === '' ? inForce.map((rule) => ruleWords(asObject(withoutDefaults(schema, rule)))).join(' ') : server;
  return {
    number: FIRST_NUMBER,
    name,
    server: told,
    client,
    ...(balance !== undefined && { account: { balance } }),
    rules: inForce.map((rule) => inCamelCase(schema, withoutDefaults(schema, rule))),
  };
}

/** In the order in which they are evaluated: the account's own, then those of scenarios. */
function rulesOfScene(own: readonly RuleView[], scenarios: readonly ScenarioView[]): JsonObject[] {
  const rules = own.map(({ seen: _seen, hits: _hits, spent: _spent, ...rule }): JsonObject => rule);
  const named = scenarios.flatMap(({ name, rules: theirs }) =>
    theirs.map((rule, at): JsonObject => ({ ...rule, id: `${name}:${plainId(rule['id']) ?? at + 1}` })),
  );
  return [...rules, ...named];
}

function plainId(id: unknown): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** How a file of this name is put to use. */
export function sceneUsage(name: string, account: string, { origin, hasToken }: CommandPlace): Record<string, string> {
  const file = `${NAME.test(name) ? name : 'my_scene'}.json`;
  const token = hasToken ? ' -H "Authorization: Bearer $STANDIN_CONTROL_TOKEN"' : '';
  return {
    TypeScript: [
      `import scene from './${file}' with { type: 'json' };`,
      '',
      `await standin.faults.replace(scene.rules, { keep: true });`,
    ].join('\n'),
    curl: [
      `jq '{ rules: .rules, keep: true }' ${file} |`,
      `  curl -X PUT ${shellWord(`${origin}/_standin${accountPath(account, '/faults')}`)}${token} -H 'Content-Type: application/json' -d @-`,
    ].join('\n'),
  };
}
