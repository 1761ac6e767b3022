import { Worker } from 'node:worker_threads'
import { isGoTemplate } from '../go/renderer.ts'
import { defaultLimits } from '../jinja/limits.ts'
import type { ReadOptions } from '../read-template.ts'
import { noFacts, type TemplateError, type TemplateFacts } from '../template-facts.ts'
import type { TemplateTask } from './task.ts'
import { workerFile } from './worker-file.ts'

export interface IsolatedOptions extends ReadOptions {
  /** Time limit per template, in milliseconds, from the start of its thread. Integer, 1 or more. Default 2000. */
  timeoutMs?: number
  /** Limit of the thread's heap, in megabytes. Integer, 16 or more. Default 128. */
  maxMemoryMb?: number
}

/** Time limit for the start of a thread, in milliseconds. */
const startMs = 10_000

/**
 * Reads an untrusted template in a separate thread, with limits on time and memory.
 *
 * Never rejects, and never ends the process: the facts contain an `error` instead. Node only.
 */
export function readTemplateIsolated(source: string, options: IsolatedOptions = {}): Promise<TemplateFacts> {
  const { timeoutMs = 2000, maxMemoryMb = 128, ...own } = options
  const language = isGoTemplate(source.slice(0, defaultLimits.maxChars)) ? 'go' : 'jinja'
  const maxChars = own.maxChars ?? defaultLimits.maxChars
  const failed = (kind: TemplateError['kind'], message: string): TemplateFacts => noFacts(language, { kind, message })
  // A source that is too long is not even copied.
  if (source.length > maxChars) {
    return Promise.resolve(failed('limit', `The template has ${source.length} characters; at most ${maxChars} are read.`))
  }
  const file = workerFile(import.meta.url)
  if (file === undefined) {
    return Promise.resolve(
      failed(
        'crash',
        'The program of the thread is missing. Bundle @reason/chat-template\'s isolated/worker as "chat-template/worker.js".',
      ),
    )
  }

  return new Promise((resolve) => {
    const worker = startWorker(file, { source, options: own }, maxMemoryMb)
    let timer = setTimeout(() => end(failed('timeout', `The thread did not start within ${startMs} ms.`)), startMs)
    worker.on('message', (message: TemplateFacts | 'ready') => {
      if (message !== 'ready') return end(message)
      clearTimeout(timer)
      timer = setTimeout(() => end(failed('timeout', `Reading the template took more than ${timeoutMs} ms.`)), timeoutMs)
    })
    worker.on('error', (error: unknown) => end(failureOf(error)))
    worker.on('exit', () => end(failed('crash', 'The thread ended without an answer.')))

    function end(facts: TemplateFacts): void {
      clearTimeout(timer)
      resolve(facts)
      void worker.terminate()
    }

    function failureOf(error: unknown): TemplateFacts {
      const { code, message } = Object(error) as { code?: unknown; message?: unknown }
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') return failed('memory', `Reading the template took more than ${maxMemoryMb} MB.`)
      return failed('crash', typeof message === 'string' ? message : String(error))
    }
  })
}

/** Starts a thread without the environment and the output of the process. */
function startWorker(file: URL, workerData: TemplateTask, maxMemoryMb: number): Worker {
  return new Worker(file, {
    workerData,
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  })
}
