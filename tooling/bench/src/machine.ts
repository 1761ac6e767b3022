import { cpus, release, totalmem, type } from 'node:os'

/** The machine and the date of a measurement. */
export interface Machine {
  cpu: string
  cores: number
  memoryGiB: number
  os: string
  node: string
  date: string
}

export function machine(): Machine {
  const cores = cpus()
  return {
    cpu: cores[0]?.model ?? 'unknown',
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    os: `${type()} ${release()}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  }
}

/** Sentence with the date and the machine of a measurement. */
export const measuredOn = ({ date, cpu, cores, memoryGiB, os, node }: Machine): string =>
  `Measured on ${date}; later changes are not in the figures. Machine: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${os}, Node ${node}.`
