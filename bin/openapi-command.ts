/** `standin openapi`: the interface as an OpenAPI 3.1 document. */

import { Command } from 'commander';

/** Builds the command; its work is loaded when it runs. */
export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the OpenAPI 3.1 document')
    .option('--yaml', 'as YAML instead of JSON')
    .action(async ({ yaml = false }: { readonly yaml?: boolean }) => {
      const { openApiText, toOpenApi, toYaml } = await import('../contract/index.ts');
      process.stdout.write(yaml ? toYaml(toOpenApi()) : openApiText());
    });
}
