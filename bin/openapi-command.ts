/** `standin openapi`: the interface as an OpenAPI 3.1 document. */

import { Command } from 'commander';
import type { CommandContext } from './terminal.ts';

/** Builds the command; it loads its work when it runs. */
export function openapiCommand({ terminal }: CommandContext): Command {
  return new Command('openapi')
    .description('print the OpenAPI 3.1 document')
    .option('--yaml', 'as YAML instead of JSON')
    .action(async ({ yaml = false }: { readonly yaml?: boolean }) => {
      const { openApiText } = await import('../contract/index.ts');
      terminal.stdout.write(yaml ? await toYaml(openApiText()) : openApiText());
    });
}

/** Readers of YAML 1.1 take `on` and `no` for booleans, so such words are quoted. */
async function toYaml(json: string): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(JSON.parse(json), { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
