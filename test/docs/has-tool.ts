/**
 * Reports whether an optional program is installed. Tests that need it skip otherwise, with the reason in the title.
 */

import { spawnSync } from 'node:child_process';

export function hasTool(tool: string): boolean {
  // pytest is a module of Python: Debian does not install a command of that name.
  const [program, ...args] = tool === 'pytest' ? ['python3', '-m', 'pytest'] : [tool];
  return spawnSync(program, [...args, tool === 'go' ? 'version' : '--version'], { stdio: 'ignore' }).status === 0;
}
