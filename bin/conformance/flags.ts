/** The flags of `standin conformance`. */

import { InvalidArgumentError, type Command } from 'commander';

/** Adds them to a command. */
export function conformanceFlags(command: Command): Command {
  return command
    .option('--profile <name or file>', 'standin for the emulator, or a JSON or TypeScript file')
    .option('--key <key>', 'API key (or STANDIN_API_KEY)')
    .option('--key-other <key>', 'a key of another account')
    .option('--key-poor <key>', 'a key of an account without credits')
    .option('--key-once <key>', 'a key with credits for one 4 s clip at 480p, which a run spends')
    .option('--key-revoked <key>', 'a key that was valid once')
    .option('--key-watched <key>', 'a key whose generations take a few polls')
    .option('--key-second <key>', 'another key of the account of the primary one')
    .option('--failing-prompt <prompt>', 'a prompt that makes a generation fail')
    .option('--only <globs>', 'checks or sections, with * for any characters', list)
    .option('--skip <globs>', 'checks or sections to leave out', list)
    .option('--gate <names>', 'which requirements fail the run when broken: document, http', list)
    .option('--reuse <ids>', 'completed generations that stand in for paid ones', list)
    .option('--budget <usd>', 'US dollars that the run may spend', number)
    .option('--plan', 'print every check with its worst-case cost, and send nothing')
    .option('--thorough', 'also check every resolution, aspect ratio and rule for files')
    .option('--hostile', 'also send huge bodies and deeply nested JSON')
    .option('--provoke', 'also send requests in quick succession until a 429')
    .option('--concurrency <n>', 'requests under way at once', number)
    .option('--rate <n>', 'requests that may begin in a second', number)
    .option('--timeout <seconds>', 'limit of one request', number)
    .option('--patience <seconds>', 'limit of all waits for one request that 429 or 503 ask for', number)
    .option('--generation-timeout <seconds>', 'limit of one generation', number)
    .option('--run-timeout <seconds>', 'limit of the whole run', number)
    .option('--baseline <file>', 'failures that are known, and do not fail the run')
    .option('--write-baseline', 'write that file anew: with what fails now, without what passes now')
    .option('--journal <file>', 'where paid creates are recorded, so that a rerun continues')
    .option('--no-journal', 'record no paid creates')
    .option('--report <format=file,...>', 'write reports: json, junit, html, markdown, sarif')
    .option('--observed <file>', 'write what was observed, as JSON')
    .option('--verbose', 'list every check')
    .option('--json', 'print the JSON report instead of text');
}

/** The items of a list that commas separate; a flag that comes again adds to it. */
export function list(text: string, before: readonly string[] = []): string[] {
  return [...before, ...text.split(',').map((part) => part.trim())].filter((part) => part !== '');
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number that is not negative.');
  return value;
}
