import { recordings } from '@reason/testkit/recordings'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { FinishReason } from '@reason/core/parts'
import { describe, expect, it } from 'vitest'
import { fixture, reason } from './reason.ts'

const think = fixture('think.txt')

/** A new reason has to be listed here, and then in the command, too. */
const outcomes: Readonly<Record<FinishReason, true>> = {
  stop: true,
  length: true,
  'tool-calls': true,
  'content-filter': true,
  refusal: true,
  error: true,
  aborted: true,
  'no-final': true,
  'reasoning-exhausted': true,
  unknown: true,
}

const cases: { what: string; args: string[]; code: number; says: RegExp; cwd?: string }[] = [
  { what: 'an unknown command', args: ['spilt'], code: 2, says: /unknown command 'spilt'\. Did you mean split\?/ },
  { what: 'a file without a command', args: [think], code: 2, says: /It is a file: reason split .*think\.txt/ },
  ...[
    ['by a word of what it does', ['keys', 'list', '--keys', 'f'], /'--keys'\. Did you mean --file\?/],
    ['by the purpose of a store', ['traces', 'list', '--store=x'], /'--store=x'\. Did you mean --traces\?/],
    ['of a subcommand', ['keys', '--keys', 'f'], /Did you mean reason keys create --file\?/],
    ['with more words', ['keys', 'list', '--key-file', 'f'], /Did you mean --file\?/],
    ['with fewer words', ['chat', '--key', 'K'], /Did you mean --key-env\?/],
    ['in the plural', ['passport', '--models', 'm'], /Did you mean --model\?/],
    ['without its hyphen', ['top', '--keyenv', 'K'], /Did you mean --key-env\?/],
    ['with another sign', ['top', '--key_env', 'K'], /Did you mean --key-env\?/],
    ['by the API key that it has to hold', ['doctor', '--api-key', 'K', '-u', 'h'], /Did you mean --key-env\?/],
    ['by the URL that it takes', ['chat', '--url', 'http://h', 'hi'], /Did you mean --gateway\?/],
    ['by its letter', ['-v'], /Did you mean --version\?/],
    ['that is an argument', ['keys', 'create', '--name', 'bob'], /Did you mean reason keys create <name>\?/],
    ['of another command', ['split', '--upstream', 'u'], /--upstream is a flag of reason passport, reason doctor\./],
    ['that means nothing', ['top', '--port', '1'], /unknown option '--port'\. See reason top --help\.\n$/],
  ].map(([what, args, says]) => ({ what: `an option ${String(what)}`, args: args as string[], code: 2, says: says as RegExp })),
  ...[
    ['doctor', /^reason: --upstream <url> is missing\. Did you mean reason doctor --upstream http:\/\/h:1\?/],
    ['top', /Did you mean reason top --gateway http:\/\/h:1\?/],
    ['passport', /Did you mean reason passport --upstream http:\/\/h:1\?/],
  ].map(([command, says]) => ({
    what: `an address without its flag, to ${String(command)}`,
    args: [command as string, 'http://h:1'],
    code: 2,
    says: says as RegExp,
  })),
  { what: 'a model for a file', args: ['passport', 'qwen2.5:7b'], code: 3, says: /cannot read qwen2\.5:7b \(ENOENT\)/ },
  {
    what: 'a timeout that is no whole number',
    args: ['doctor', '-u', 'http://h', '--timeout', '1.5'],
    code: 2,
    says: /--timeout is 1\.5, but must be a whole number, 1 to 2147483\./,
  },
  { what: 'an address for a file', args: ['split', 'http://h:1'], code: 3, says: /It is an address: save the response to a file first\./ },
  {
    what: 'a host and a port without their flag',
    args: ['doctor', 'localhost:8080'],
    code: 2,
    says: /reason doctor --upstream localhost:8080\?/,
  },
  {
    what: 'a command that is like no other',
    args: ['serve'],
    code: 2,
    says: /There are: split, chat, .*completion\. To start the gateway, run \S+ \S+\. See/,
  },
  {
    what: 'a subcommand that is like no other',
    args: ['keys', 'add'],
    code: 2,
    says: /'add'\. There are: create, list, change, rotate, revoke\. See/,
  },
  { what: 'a flag without its hyphens', args: ['version'], code: 2, says: /Did you mean --version\?/ },
  { what: 'a flag without its value', args: ['split', '--model'], code: 2, says: /--model has no value\. Expected: model that wrote/ },
  {
    what: 'a count that is none',
    args: ['chat', '--budget', 'lots', 'hi'],
    code: 2,
    says: /--budget is lots, but must be a whole number, 0 or more/,
  },
  { what: 'a missing choice', args: ['config'], code: 2, says: /<what> is missing\. Expected: check, print, explain, schema\./ },
  { what: 'an unknown option', args: ['split', '--jsn'], code: 2, says: /unknown option '--jsn'\. Did you mean --json\?/ },
  {
    what: 'a value that is no choice',
    args: ['split', '--start', 'reasonin'],
    code: 2,
    says: /--start is \w+, but must be one of: reasoning, answer, unknown/,
  },
  {
    what: 'a command of config that there is not',
    args: ['config', 'prnt'],
    code: 2,
    says: /what is prnt, but must be one of: check, print, explain, schema/,
  },
  {
    what: 'many files, whose names it leaves out',
    args: ['split', think, think, think],
    code: 2,
    says: /^reason: .* Expected 1 argument but got 3\. See/,
  },
  { what: 'a missing argument', args: ['verify'], code: 2, says: /^reason: <path> is missing\. Expected: a file of vectors/ },
  {
    what: 'an unknown adapter',
    args: ['split', '-a', 'harmonie'],
    code: 2,
    says: /no adapter "harmonie" is known .*Did you mean "harmony"\?$/m,
  },
  {
    what: 'an unknown option of an adapter',
    args: ['split', '-a', 'think-tags', '-o', 'startTga=x'],
    code: 2,
    says: /unknown option "startTga" \(did you mean "startTag"\?\)/,
  },
  {
    what: 'an unknown family',
    args: ['split', '--family', 'qwen33_hybrid'],
    code: 2,
    says: /family is "qwen33_hybrid" \(did you mean "qwen3_hybrid"\?\), but must be one of: .*, qwen3_hybrid, /,
  },
  { what: 'a model without a name', args: ['explain', '-m', ''], code: 2, says: /--model is empty\. Name one, or leave it out/ },
  {
    what: 'an outcome that there is not',
    args: ['traces', 'list', '--outcome', 'lenght', '--traces', think],
    code: 2,
    says: new RegExp(`--outcome knows no "lenght"\\. Did you mean "length"\\? There are: ${Object.keys(outcomes).join(', ')}\\.`),
  },
  { what: 'options without an adapter', args: ['split', '-o', 'trim=1'], code: 2, says: /"trim" belongs to no adapter.*--adapter/ },
  { what: 'an option without a value', args: ['split', '-a', 'think-tags', '-o', 'trim'], code: 2, says: /--option takes key=value/ },
  {
    what: 'options that are no object',
    args: ['split', '-a', 'think-tags', '--options', '[1]'],
    code: 2,
    says: /--options takes a JSON object/,
  },
  {
    what: 'an unknown channel',
    args: ['split', '--show', 'reasonning'],
    code: 2,
    says: /--show knows no "reasonning"\. Did you mean "reasoning"\?/,
  },
  { what: 'two ways to print', args: ['split', '--json', '--parts'], code: 2, says: /--json and --parts exclude each other/ },
  {
    what: 'an unknown wire format',
    args: ['split', think, '--wire', 'openai-chta', '--framing', 'sse'],
    code: 2,
    says: /no wire format "openai-chta" is known.*Did you mean "openai-chat"\?/,
  },
  {
    what: 'an unknown wire format, which comes before its framing',
    args: ['split', think, '--wire', 'foo'],
    code: 2,
    says: /no wire format "foo" is known/,
  },
  {
    what: 'a file in the place of a wire format',
    args: ['split', '--wire', think],
    code: 2,
    says: /think\.txt is a file: name the wire format before it, or leave the flag out/,
  },
  {
    what: 'a file in the place of an adapter',
    args: ['split', '-a', think],
    code: 2,
    says: /think\.txt is a file: name the adapter before it, or leave the flag out/,
  },
  {
    what: 'the same of a conversion, and before the file',
    args: ['convert', 'no-such-file', '--from', 'foo', '--to', 'gemini'],
    code: 2,
    says: /no wire format "foo" is known/,
  },
  {
    what: 'a missing file, which comes before its framing',
    args: ['convert', 'no-such-file', '--from', 'openai-chat', '--to', 'gemini'],
    code: 3,
    says: /cannot read no-such-file \(ENOENT\)/,
  },
  {
    what: 'an unknown framing',
    args: ['split', think, '--wire', 'openai-chat', '--framing', 'see'],
    code: 2,
    says: /no framing "see" is known\. Did you mean "sse"\?/,
  },
  { what: 'a framing without a wire format', args: ['split', think, '--framing', 'sse'], code: 2, says: /needs --wire/ },
  {
    what: 'a conversion to nowhere',
    args: ['convert', think, '--from', 'openai-chat'],
    code: 2,
    says: /^reason: --to <name> is missing\. Expected: wire format of the output/,
  },
  {
    what: 'a stream that is to be one document',
    args: ['convert', think, '--from', 'openai-chat', '--to', 'gemini', '--framing', 'sse', '--stream', '--out-framing', 'json'],
    code: 2,
    says: /--out-framing json is one document, and no stream/,
  },
  {
    what: 'a document that is to be framed as a stream',
    args: ['convert', think, '--from', 'openai-chat', '--to', 'gemini', '--framing', 'sse', '--whole', '--out-framing', 'sse'],
    code: 2,
    says: /--out-framing sse is for streams, and --whole asks for one document/,
  },
  {
    what: 'binary frames for a format that has none',
    args: ['convert', think, '--from', 'openai-chat', '--to', 'gemini', '--framing', 'sse', '--out-framing', 'aws-eventstream'],
    code: 2,
    says: /gemini is not sent as aws-eventstream.*its streams are sse/,
  },
  {
    what: 'a dialect that does not exist',
    args: ['convert', think, '--from', 'openai-chat', '--to', 'openai-chat', '--framing', 'sse', '--dialect', 'deepsek'],
    code: 2,
    says: /"deepsek".*deepseek/,
  },
  {
    what: 'a dialect of a format that has none',
    args: ['convert', think, '--from', 'openai-chat', '--to', 'ollama', '--framing', 'sse', '--dialect', 'deepseek'],
    code: 2,
    says: /ollama has no dialects\. Leave out --dialect\./,
  },
  {
    what: 'a file that says nothing of its framing',
    args: ['split', think, '--wire', 'gemini'],
    code: 2,
    says: /cannot tell how .*think\.txt is framed/,
  },
  { what: 'a choice that is no number', args: ['split', '--choice', 'one'], code: 2, says: /must be a whole number/ },
  {
    what: 'a missing file',
    args: ['split', 'no-such-file.txt'],
    code: 3,
    says: /cannot read no-such-file\.txt \(ENOENT\)\. There is no such file/,
  },
  ...(existsSync('/dev/zero')
    ? ['passport', 'verify'].map((command) => ({
        what: `an input without an end, to ${command}`,
        args: [command, '/dev/zero'],
        code: 3,
        says: /\/dev\/zero is longer than 256 MB/,
      }))
    : []),
  { what: 'a folder', args: ['split', recordings], code: 3, says: /\(EISDIR\)\. It is a folder/ },
  {
    what: 'a file of an adapter that is not there',
    args: ['split', '-a', './nothing.js'],
    code: 2,
    says: /There is no file .*\/nothing\.js\. Check the path/,
    cwd: tmpdir(),
  },
]

