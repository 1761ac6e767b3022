import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { bundle } from './bundle.ts'
import type { Outcome } from './check.ts'
import { portable, readWorkspace, root, type WorkspacePackage } from './workspace.ts'

/** A text and its split, by adapter package. Packages without a sample are only loaded, and their adapter is created. */
const samples: Record<string, { text: string; reasoning: string; answer: string }> = {
  '@reason/harmony': {
    text: '<|channel|>analysis<|message|>2+2<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>',
    reasoning: '2+2',
    answer: '4',
  },
  '@reason/think-tags': { text: '<think>2+2</think>4', reasoning: '2+2', answer: '4' },
  '@reason/marker': { text: '2+2\n===FINAL===\n4', reasoning: '2+2\n', answer: '\n4' },
  '@reason/json-fields': { text: '{"reasoning":"2+2","answer":"4"}', reasoning: '2+2', answer: '4' },
  '@reason/adapter-template': { text: '[[reason]]2+2[[/reason]]4', reasoning: '2+2', answer: '4' },
}

/** Script for the bare context. A package with several wire formats exports no single plugin, so loading it must do. */
const program = (adapter: string): string => `
  import { splitText } from '@reason/core'
  import { createFromPlugin } from '@reason/core/manifest'
  import * as adapter from '${adapter}'

  export function run(text) {
    const plugin = Reflect.get(adapter, 'default')
    const made = plugin && createFromPlugin(plugin)
    if (made?.kind !== 'text') return '{}'
    const { reasoning, answer } = splitText(text, made)
    return JSON.stringify({ reasoning, answer })
  }`

/**
 * Runs core with each adapter in a context that has the language and nothing else: no Node, no DOM, no timers, no
 * console, and code from strings forbidden as under a content security policy.
 */
export async function checkBareContext(): Promise<Outcome> {
  const adapters = portable(readWorkspace()).filter(({ kind }) => kind === 'adapter')
  const problems = await Promise.all(adapters.map(problemOf))
  return { problems: problems.filter((problem) => problem !== undefined) }
}

async function problemOf({ name, folder }: WorkspacePackage): Promise<string | undefined> {
  const { text, ...expected } = samples[name] ?? { text: '' }
  try {
    const stdin = { contents: program('./src/index.ts'), resolveDir: join(root, folder) }
    const got = runBare(await bundle({ stdin, format: 'iife', globalName: 'bundled' }), text)
    const wanted = JSON.stringify(expected)
    return wanted === '{}' || got === wanted ? undefined : `${name} splits "${text}" in a bare context into ${got}.`
  } catch (error) {
    return `${name} fails in a bare context: ${error instanceof Error ? error.stack : String(error)}`
  }
}

/** @param script - Defines `bundled.run`. */
export function runBare(script: string, text: string): string {
  const context = createContext(Object.create(null) as object, { codeGeneration: { strings: false, wasm: false } })
  return String(runInContext(`delete globalThis.console; ${script}; bundled.run(${JSON.stringify(text)})`, context))
}
