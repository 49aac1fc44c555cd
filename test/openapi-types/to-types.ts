/** Runs openapi-typescript and TypeScript 5, which this workspace has for it; the project itself is compiled with TypeScript 7. */

import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** The types that a user of openapi-typescript gets from a document. */
export async function toTypes(document: string): Promise<string> {
  return astToString(await openapiTS(document));
}

/** Compiles sources that lie in memory beside this file, and tells each one's errors as `TS2322: …`. */
export function compile(sources: Readonly<Record<string, string>>): Record<string, string[]> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = new Map(Object.entries(sources).map(([name, text]) => [`${folder}${name}`, text]));
  const program = ts.createProgram({ rootNames: [...files.keys()], options: OPTIONS, host: hostWith(files) });
  const errors = ts.getPreEmitDiagnostics(program);
  const ofFile = (path: string | undefined): string[] => errors.filter(({ file }) => file?.fileName === path).map(text);
  const byName = Object.keys(sources).map((name): [string, string[]] => [name, ofFile(`${folder}${name}`)]);
  return { ...Object.fromEntries(byName), '': ofFile(undefined) };
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  skipLibCheck: true,
};

function hostWith(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  return {
    ...host,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path) ?? host.readFile(path),
    getSourceFile: (path, languageVersion, ...rest) => {
      const text = files.get(path);
      if (text === undefined) return host.getSourceFile(path, languageVersion, ...rest);
      return ts.createSourceFile(path, text, languageVersion);
    },
  };
}

function text({ code, messageText }: ts.Diagnostic): string {
  return `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
}
