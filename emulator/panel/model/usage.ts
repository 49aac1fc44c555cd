/** Shows a create request in several languages. */

import { jsonOf, shellWord, toLiteral } from './command.ts';

/** Returns code for each language. The code sends the create and prints the response. */
export function usageOf(url: string, headers: Readonly<Record<string, string>>, body: unknown): Record<string, string> {
  const json = jsonOf(body);
  return {
    curl: [
      `curl ${url}`,
      ...Object.entries(headers).map((header) => `-H ${shellWord(header.join(': '))}`),
      `-d ${shellWord(json)}`,
    ].join(' \\\n  '),
    TypeScript: [
      `const response = await fetch('${url}', {`,
      `  method: 'POST',`,
      `  headers: ${toLiteral(headers)},`,
      `  body: JSON.stringify(${toLiteral(body)}),`,
      `});`,
      `console.log(response.status, await response.json());`,
    ].join('\n'),
    Python: [
      `from urllib.request import Request, urlopen`,
      ``,
      `body = ${toLiteral(json)}.encode()`,
      `headers = ${jsonOf(headers)}`,
      `print(urlopen(Request('${url}', body, headers)).read().decode())`,
    ].join('\n'),
  };
}
