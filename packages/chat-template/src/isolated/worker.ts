import { parentPort, workerData } from 'node:worker_threads'
import { readTemplate } from '../read-template.ts'
import type { TemplateTask } from './task.ts'

const { source, options } = workerData as TemplateTask
// The time limit begins here, because the start of the thread does not depend on the template.
parentPort?.postMessage('ready')
parentPort?.postMessage(readTemplate(source, options))
