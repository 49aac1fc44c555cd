/** How a clip is downloaded: as a client does it, and past all that counts and judges clients. */

import { accountPath, toCurl, type CommandPlace } from './command.ts';

/** The key is read from a variable; each text writes `clip.mp4`, but for that of TypeScript. */
export function clipCommands(id: string, place: CommandPlace): Record<string, string> {
  const url = `${place.origin}/v1/videos/${encodeURIComponent(id)}/content`;
  return {
    curl: `curl -f -o clip.mp4 ${url} -H "Authorization: Bearer $STANDIN_API_KEY"`,
    TypeScript: [
      `const response = await fetch('${url}', {`,
      '  headers: { authorization: `Bearer ${process.env.STANDIN_API_KEY}` },',
      '});',
      'const clip = await response.arrayBuffer();',
    ].join('\n'),
  };
}

/** The control API has the clip, too: without a key, a fault rule, or an entry in the journal. */
export function asideCommand(account: string, id: string, place: CommandPlace): string {
  return `${toCurl({ method: 'GET', path: accountPath(account, `/generations/${id}/clip`) }, place)} -f -o clip.mp4`;
}
