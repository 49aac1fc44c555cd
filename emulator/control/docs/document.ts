/** Builds the OpenAPI document of the control API from its routes. */

import * as z from 'zod';
import { CONTROL_ERRORS, type ControlErrorCode } from '../control-error.ts';
import { ROUTE_TAGS, type ControlRoute } from '../route.ts';
import { toSchemas, type JsonSchema, type NamedSchemas, type SchemaSet } from './components.ts';

const ALWAYS: readonly ControlErrorCode[] = [
  'forbidden_host',
  'forbidden_origin',
  'missing_control_token',
  'invalid_control_token',
  'internal_error',
  'store_unavailable',
];
const ON_WRITES: readonly ControlErrorCode[] = [
  'invalid_content_type',
  'request_too_large',
  'invalid_json',
  'invalid_input',
];
const ERROR = jsonOf({ $ref: '#/components/schemas/ErrorEnvelope' });

/** Builds the document. Named schemas become components. */
export function toControlDocument(routes: readonly ControlRoute[], named: NamedSchemas) {
  const used = routes.flatMap(({ body, answer }) => [body, answer.schema].filter((each) => each !== undefined));
  const schemas = toSchemas(named, used);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of the emulator',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{}, { controlToken: [] }],
    tags: Object.entries(ROUTE_TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        controlToken: { type: 'http', scheme: 'bearer', description: 'The control token, if the server has one.' },
      },
    },
  };
}

function operationOf(route: ControlRoute, schemas: SchemaSet): object {
  const { operationId, summary, description, tag, body } = route;
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(body !== undefined && {
      requestBody: { required: !body.safeParse({}).success, content: jsonOf(schemas.of(body)) },
    }),
    responses: { ...answerOf(route, schemas), ...errorsOf(route) },
  };
}

function pathParameters({ path }: ControlRoute): object[] {
  const names = path.matchAll(/\{(\w+)\}/g);
  return Array.from(names, ([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function queryParameters({ query }: ControlRoute): object[] {
  if (query === undefined) return [];
  // The output type is used, because a number in a query is sent as text.
  const { properties = {} } = z.toJSONSchema(query, { io: 'output' });
  return Object.entries(properties).map(([name, schema]) => {
    const { description } = Object(schema) as JsonSchema;
    return { name, in: 'query', required: false, description, schema };
  });
}

function answerOf({ answer }: ControlRoute, schemas: SchemaSet): Record<number, object> {
  const { status = 200, description, type = 'application/json', schema } = answer;
  return { [status]: { description, content: { [type]: schema === undefined ? {} : { schema: schemas.of(schema) } } } };
}

/** Returns one response per status. Its description lists the error codes. */
function errorsOf({ method, path, opensAccount, errors = [], query }: ControlRoute): Record<number, object> {
  const onInput = query === undefined ? [] : (['invalid_input'] as const);
  const onAccount = path.includes('{name}') && opensAccount === undefined ? (['account_not_found'] as const) : [];
  const codes = new Set([...ALWAYS, ...(method === 'GET' ? onInput : ON_WRITES), ...onAccount, ...errors]);
  const answers: Record<number, { readonly description: string; readonly content: object }> = {};
  for (const code of codes) {
    const [status, when] = CONTROL_ERRORS[code];
    const earlier = answers[status] === undefined ? '' : `${answers[status].description}\n`;
    answers[status] = { description: `${earlier}\`${code}\`: ${when}`, content: ERROR };
  }
  return answers;
}

function jsonOf(schema: JsonSchema): object {
  return { 'application/json': { schema } };
}

const DESCRIPTION = `Reads and changes the emulator: accounts, their clocks, faults, generations and snapshots. The control API is for tests and
testers. Clients of the video API never need it. Request and response bodies are JSON in snake_case. Requests that change data must have the Content-Type \`application/json\`. Errors
have the same JSON structure as errors of the video API. The name of an account comes from its key: \`sk_standin_ci-42\` belongs to the account \`ci-42\`.

Without a control token, the control API accepts a request only if its Host header names this machine. It also rejects requests from pages of other origins.`;
