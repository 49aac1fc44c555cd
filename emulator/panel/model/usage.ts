/** The first request with a new key, in the languages that people use. */

const BODY = { model: 'videomodel-2.5', prompt: 'a red fox in the snow', duration_seconds: 5 };

export const RESOLUTION_NAMES = ['480p', '720p', '1080p'] as const;

/** Each text runs as it stands: it creates a generation and prints its record. */
export function usageOf(url: string, key: string): Record<string, string> {
  const body = JSON.stringify(BODY);
  return {
    curl: [
      `curl ${url}/v1/videos \\`,
      `  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
      `  -d '${body}'`,
    ].join('\n'),
    TypeScript: [
      `const response = await fetch('${url}/v1/videos', {`,
      `  method: 'POST',`,
      `  headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' },`,
      `  body: JSON.stringify(${body}),`,
      `});`,
      `console.log(response.status, await response.json());`,
    ].join('\n'),
    Python: [
      `import json, urllib.request`,
      ``,
      `request = urllib.request.Request(`,
      `    "${url}/v1/videos",`,
      `    json.dumps(${body}).encode(),`,
      `    {"Authorization": "Bearer ${key}", "Content-Type": "application/json"},`,
      `)`,
      `print(urllib.request.urlopen(request).read().decode())`,
    ].join('\n'),
  };
}
