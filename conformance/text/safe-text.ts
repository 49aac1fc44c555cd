/**
 * Makes foreign text safe for each kind of output: terminals, pipelines, Markdown, XML, SARIF, JSON. The judges of
 * servers and of clients use it.
 */

import { escapeInvisible } from '../../contract/invisible.ts';

const LINE_BREAK = /\r\n?|\n/g;
/**
 * The commands that pipelines obey in the log of a job: `::error::` at the beginning of a line, `##[error]` and
 * `##vso[...]` anywhere. An IPv6 address such as `::1` is not a command.
 */
const COMMAND_START = /(^|\s)::(?![\da-fA-F]{0,4}(?:[:.%/\])]|\s|$))/g;
const COMMAND_MARK = /##(?=\w*\[)/g;

/** Makes text safe for a terminal or a pipeline log: it cannot move the cursor, hide text or run a command. */
export function plainText(text: string): string {
  return escapeInvisible(text.replaceAll(LINE_BREAK, '\n'))
    .replaceAll(COMMAND_START, String.raw`$1\::`)
    .replaceAll(COMMAND_MARK, String.raw`#\#`);
}

/** Makes text safe as `plainText` does, on one line. */
export function plainLine(text: string): string {
  return plainText(text.replaceAll(LINE_BREAK, ' ').replaceAll('\t', ' '));
}

/** Escapes text for Markdown outside of code, on one line. */
export function markdownText(text: string): string {
  return escapeInvisible(text.replaceAll(LINE_BREAK, ' '))
    .replaceAll(/[\\`*[\]|~#!]|(?<!\w)_|_(?!\w)/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Escapes text for a SARIF message, in which brackets make a link. */
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

/** Escapes text for an element or a quoted attribute of XML or HTML. Replaces characters that XML does not allow. */
export function escapeXml(text: string): string {
  return plainText(text)
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** Serializes JSON that is safe to print: without control characters and pipeline commands. */
export function jsonText(value: unknown, indent: number): string {
  return escapeInvisible(JSON.stringify(value, undefined, indent)).replaceAll('##', String.raw`#\u0023`);
}
