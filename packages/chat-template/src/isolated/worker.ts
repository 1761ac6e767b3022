import { parentPort, workerData } from 'node:worker_threads'
import { readTemplate } from '../read-template.ts'
import type { Task } from './task.ts'

const { source, options } = workerData as Task
// Time counts from here on: how long a thread takes to start is not the template's fault.
parentPort?.postMessage('ready')
parentPort?.postMessage(readTemplate(source, options))
