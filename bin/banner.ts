/** Builds the banner of `standin serve`: the URL, a key, and a command to paste. */

import type { Readiness, Settings } from '../emulator/commands.ts';

const EXAMPLE = '{"model":"videomodel-2.5","prompt":"a red fox in the snow","duration_seconds":5}';
const DEMO_KEY = 'sk_standin_demo';

/** Returns the banner without its ffmpeg line, which is printed later. */
export function bannerOf(url: string, settings: Settings): string {
  const isOpen = settings.auth !== 'listed';
  const key = isOpen ? DEMO_KEY : '$STANDIN_API_KEY';
  const insecure = settings.tls === 'self-signed' ? ' --insecure' : '';
  return [
    `Standin listens on ${url}${settings.basePath}`,
    '',
    `  key     ${isOpen ? `${DEMO_KEY}  (any sk_standin_<label> is a separate account)` : 'a key of one of the listed accounts'}`,
    ...panelLine(url, settings),
    `  try     curl${insecure} ${url}${settings.basePath}/v1/videos -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${EXAMPLE}'`,
  ].join('\n');
}

/** Returns the line with the URL of the panel, if the control API is on. */
function panelLine(url: string, { control, controlToken }: Settings): string[] {
  if (!control) return [];
  return [`  panel   ${url}/_standin/${controlToken === undefined ? '' : '  (asks for the control token)'}`];
}

/** Returns the line about ffmpeg: its version and origin, or how to install it. */
export function ffmpegLine({ ffmpeg, reason }: Readiness): string {
  return ffmpeg.found ? `  ffmpeg  ${ffmpeg.version} (${ffmpeg.origin})` : `  ffmpeg  none: ${reason}`;
}

/** Returns the line that explains why clips are not cached between starts. */
export function cacheLine(problem: string): string {
  return `  cache   none: ${problem}. Standin encodes the clips again after each start. Choose another folder with --cache-folder.`;
}
