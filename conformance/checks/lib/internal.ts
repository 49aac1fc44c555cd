/** Finds details of internal systems in errors and headers, and duplicate names in JSON. */

import type { Answered } from '../../engine/evidence.ts';
import type { Flaw } from './cases.ts';
import { jsonOf } from '../../client/exchange.ts';

type Pattern = readonly [RegExp, string];

/** Patterns that neither a header nor a body may match. */
const PROGRAM: readonly Pattern[] = [
  [/\bat \S+ \(.*:\d+:\d+\)|Traceback \(most recent call|\.(py|js|ts|go|java|rb|rs):\d+/, 'a stack trace'],
  [/node_modules|site-packages/, 'the file path of a library'],
  [
    /SQLSTATE|syntax error at or near|duplicate key value|invalid input syntax for type|\bSELECT\b.+\bFROM \w+ WHERE\b/i,
    'the database',
  ],
  [
    /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|ENOENT|EACCES|KeyError|TypeError|NullPointerException|undefined is not)\b/,
    'an internal error message of a program',
  ],
  [/\barn:aws[a-z-]*:/, 'a cloud resource'],
];

/** Patterns that a header may match, for example because of a proxy, but a message may not. */
const SURROUNDINGS: readonly Pattern[] = [
  [/(^|[\s"'(])\/(usr|home|var|opt|app|srv|etc|root)\/\S/, 'a path of the server'],
  [/\b(psycopg\d?|sqlalchemy|asyncpg|prisma|sequelize|mongodb|redis)\b/i, 'the database'],
  [
    /\b(seedance|volcengine|bytedance|kling|runwayml|fal\.ai|openai|vertex ai|stability ai|comfyui|modal\.run|hailuo|minimax|hunyuan|higgsfield)\b/i,
    'a provider',
  ],
  [
    /\b(runway|luma|pika|haiper)(-| )?(api|ai|labs|gen-?\d|dream machine)\b|\b(sora|veo)(-| )?v?\d|\bgoogle (veo|gemini)\b/i,
    'a provider',
  ],
  // These names are also English words.
  [
    /\breplicate(\.com|: |'s| (api|prediction|returned|failed|error|model))|\b(from|at|by|via|provider) replicate\b|\b(aws|amazon) bedrock\b|\bbedrock(-| )(runtime|model|api|agent)|\b(from|at|by|via|provider) bedrock\b/i,
    'a provider',
  ],
  [
    /\b(stripe|adyen|braintree|paypal)(\.\w+)?( api)?( error|\.com\/v\d| returned| responded| declined)|\bapi\.(stripe|paypal|openai|replicate)\.com\b|\bcard_declined\b/i,
    'a payment provider',
  ],
  [
    /\b(CUDA|cuDNN|torch|tensorflow)\b.*\b(error|out of memory)\b|\bout of memory\b.*\b(GPU|CUDA)\b|\b(OOMKilled|SIGKILL|SIGSEGV)\b|\b(ffmpeg|libx264) (exited|failed|error)/i,
    'an internal program',
  ],
  [
    /\b(RuntimeError|AttributeError|IndexError|ZeroDivisionError|AssertionError|UnicodeDecodeError|OperationalError|IntegrityError|ProgrammingError)\b|'NoneType' object|\bCannot read propert|\blist index out of range\b|\bruntime error: |\bnil pointer\b|\bgoroutine \d+|\bjava\.(lang|io|util|sql)\.|\borg\.(springframework|hibernate)\b|\brpc error: code =/,
    'an internal error message of a program',
  ],
  [
    /\b(s3|gs|az):\/\/[\w.-]+\/|\b(postgres(ql)?|mysql|mongodb(\+srv)?|redis|amqp):\/\/\S/i,
    'the URL of a storage or a database',
  ],
  [/\b(amazonaws\.com|googleapis\.com|aliyuncs\.com|volces\.com|svc\.cluster\.local)\b/i, 'an internal host'],
  [/\b[a-z0-9-]+(\.internal|(\.[a-z0-9-]+)+\.(intranet|corp|lan|local|localdomain))\b/i, 'an internal host'],
  [
    /\b(localhost|127\.0\.0\.1|10(\.\d{1,3}){3}|192\.168(\.\d{1,3}){2}|172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}):\d{2,5}\b/,
    'an internal address',
  ],
];

const PROVIDERS = SURROUNDINGS.filter(([, what]) => what === 'a provider');

/** Headers of proxies, clouds and browser policies. They may name any company. */
const OF_SURROUNDINGS =
  /^(server|via|forwarded|x-(cache.*|served-by|powered-by|amz-.*|azure-.*|goog-.*)|content-security-policy.*|report-to|reporting-endpoints|nel|alt-svc|set-cookie|link|location|access-control-.*)$/i;

/** Headers that are named after a provider. The time that a proxy waited for its upstream is not such a header. */
const OF_PROVIDER =
  /^x-(upstream|provider|vendor|backend-provider|model-provider)(-(name|id|task|job|run|prediction|generation|operation|request|model|account|region|endpoint|url|host|status|code|error|message|trace))*$/i;

/** Finds a provider in the headers: its name, or its own id for the generation. */
export function providerInHeaders({ response }: Answered): Flaw | undefined {
  const own = response.headers.filter(([name]) => !OF_SURROUNDINGS.test(name));
  const named = own.find(([name]) => OF_PROVIDER.test(name));
  if (named !== undefined) return ['no information about the provider', `the header ${named.join(': ')}`];
  return leak(own.map((line) => line.join(': ')).join('\n'), PROVIDERS);
}

/** Finds details of internal systems in a body. */
export function leakInBody(answer: Answered): Flaw | undefined {
  const text = withoutItself(answer.response.body.text ?? '', answer);
  const sent = (): string => withoutItself(answer.request.body ?? '', answer);
  return leak(text, PROGRAM) ?? leak(withoutWords(text), SURROUNDINGS, sent);
}

/** Removes codes and types, because they may look like a host name: `request_error.internal`. */
function withoutWords(text: string): string {
  return text.replaceAll(/"(code|type)"\s*:\s*"[\w.-]*"/g, '');
}

/** Finds details of the program in the headers. */
export function leakInHeaders({ response }: Answered): Flaw | undefined {
  return leak(response.headers.map((line) => line.join(': ')).join('\n'), PROGRAM);
}

/** Removes the host of the request. The service under test may run at such an address and may name it. */
function withoutItself(text: string, { request }: Answered): string {
  const { host, hostname } = new URL(request.url);
  const bare = text.replaceAll(host, '');
  return /[a-z].*\./i.test(hostname) ? bare.replaceAll(hostname, '') : bare;
}

/** Finds the first match of a pattern. A response may repeat text of its request. */
function leak(text: string, patterns: readonly Pattern[], sent = (): string => ''): Flaw | undefined {
  for (const [pattern, what] of patterns) {
    const match = pattern.exec(text)?.[0];
    if (match !== undefined && !sent().includes(match))
      return ['no information about internal systems', `${what}: "${match}"`];
  }
  return undefined;
}

const TOKEN = /"(?:\\.|[^"\\])*"(\s*:)?|[{}[\]]/g;

/** Returns the names that occur twice in one object of a response. A text that JSON.stringify would write has none. */
export function namesTwice({ response }: Answered): string[] {
  const { text = '' } = response.body;
  return JSON.stringify(jsonOf(response)) === text ? [] : repeatedNames(text);
}

/** Returns the names that occur twice in one object, in order. */
export function repeatedNames(text: string): string[] {
  const open: (Set<string> | undefined)[] = [];
  const repeated = new Set<string>();
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) note(token.slice(1, -1 - colon.length), { among: open.at(-1), repeated });
  }
  return [...repeated];
}

function note(name: string, { among, repeated }: { among: Set<string> | undefined; repeated: Set<string> }): void {
  if (among?.has(name) === true) repeated.add(name);
  among?.add(name);
}
