/** Parameters of a client's run. */
export interface ClientRun {
  /** Address of the gateway, without `/v1`. */
  url: string
  model: string
  prompt: string
  /** An empty home folder. */
  home: string
}

export interface Client {
  /** Command of the client, without its arguments. */
  command: readonly string[]
  version: string
  /** Arguments of a run before, which sets the client up. */
  before?(run: ClientRun): readonly string[]
  arguments(run: ClientRun): readonly string[]
  environment?(run: ClientRun): Readonly<Record<string, string>>
  /** Files of settings, keyed by their path in the home folder. */
  files?(run: ClientRun): Readonly<Record<string, unknown>>
}

const key = 'any-text'

export interface Program extends Omit<Client, 'command' | 'version'> {
  /** Name of the package in the registry. */
  package: string
  /** Version, if the newest does not install. Default: the newest. */
  at?: string
  bin: string
}

const pi: Omit<Program, 'files'> = {
  package: '@earendil-works/pi-coding-agent',
  at: '0.87.1',
  bin: 'pi',
  arguments: ({ model, prompt }) => ['--offline', '-p', '--provider', 'reason', '--model', model, prompt],
  environment: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' }),
}

const qwen: Pick<Program, 'package' | 'bin' | 'files'> = {
  package: '@qwen-code/qwen-code',
  bin: 'qwen',
  files: () => ({
    '.qwen/settings.json': {
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    },
  }),
}

/** Programs with the settings of the guide, and with settings that prevent requests to other servers. */
export const programs: Readonly<Record<string, Program>> = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    bin: 'claude',
    arguments: ({ prompt }) => ['-p', prompt, '--allowedTools', 'Read,Bash,Glob,LS'],
    environment: ({ url, model }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_MODEL: model,
      ANTHROPIC_SMALL_FAST_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
  },
  codex: {
    package: '@openai/codex',
    bin: 'codex',
    arguments: ({ prompt }) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
    environment: () => ({ REASON_KEY: key }),
    files: ({ url, model }) => ({
      '.codex/config.toml': [
        `model = "${model}"`,
        'model_provider = "reason"',
        'check_for_update_on_startup = false',
        '[analytics]',
        'enabled = false',
        '[model_providers.reason]',
        'name = "Reason"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "REASON_KEY"',
        // As at OpenAI's own address: otherwise Codex uses HTTP.
        'supports_websockets = true',
        // As with OpenAI's own address. Without it, Codex uses HTTP.
      ].join('\n'),
    }),
  },
  opencode: {
    package: 'opencode-ai',
    bin: 'opencode',
    arguments: ({ model, prompt }) => ['run', '--auto', '-m', `reason/${model}`, prompt],
    environment: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' }),
    files: ({ url, model }) => ({
      '.config/opencode/opencode.json': {
        autoupdate: false,
        share: 'disabled',
        provider: {
          reason: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: { [model]: { reasoning: true, tool_call: true, interleaved: { field: 'reasoning_content' } } },
          },
        },
      },
    }),
  },
  pi: { ...pi, files: ({ url, model }) => piModels({ api: 'openai-completions', baseUrl: `${url}/v1`, model }) },
  'pi-messages': { ...pi, files: ({ url, model }) => piModels({ api: 'anthropic-messages', baseUrl: url, model }) },
  'pi-responses': { ...pi, files: ({ url, model }) => piModels({ api: 'openai-responses', baseUrl: `${url}/v1`, model }) },
  'qwen-code': {
    ...qwen,
    arguments: ({ prompt }) => ['--auth-type', 'openai', '--yolo', prompt],
    environment: ({ url, model }) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: model }),
  },
  'qwen-code-messages': {
    ...qwen,
    arguments: ({ prompt }) => ['--auth-type', 'anthropic', '--yolo', prompt],
    environment: ({ url, model }) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key, ANTHROPIC_MODEL: model }),
  },
  cline: {
    package: 'cline',
    bin: 'cline',
    before: ({ url, model }) => ['auth', '-p', 'openai-compatible', '-k', key, '-m', model, '-b', `${url}/v1`],
    arguments: ({ prompt }) => ['-P', 'openai-compatible', prompt],
    environment: () => ({ CLINE_TELEMETRY_DISABLED: '1', CLINE_NO_AUTO_UPDATE: '1', DO_NOT_TRACK: '1' }),
  },
  continue: {
    package: '@continuedev/cli',
    bin: 'cn',
    arguments: ({ home, prompt }) => ['--config', `${home}/continue.yaml`, '--auto', '-p', prompt],
    environment: () => ({ CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_METRICS_ENABLED: '0', CONTINUE_ALLOW_ANONYMOUS_TELEMETRY: '0' }),
    files: ({ url, model }) => ({
      'continue.yaml': [
        'name: walk',
        'version: 1.0.0',
        'schema: v1',
        'models:',
        '  - name: reason',
        '    provider: openai',
        `    model: ${JSON.stringify(model)}`,
        `    apiBase: ${url}/v1`,
        `    apiKey: ${key}`,
        '    roles: [chat]',
        '    capabilities: [tool_use]',
      ].join('\n'),
    }),
  },
}

function piModels({ api, baseUrl, model }: { api: string; baseUrl: string; model: string }): Readonly<Record<string, unknown>> {
  return {
    '.pi/agent/models.json': {
      providers: {
        reason: { baseUrl, api, apiKey: key, models: [{ id: model, reasoning: true, contextWindow: 200_000, maxTokens: 16_000 }] },
      },
    },
  }
}
