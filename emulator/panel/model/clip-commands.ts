/** Commands that download a clip: as a client, or with the control API. */

import { accountPath, toCurl, type CommandPlace } from './command.ts';

/** The commands read the key from a variable. */
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

/** The control API returns the clip without a key, without fault rules and without an entry in the journal. */
export function asideCommand(account: string, id: string, place: CommandPlace): string {
  return `${toCurl({ method: 'GET', path: accountPath(account, `/generations/${id}/clip`) }, place)} -f -o clip.mp4`;
}
