import { parentPort, workerData } from 'node:worker_threads'
import { builtInMarkup } from '../built-in-markup.ts'
import { scanUnit } from './scan-unit.ts'
import { problemOf, take, type AuditTask, type WorkerMessage } from './task.ts'

const { units, examples, next } = workerData as AuditTask
const findMarkup = builtInMarkup()
const post = (message: WorkerMessage): void => parentPort!.postMessage(message)

for (let index = take(next); index < units.length; index = take(next)) {
  const unit = units[index]!
  try {
    post({ index, audit: scanUnit(unit, findMarkup, examples, (bytes) => post({ bytes })) })
  } catch (error) {
    post({ problem: problemOf(unit, error) })
    break
  }
}
