/**
 * Tests that touch Node and yet say on one version what they say on all, each with the reason. They run on the Node that `npm test` runs
 * on; whatever is not named here runs on all (`depends-on-node.ts`).
 */

export const REASONS: Readonly<Record<string, string>> = {
  'test/adding.test.ts': 'does what a developer does, with the tools of a developer',
  'test/audition/broken-clients.test.ts':
    'verdicts about clients in this process; audition-cli.test.ts runs drivers on all',
  'test/audition/careful-clients.test.ts': 'verdicts about a client; audition-cli.test.ts runs drivers on all',
  'test/audition/personalities.test.ts':
    'verdicts about clients in this process; audition-cli.test.ts runs drivers on all',
  'test/audition/published-clients.test.ts': 'judges published clients; audition-cli.test.ts runs drivers on all',
  'test/audition/schedules.test.ts': 'verdicts about a client in this process, on a clock that does not wait',
  'test/backends/conflicting.test.ts': 'the behaviour suite over another store; doors.test.ts runs it on all',
  'test/backends/durable.test.ts':
    'the behaviour suite over another store; durable/killed.test.ts opens folders on all',
  'test/backends/slow.test.ts': 'the behaviour suite over another store; doors.test.ts runs it on all',
  'test/conformance-bad-faith.test.ts': 'verdicts about servers that lie; hostile/kit-*.test.ts go over sockets on all',
  'test/conformance-cli.test.ts':
    'verdicts and options of the kit; cli.test.ts runs the command and kit-text.test.ts the kit on all',
  'test/conformance-differences.test.ts': 'compares verdicts about emulators in its own process',
  'test/conformance-same-answer.test.ts': 'compares verdicts of the kit; hostile/kit-*.test.ts go over sockets on all',
  'test/conformance-spending.test.ts': 'counts what a run pays; hostile/kit-*.test.ts go over sockets on all',
  'test/container.test.ts': 'reads the Dockerfile, whose command cli.test.ts runs on all',
  'test/docs-links.test.ts': 'reads pages',
  'test/docs.test.ts':
    'runs the commands and libraries that cli, conformance-cli, examples, install and msw run on all',
  'test/editor.test.ts': 'asks what an editor is told by the compiler',
  'test/examples.test.ts':
    'runs the programs of docs/examples; install.test.ts runs the package as users have it on all',
  'test/faults/phases.test.ts': 'when a rule acts, by every door; faults/effects.test.ts cuts streams on all',
  'test/fuzz.test.ts': 'most goes through fetch in this process; fuzz-sockets.test.ts goes over sockets on all',
  'test/generated-clients.test.ts': 'looks at what generators and a compiler make of the document',
  'test/hostile/cache-entries.test.ts': 'damages files; disk-cache.test.ts writes and reads them on all',
  'test/hostile/control.test.ts':
    'bodies that are too much, in its own process; hosts.test.ts goes over sockets on all',
  'test/hostile/floods.test.ts': 'measures memory; resources.test.ts runs out of it, of files and of disk on all',
  'test/hostile/image-bombs.test.ts': 'looks at what ffmpeg refuses; ffmpeg-run.whole.test.ts runs it on all',
  'test/hostile/nested-sources.test.ts': 'looks at what ffmpeg draws; ffmpeg-run.whole.test.ts runs it on all',
  'test/hostile/strange-files.test.ts':
    'what the commands say of files that are none; user-handlers-file.test.ts and cli.test.ts read files on all',
  'test/hostile/undecodable-inputs.test.ts': 'looks at what ffmpeg refuses; ffmpeg-run.whole.test.ts runs it on all',
  'test/independent.test.ts':
    "asks for the kit's verdicts of a server in Python; conformance-cli.test.ts runs the kit on all",
  'test/learn.test.ts': 'compares observations of the kit; kit-text.test.ts goes over sockets on all',
  'test/linearizability/histories.test.ts':
    'histories of decisions; replicas/shared.test.ts and durable/killed.test.ts run their stores on all',
  'test/nodes.test.ts': 'chooses tests',
  'test/openapi-lint.test.ts': 'a linter reads the document',
  'test/openapi-types.test.ts': 'a compiler reads the types',
  'test/panel/commands.test.ts':
    'runs the commands that the panel shows; what they call is run by control and doors on all',
  'test/panel/panel.test.ts': 'a browser runs the page; what serves it is run by control and doors on all',
  'test/panel/clip.test.ts': 'a browser runs the page; what serves it is run by control and doors on all',
  'test/panel/pictures.test.ts': 'a browser runs the page; what serves it is run by control and doors on all',
  'test/panel/proxy.test.ts': 'a browser runs the page; what serves it is run by control and doors on all',
  'test/panel/views.test.ts': 'a browser runs the page; what serves it is run by control and doors on all',
  'test/prove-command.test.ts': 'what a developer of the kit runs; conformance-cli.test.ts runs the kit on all',
  'test/prove.test.ts':
    'compares verdicts of the kit about emulators in its own process; conformance-cli.test.ts runs the kit on all',
  'test/proxy/audition.test.ts': 'verdicts about clients; audition-cli.test.ts runs drivers on all',
  'test/proxy/kit.test.ts': 'compares verdicts of the kit; proxy/forward.test.ts goes through the proxy on all',
  'test/proxy/scenarios.test.ts':
    'the faults of faults/effects.test.ts, before another upstream; proxy/forward.test.ts runs it on all',
  'test/render/cache.test.ts': 'counts what was drawn again; ffmpeg-run.whole.test.ts runs ffmpeg on all',
  'test/render/sizes.test.ts': 'looks at what ffmpeg draws; ffmpeg-run.whole.test.ts and orphans.test.ts run it on all',
  'test/render/workflows.test.ts':
    'looks at what ffmpeg draws; ffmpeg-run.whole.test.ts and orphans.test.ts run it on all',
  'test/replicas/cluster.test.ts': 'another store of the same client; shared.test.ts runs on all',
  'test/replicas/doors.test.ts': 'the behaviour suite over another store; doors.test.ts runs it on all',
  'test/replicas/kill.test.ts': 'kills processes; what they do shared.test.ts and outage.test.ts do on all',
  'test/scenarios/creates.test.ts': 'scenarios in six ways; scenarios/refusals.test.ts goes the same ways on all',
  'test/scenarios/downloads.test.ts':
    'scenarios in six ways; content/downloads.test.ts and faults/effects.test.ts cut streams on all',
  'test/workflow.test.ts': 'actionlint reads a workflow, whose command conformance-cli.test.ts runs on all',
  'test/wrong-settings.test.ts': 'the sentences for settings that are none; cli.test.ts starts the command on all',
};
