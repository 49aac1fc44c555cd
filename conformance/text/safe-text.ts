/**
 * Makes text that others have written safe for each kind of output: terminals, pipelines, Markdown, XML, SARIF, JSON.
 * Both judges use it: of servers, and of clients.
 */

import { escapeInvisible } from '../../contract/invisible.ts';

const LINE_BREAK = /\r\n?|\n/g;
/**
 * What pipelines obey in the log of a job: `::error::` at the beginning of a line, `##[error]` and `##vso[...]`
 * anywhere. An IPv6 address such as `::1` is not a command.
 */
const COMMAND_START = /(^|\s)::(?![\da-fA-F]{0,4}(?:[:.%/\])]|\s|$))/g;
const COMMAND_MARK = /##(?=\w*\[)/g;

/** For a terminal or the log of a pipeline: nothing in it moves the cursor, hides text, or is a command. */
export function plainText(text: string): string {
  return escapeInvisible(text.replaceAll(LINE_BREAK, '\n'))
    .replaceAll(COMMAND_START, String.raw`$1\::`)
    .replaceAll(COMMAND_MARK, String.raw`#\#`);
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text.replaceAll(LINE_BREAK, ' ').replaceAll('\t', ' '));
}

/** For Markdown outside of code: shown as it is, on one line. */
export function markdownText(text: string): string {
  return escapeInvisible(text.replaceAll(LINE_BREAK, ' '))
    .replaceAll(/[\\`*[\]|~#!]|(?<!\w)_|_(?!\w)/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** For a message of SARIF, where brackets make a link. */
export function sarifText(text: string): string {
  return escapeInvisible(text).replaceAll(/[\\[\]]/g, String.raw`\$&`);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For an element or a quoted attribute of XML or HTML; characters that XML does not allow are replaced. */
export function escapeXml(text: string): string {
  return plainText(text)
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** JSON that says the same, and is safe to print: no control characters, and no commands for a pipeline. */
export function jsonText(value: unknown, indent: number): string {
  return escapeInvisible(JSON.stringify(value, undefined, indent)).replaceAll('##', String.raw`#\u0023`);
}
