import type { MachineFlags } from '../split/flags.ts'

export interface ConvertFlags extends Omit<MachineFlags, 'wire'> {
  /** Default: detected from the input. */
  from?: string
  to: string
  outFraming?: string
  stream?: boolean
  whole?: boolean
  commentary?: 'reasoning' | 'answer' | 'drop'
  dialect?: string
  quiet?: boolean
}
