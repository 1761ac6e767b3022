import type { MachineFlags } from '../split/flags.ts'

export interface ConvertFlags extends Omit<MachineFlags, 'wire'> {
  /** Default: what the input looks like. */
  from?: string
  to: string
  outFraming?: string
  stream?: boolean
  whole?: boolean
  commentary?: 'reasoning' | 'answer' | 'drop'
  dialect?: string
  quiet?: boolean
}
