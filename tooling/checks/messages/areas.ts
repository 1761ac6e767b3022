import type { SourceMessage } from './source-messages.ts'

/** A section of the page: messages that a reader meets in one place. */
export interface Area {
  title: string
  /** Text before the table, which helps with all messages of the section. */
  lead: string
  /** Folders or files of sources. */
  from: readonly string[]
  kind?: SourceMessage['kind']
  /** Sorts the messages by code, because the texts of one code belong together. */
  byCode?: true
}

const gateway = ['apps/server/src', 'packages/gateway/src', 'packages/gateway-api/src']

const inGateway = (...paths: string[]): string[] =>
  paths.flatMap((path) => [`apps/server/src/gateway/${path}`, `packages/gateway/src/${path}`])

/** All sections. A message goes into the first that matches it. */
export const areas: readonly Area[] = [
  {
    title: 'Warnings',
    lead: 'Parts of a stream. [Warnings](warnings.md) and [warnings of policies](policy-warnings.md) explain each code and what to do.',
    from: ['packages/core', 'packages/harmony', 'packages/think-tags', 'packages/marker', 'packages/json-fields', 'packages/policy'].concat(
      'packages/providers-',
      'packages/wire-kit',
      'packages/budget',
      'packages/redaction',
      ...gateway,
    ),
    kind: 'warning',
  },
  {
    title: 'Log of the gateway',
    lead: 'Lines of JSON on standard output. `err`, `reason`, `path` and `model` beside the message hold the cause. `level` is a number: 20 debug, 30 info, 40 warn, 50 error.',
    from: gateway,
    kind: 'log',
  },
  {
    title: 'Settings and start of the gateway',
    lead: 'Printed before the gateway listens, or by `reason config check`. [Configuration](configuration.md) explains files and sources, [Settings](settings.md) every flag.',
    from: [
      'apps/server/src/config',
      'apps/server/src/process',
      'apps/server/src/commands',
      'apps/server/src/start.ts',
      'packages/plugins',
      ...inGateway('settings'),
    ],
  },
  {
    title: 'Responses of the gateway',
    lead: 'The `message` of an error response. [Errors of the gateway](gateway-errors.md) lists statuses and codes.',
    from: [...gateway, 'packages/routing', 'packages/keys', 'packages/budget', 'packages/seals'],
  },
  {
    title: 'Notes on requests',
    lead: 'The header `x-reason-notes` and `notes` of `writeRequest`: what a provider cannot express, and what was sent instead. See [Request translation](request-translation.md).',
    from: ['packages/providers-', 'packages/claude', 'packages/wire-kit'],
  },
  {
    title: 'Findings of the doctor',
    lead: 'Printed by `reason doctor`. Rows with one code are a finding, its evidence, its effect and its remedies. See [Examine a server](../how-to/examine-a-server.md).',
    from: ['packages/doctor', 'packages/probe'],
    byCode: true,
  },
  {
    title: 'Command',
    lead: 'Printed by `reason` on standard error. [Exit codes](exit-codes.md) tells usage errors from failures.',
    from: ['apps/cli'],
  },
  {
    title: 'Traces, redaction and policies',
    lead: 'Thrown by the packages, and passed on by the gateway and the command. See [Traces](traces.md) and [Policies](policies.md).',
    from: ['packages/trace-store', 'packages/redaction', 'packages/policy', 'packages/metrics', 'packages/otel', 'packages/audit'],
  },
  {
    title: 'Chat templates',
    lead: 'Why a template could not be rendered. See [Read a chat template](../how-to/read-a-chat-template.md).',
    from: ['packages/chat-template'],
  },
  {
    title: 'Conformance kit',
    lead: 'What an adapter did wrong. See [the rules of a splitter](adapter-rules.md).',
    from: ['packages/conformance'],
  },
  { title: 'Splitting', lead: 'Thrown by core and adapters. [Errors](errors.md) explains each code.', from: ['packages/'] },
  { title: 'Pages', lead: 'Texts of the web pages. See [Pages](pages.md).', from: ['apps/web'] },
]

/** Sources without messages. Their texts have another page, are samples, or are prompts for models. */
export const otherSources: readonly string[] = [
  'apps/server/src/config/settings.ts',
  ...inGateway('settings/settings.ts', 'settings/routing-rules.ts'),
  'packages/gateway-api/src/openapi',
  'apps/cli/src/commands',
  'packages/metrics/src/definitions.ts',
  'packages/otel/src/instruments.ts',
  'packages/conformance/src/rules.ts',
  'packages/core/src/warnings.ts',
  ...inGateway('rules/budget/wrap-ups.ts'),
  'packages/marker/src/directive.ts',
  'packages/doctor/src/probes.ts',
  'packages/conformance/src/inputs/foreign-texts.ts',
  'apps/web/src/pages/playground/welcome/why/recording.ts',
  'apps/web/src/pages/bench/examples.ts',
  'apps/web/src/words/en/samples.ts',
]
