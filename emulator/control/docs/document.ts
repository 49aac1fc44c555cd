/** The OpenAPI document of the control API, made from its table. */

import * as z from 'zod';
import { CONTROL_ERRORS, type ControlErrorCode } from '../control-error.ts';
import { toSchemas, type JsonSchema, type Schemas } from './components.ts';
import { TAGS, type ControlRoute } from '../route.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
}

interface Response {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Response['content'] };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface ControlDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<'title' | 'version' | 'description', string>> & { readonly license: License };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, { type: 'http'; scheme: 'bearer'; description: string }>>;
  };
}

type License = Readonly<Record<'name' | 'identifier', string>>;
const MIT: License = { name: 'MIT', identifier: 'MIT' };

const ALWAYS: readonly ControlErrorCode[] = [
  'forbidden_host',
  'forbidden_origin',
  'missing_control_token',
  'invalid_control_token',
  'internal_error',
];
const ON_WRITES: readonly ControlErrorCode[] = [
  'invalid_content_type',
  'request_too_large',
  'invalid_json',
  'invalid_input',
];
const EnvelopeRef = { $ref: '#/components/schemas/ErrorEnvelope' };

/** Makes the document of these routes. */
export function toControlDocument(routes: readonly ControlRoute[]): ControlDocument {
  const schemas = toSchemas(
    routes.flatMap(({ body, answer }) => [body, answer.schema].filter((each) => each !== undefined)),
  );
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas);
  return {
    openapi: '3.1.0',
    info: { title: 'Control API of the emulator', version: '1.0.0', description: DESCRIPTION, license: MIT },
    servers: [{ url: '/' }],
    security: [{}, { controlToken: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        controlToken: { type: 'http', scheme: 'bearer', description: 'The control token, where the server has one.' },
      },
    },
  };
}

function operationOf(route: ControlRoute, schemas: Schemas): Operation {
  const { operationId, summary, description, tag, body } = route;
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(body !== undefined && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: schemas.of(body) } },
      },
    }),
    responses: { ...answerOf(route, schemas), ...errorsOf(route) },
  };
}

function pathParameters({ path }: ControlRoute): Parameter[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: ControlRoute): Parameter[] {
  if (query === undefined) return [];
  // As it is read: a number in a query is sent as text.
  const { properties = {} } = z.toJSONSchema(query, { io: 'output' });
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean'
      ? []
      : [{ name, in: 'query' as const, required: false, description: schema.description, schema }],
  );
}

function answerOf({ answer }: ControlRoute, schemas: Schemas): Operation['responses'] {
  const { status, description, type = 'application/json', schema } = answer;
  const content = { [type]: schema === undefined ? {} : { schema: schemas.of(schema) } };
  return { [String(status)]: { description, content } };
}

/** One answer for each status; its description lists the codes and what each means. */
function errorsOf({ method, errors = [], query }: ControlRoute): Operation['responses'] {
  const onInput = query === undefined ? [] : (['invalid_input'] as const);
  const codes = new Set([...ALWAYS, ...(method === 'GET' ? onInput : ON_WRITES), ...errors]);
  const byStatus = new Map<number, ControlErrorCode[]>();
  for (const code of codes) {
    const { status } = CONTROL_ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const answers = Array.from(byStatus, ([status, list]): [string, Response] => {
    const description = list.map((code) => `\`${code}\`: ${CONTROL_ERRORS[code].when}`).join('\n');
    return [String(status), { description, content: { 'application/json': { schema: EnvelopeRef } } }];
  });
  return Object.fromEntries(answers);
}

const DESCRIPTION = `Reaches into the emulator: accounts, their clocks, faults, generations and snapshots. It belongs to tests and
testers; the API that it stands beside never needs it. Answers and bodies are JSON, writes are sent as \`application/json\`, errors
have the envelope of the API. An account is named as its key names it: \`sk_standin_ci-42\` opens the account \`ci-42\`.

Without a control token it answers on names of this machine only, and no page of another origin.`;
