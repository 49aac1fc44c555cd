/** Defines `standin openapi`, which prints the API as an OpenAPI document. */

import { Command, Option } from 'commander';
import type { CommandContext } from './terminal.ts';
import { tryToWrite, UNWRITTEN } from './named-files.ts';

interface OpenApiFlags {
  readonly version: '3.1' | '3.0';
  readonly yaml?: boolean;
  readonly out?: string;
}

export function openapiCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('openapi')
    .description('print the API as an OpenAPI document')
    .addOption(
      new Option('--version <version>', 'version of OpenAPI; use 3.0 for code generators that cannot read 3.1')
        .choices(['3.1', '3.0'])
        .default('3.1'),
    )
    .option('--yaml', 'print YAML instead of JSON')
    .option('--out <file>', 'write to this file instead of standard output')
    .action(async ({ version, yaml = false, out }: OpenApiFlags) => {
      const { openApiText } = await import('../contract/index.ts');
      const text = yaml ? await toYaml(openApiText(version)) : openApiText(version);
      if (out === undefined) terminal.stdout.write(text);
      else if (!tryToWrite([{ path: out, text }], terminal)) exitWith(UNWRITTEN);
    });
}

/** Converts JSON to YAML. Words such as `on` and `no` are quoted, because YAML 1.1 reads them as booleans. */
async function toYaml(json: string): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(JSON.parse(json), { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