describe('wrong usage', () => {
  it.each(cases)('$what: one line with the remedy', async ({ args, code, says, cwd }) => {
    const result = await reason(args, { ...(cwd !== undefined && { cwd }) })
    expect(result.stderr).toMatch(says)
    expect(result.stderr).toMatch(/^reason: [^\n]+\n$/)
    expect(result).toMatchObject({ code, stdout: '' })
  })

  it('shows the stack when asked to', async () => {
    const { stderr } = await reason(['split', '--show', 'x'], { env: { REASON_DEBUG: '1' } })
    expect(stderr).toMatch(/^reason: .+\nError: .+\n +at /)
  })

  it('says which Node is needed before anything else', async () => {
    const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })'
    const { stderr, code } = await reason(['--version'], { node: ['--import', `data:text/javascript,${encodeURIComponent(older)}`] })
    expect({ stderr, code }).toEqual({
      stderr:
        'reason: needs Node 22.12 or newer; this is 20.20.2. Install a newer one, or put that of a checkout first: export PATH="$PWD/node_modules/.bin:$PATH"\n',
      code: 2,
    })
  })
})

describe('help', () => {
  it.each(['split', 'convert', 'replay', 'explain', 'verify'])('of %s has examples and exit codes', async (command) => {
    const { stdout, code } = await reason([command, '--help'])
    expect(stdout).toContain(`Usage: reason ${command}`)
    expect(stdout).toMatch(/Examples:\n {2}\S/)
    expect(stdout).toContain('Exit codes: 0')
    expect(code).toBe(0)
  })

  it('is what the bare command gives', async () => {
    const bare = await reason([])
    expect(bare).toEqual(await reason(['--help']))
    expect(bare.stdout).toContain('Usage: reason')
  })

  it('has a version', async () => {
    expect((await reason(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
