/**
 * Tests that touch Node and yet say on one version what they say on all, each with the reason. They run on the Node that `npm test` runs
 * on; whatever is not named here runs on all (`depends-on-node.ts`).
 */

export const REASONS: Readonly<Record<string, string>> = {
  'test/adding.test.ts': 'does what a developer does, with the tools of a developer',
  'test/docs-links.test.ts': 'reads pages',
  'test/docs.test.ts':
    'runs the commands and libraries that cli, conformance-cli, examples, install and msw run on all',
  'test/faults/rates.test.ts': 'computes chances from hashes',
  'test/generated.test.ts': 'compares files that a developer generates',
  'test/independent.test.ts':
    "asks for the kit's verdicts of a server in Python; conformance*.test.ts run the kit on all",
  'test/openapi-lint.test.ts': 'a linter reads the document',
  'test/openapi-types.test.ts': 'a compiler reads the types',
  'test/prove-explain.test.ts': 'compares verdicts of the kit about emulators in its own process',
  'test/prove.test.ts':
    'compares verdicts of the kit about emulators in its own process; prove-command.test.ts runs on all',
  'test/render/sizes.test.ts': 'looks at what ffmpeg draws; workflows.test.ts and cache.test.ts run ffmpeg on all',
  'test/workflow.test.ts': 'actionlint reads a workflow, whose command conformance-cli.test.ts runs on all',
  'contract/openapi/agreement.whole.test.ts': 'compares two readings of data',
  'contract/openapi/beyond-json-schema.test.ts': 'compares two readings of data',
  'contract/openapi/document.test.ts': 'reads the document',
};
