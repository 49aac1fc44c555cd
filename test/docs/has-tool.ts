/** Whether a program that not every machine has is here; what needs it is skipped elsewhere, with the reason in its title. */

import { spawnSync } from 'node:child_process';

export function hasTool(tool: string): boolean {
  return spawnSync(tool, [tool === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).status === 0;
}
