import { basename } from 'node:path'
import { passportOf, templatesIn, type TemplateFacts } from '@reason/chat-template'
import { readTemplateIsolated } from '@reason/chat-template/isolated'
import type { Passport } from '@reason/core/adapter'
import { createHttpClient } from '@reason/doctor/http'
import { defined } from '@reason/wire-kit'
import { inputError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { inputName, isAddress, readText, sayThatInputIsRead } from '../input.ts'
import { keyFrom } from '../key-variable.ts'
import { createOutput } from '../output.ts'
import { paintFor } from '../render/styles.ts'
import { renderTemplate } from './render.ts'
import { templatesOf, type FoundTemplates } from './upstream.ts'

export interface PassportFlags {
  upstream?: string
  model?: string
  keyEnv?: string
  /** Timeout in seconds. */
  timeout: number
  json?: boolean
}

export interface ReadTemplate {
  name: string
  from: string
  notes: readonly string[]
  facts: TemplateFacts
  passport: Passport
}

/** Prints the facts of a template. @returns The exit code. */
export async function runPassport(file: string | undefined, flags: PassportFlags): Promise<number> {
  if (file !== undefined && flags.upstream !== undefined) throw usageError('give a file or --upstream, not both.')
  if (file !== undefined && isAddress(file)) throw usageError(`${file} is no file. Did you mean reason passport --upstream ${file}?`)
  const found = flags.upstream === undefined ? await fromFile(file, flags.model) : await fromServer(flags.upstream, flags)
  const models = [found.model ?? '*']
  const templates: ReadTemplate[] = []
  for (const { name, template, from, tokens, notes } of found.sources) {
    const facts = await readTemplateIsolated(template, { tokens, timeoutMs: flags.timeout * 1000 })
    templates.push({ name, from, notes, facts, passport: passportOf(facts, { models, source: `chat template of ${from}` }) })
  }
  const output = createOutput()
  const paint = paintFor(process.stdout)
  await output.write(
    flags.json === true
      ? `${JSON.stringify({ models, templates }, null, 2)}\n`
      : templates.map((one) => renderTemplate(one, paint)).join('\n'),
  )
  return templates.some(({ facts }) => facts.error !== undefined) ? exitCodes.failed : exitCodes.ok
}

async function fromServer(upstream: string, { model, keyEnv, timeout }: PassportFlags): Promise<FoundTemplates> {
  const key = keyFrom(keyEnv)
  const client = createHttpClient({ timeoutMs: timeout * 1000, timeoutOption: '--timeout', ...defined({ key }) })
  return templatesOf(client, upstream, { model, key })
}

async function fromFile(file: string | undefined, model: string | undefined): Promise<FoundTemplates> {
  sayThatInputIsRead(file, 'a template')
  const text = await readText(file, false)
  const from = inputName(file)
  if (text.trim() === '') throw inputError(`${from} is empty. It must hold a chat template.`)
  const plain = { name: 'default', template: text, from, tokens: {}, notes: [] }
  const sources = /^\s*\{\s*"/.test(text) ? templatesIn(parse(text, from), from) : [plain]
  if (sources.length === 0) throw inputError(`${from} has no "chat_template". Name the file that holds it, such as chat_template.jinja.`)
  return { model: model ?? (file === undefined || file === '-' ? undefined : basename(file).replace(/\.\w+$/, '')), sources }
}

function parse(text: string, from: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw inputError(`${from} begins like JSON but is not valid JSON: ${(error as Error).message}.`, { cause: error })
  }
}
