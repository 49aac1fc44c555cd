/** Whether a program that not every machine has is here; what needs it is skipped elsewhere, with the reason in its title. */

import { spawnSync } from 'node:child_process';

export function hasTool(tool: string): boolean {
  // A module of Python: Debian installs no command of that name.
  const [program, ...args] = tool === 'pytest' ? ['python3', '-m', 'pytest'] : [tool];
  return spawnSync(program, [...args, tool === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).status === 0;
}
