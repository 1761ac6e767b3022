import { parentPort, workerData } from 'node:worker_threads'
import { readTemplate } from '../read-template.ts'
import type { Task } from './task.ts'

const { source, options } = workerData as Task
// The time limit begins here, because the start of the thread does not depend on the template.
parentPort?.postMessage('ready')
parentPort?.postMessage(readTemplate(source, options))
