import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { bundle } from './bundle.ts'
import type { Outcome } from './check.ts'
import { entries, portable, readWorkspace, root } from './workspace.ts'

/** By adapter: a text and what it splits into. An adapter that is not listed is only loaded and made. */
const samples: Record<string, { text: string; reasoning: string; answer: string }> = {
  '@reason/harmony': {
    text: '<|channel|>analysis<|message|>2+2<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>',
    reasoning: '2+2',
    answer: '4',
  },
  '@reason/think-tags': { text: '<think>2+2</think>4', reasoning: '2+2', answer: '4' },
  '@reason/adapter-template': { text: '[[reason]]2+2[[/reason]]4', reasoning: '2+2', answer: '4' },
}

/**
 * Runs core with each adapter in a context that has the language and nothing else: no Node, no DOM, no timers, no
 * console, and code from strings forbidden as under a content security policy.
 */
export async function checkBareContext(): Promise<Outcome> {
  const problems: string[] = []
  for (const one of portable(readWorkspace())) {
    const [main] = entries(one)
    if (one.kind !== 'adapter' || main === undefined) continue
    const script = await bundle({
      stdin: {
        contents: `export * as core from '@reason/core'; export { default as plugin } from './${main[1].slice(one.folder.length + 1)}'`,
        resolveDir: join(root, one.folder),
      },
      format: 'iife',
      globalName: 'bundled',
    })
    try {
      const problem = run(one.name, script)
      if (problem !== undefined) problems.push(problem)
    } catch (error) {
      problems.push(`${one.name} fails in a bare context: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  return { problems }
}

function run(name: string, script: string): string | undefined {
  const sample = samples[name]
  const context = createContext(Object.create(null) as object, { codeGeneration: { strings: false, wasm: false } })
  const json: unknown = runInContext(
    `${script};
    const adapter = bundled.core.createFromPlugin(bundled.plugin);
    const { reasoning, answer } = adapter.kind === 'text' ? bundled.core.splitText(${JSON.stringify(sample?.text ?? '')}, adapter) : {};
    JSON.stringify({ reasoning, answer })`,
    context,
  )
  const { reasoning, answer } = JSON.parse(String(json)) as { reasoning?: string; answer?: string }
  if (sample === undefined || (reasoning === sample.reasoning && answer === sample.answer)) return undefined
  return `${name} splits ${JSON.stringify(sample.text)} in a bare context into ${String(json)}.`
}
