/** The envelope of SARIF 2.1.0, for the reports of the kit and of the audition. */

import { jsonText, sarifText } from './safe-text.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export interface SarifRule {
  readonly id: string;
  readonly short: string;
  readonly full: string;
  readonly help: string;
}

export interface SarifResult {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  /** A file relative to the root of the repository, and its line. Code scanning rejects results without a file. */
  readonly uri: string;
  readonly line: number;
  /** The reason why a result is known and does not count. */
  readonly known?: string | undefined;
}

interface SarifLog {
  readonly name: string;
  readonly version: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  readonly properties?: object;
}

/** Renders the file. */
export function sarifLog({ name, version, rules, results, properties }: SarifLog): string {
  const driver = {
    name,
    version,
    rules: rules.map(({ id, short, full, help }) => ({
      id,
      shortDescription: { text: short },
      fullDescription: { text: full },
      help: { text: help },
    })),
  };
  const run = { tool: { driver }, results: results.map(resultOf), ...(properties === undefined ? {} : { properties }) };
  return `${jsonText({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, 1)}\n`;
}

function resultOf({ rule, level, message, uri, line, known }: SarifResult): object {
  return {
    ruleId: rule,
    level,
    message: { text: sarifText(message) },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: Math.max(1, line) } } }],
    ...(known === undefined ? {} : { suppressions: [{ kind: 'external', justification: known }] }),
  };
}
