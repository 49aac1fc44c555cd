/** Builds the OpenAPI document of the control API from its routes. */

import * as z from 'zod';
import { snakeName } from '../../../lib/spelling.ts';
import { CONTROL_ERRORS, type ControlErrorCode } from '../control-error.ts';
import { ROUTE_TAGS, type ControlRoute } from '../route.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

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
export function toControlDocument(routes: readonly ControlRoute[], named: Readonly<Record<string, z.ZodType>>) {
  const used = routes.flatMap(({ body, unreadBody, answer }) =>
    [body ?? unreadBody, answer.schema].filter((each) => each !== undefined),
  );
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
  const { operationId, summary, description, tag, body = route.unreadBody, answer } = route;
  const { status = 200, type = 'application/json', schema } = answer;
  const content = { [type]: schema === undefined ? {} : { schema: schemas.of(schema) } };
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    parameters: parametersOf(route),
    ...(body !== undefined && {
      requestBody: { required: !body.safeParse({}).success, content: jsonOf(schemas.of(body)) },
    }),
    responses: { [status]: { description: answer.description, content }, ...errorsOf(route) },
  };
}

function parametersOf({ path, query }: ControlRoute): object[] {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  // The output type is used, because a number in a query is sent as text.
  const { properties = {} } = query === undefined ? {} : z.toJSONSchema(query, { io: 'output' });
  const inQuery = Object.entries(properties).map(([name, schema]) => {
    const { description } = Object(schema) as JsonSchema;
    return { name, in: 'query', required: false, description, schema };
  });
  return [...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })), ...inQuery];
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

type SchemaSet = ReturnType<typeof toSchemas>;

/** Converts all schemas together, so that they refer to components instead of repeating them. */
function toSchemas(named: Readonly<Record<string, z.ZodType>>, used: readonly z.ZodType[]) {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.ZodType, string>(Object.entries(named).map(([name, schema]) => [schema, name]));
  for (const schema of used) if (!names.has(schema)) names.set(schema, `inline-${names.size}`);
  for (const [schema, id] of names) registry.add(schema, { id });
  // With the input type, fields with defaults are optional, and responses can get new fields.
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: refTo, unrepresentable: 'any' });
  const { __shared: shared, ...own } = schemas;
  const clean = Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, cleaned(schema)]));
  const hoisted = Object.entries(shared?.$defs ?? {}).map(([name, schema]) => [`Shared-${name}`, cleaned(schema)]);
  const components = Object.keys(named).map((name) => [name, clean[name] ?? {}]);
  return {
    components: Object.fromEntries([...components, ...hoisted]),
    /** Returns a reference to the component of a schema, or the schema inline. */
    of: (schema: z.ZodType): JsonSchema => {
      const name = names.get(schema) ?? '';
      return Object.hasOwn(named, name) ? { $ref: refTo(name) } : (clean[name] ?? {});
    },
  };
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Prepares a schema for the document: removes `$id` and `$schema`, and converts names to snake_case. */
function cleaned(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify({ ...schema, $schema: undefined, $id: undefined }).replaceAll(
    '#/components/schemas/__shared#/$defs/',
    refTo('Shared-'),
  );
  return JSON.parse(text, inSnakeCase) as JsonSchema;
}

function inSnakeCase(keyword: string, value: unknown): unknown {
  if (keyword === 'required' && Array.isArray(value)) return value.map((name) => snakeName(String(name)));
  if (keyword !== 'properties' || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]: [string, unknown]) => [snakeName(name), field]));
}

const DESCRIPTION = `Reads and changes the emulator: accounts, their clocks, faults, generations and snapshots. The control API is for tests and
testers. Clients of the video API never need it. Request and response bodies are JSON in snake_case. Requests that change data must have the Content-Type \`application/json\`. Errors
have the same JSON structure as errors of the video API. The name of an account comes from its key: \`sk_standin_ci-42\` belongs to the account \`ci-42\`.

Without a control token, the control API accepts a request only if its Host header names this machine. It also rejects requests from pages of other origins.`;
